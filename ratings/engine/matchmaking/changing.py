"""The last step of a round: who was left over takes the place of somebody who waits less urgently.

Pairs are made before it is known which pair finds no opponents, so a long waiter may be left over
with a short one. Where the same table with the one instead of another is worth more, it is made.
"""

from collections.abc import Sequence

from ratings.engine.matchmaking.costs import Seating, bonus, seating
from ratings.engine.matchmaking.waiting import History, Waiting

MOST_LEFT_OVER = 32  # the most urgent of them are looked at
NEAREST_TABLES = 16  # by rating, for each


def change_places(
    tables: Sequence[Seating], singles: Sequence[Waiting], history: History
) -> list[Seating]:
    """The tables with places changed; `singles` are all single tickets of the round."""
    known = {single.ticket: single for single in singles}
    seated = {number for table in tables for number in table.tickets}
    # at a table of four singles anybody may be changed; a party stays with whom it found
    fours = [table for table in tables if len(table.tickets) == 4]
    others = [table for table in tables if len(table.tickets) != 4]
    left = sorted(
        (single for single in singles if single.ticket not in seated),
        key=lambda single: (-single.priority, single.ticket),
    )
    for single in left[:MOST_LEFT_OVER]:
        near = sorted(
            range(len(fours)),
            key=lambda i: (abs(_level(fours[i], known) - single.level), i),
        )
        changes = [
            (gain, table, i)
            for i in near[:NEAREST_TABLES]
            for gain, table in _changes(fours[i], single, known, history)
        ]
        if changes:
            _gain, table, i = max(changes, key=lambda change: (change[0], -change[2]))
            fours[i] = table
    return [*fours, *others]


def _changes(
    table: Seating, single: Waiting, known: dict[int, Waiting], history: History
) -> list[tuple[int, Seating]]:
    """The tables with `single` in the place of one of the four, with what each gains, if it does."""
    found = []
    for number in table.tickets:
        gone = known[number]
        a, b, c = (known[each] for each in table.tickets if each != number)
        changed = seating((a, b), (c, single), history)
        if changed is not None:
            gain = bonus(single.priority) - bonus(gone.priority) + table.cost - changed.cost
            if gain > 0:
                found.append((gain, changed))
    return found


def _level(table: Seating, known: dict[int, Waiting]) -> int:
    return sum(known[number].level for number in table.tickets) // len(table.tickets)
