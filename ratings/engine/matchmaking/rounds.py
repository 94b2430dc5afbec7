"""One round on one ladder: parties against parties, singles into pairs, pairs into tables."""

from collections.abc import Iterable, Sequence

from ratings.engine.matchmaking.changing import change_places
from ratings.engine.matchmaking.costs import (
    Duo,
    Seating,
    duo_cost,
    seating,
    worth,
)
from ratings.engine.matchmaking.matching import heaviest_pairs
from ratings.engine.matchmaking.waiting import History, Waiting

PASSES = 3  # two who were paired and found no opponents are tried with others


def seat_round(waiting: Iterable[Waiting], history: History) -> tuple[Seating, ...]:
    """The tables of one round: as many as the stages find, the longest waiter's first.

    Nobody is seated twice, nobody with somebody to be kept apart, no table beyond its `reach`.
    The same tickets give the same tables. Raises ValueError for a player with two tickets.
    """
    tickets = sorted(waiting, key=lambda ticket: ticket.ticket)
    players = [player for ticket in tickets for player in ticket.players]
    if len(set(players)) != len(players):
        raise ValueError("a player waits with one ticket")
    singles = [ticket for ticket in tickets if not ticket.is_party]
    tables, parties = tables_of([(ticket,) for ticket in tickets if ticket.is_party], history)
    tried: set[frozenset[int]] = set()
    for _ in range(PASSES):
        duos = pairs_of(singles, history, tried)
        found, left = tables_of([*parties, *duos], history)
        tables += found
        seated = {number for table in found for number in table.tickets}
        singles = [ticket for ticket in singles if ticket.ticket not in seated]
        parties = [duo for duo in left if len(duo) == 1]
        tried |= {frozenset(ticket.ticket for ticket in duo) for duo in left if len(duo) == 2}
        if not any(len(duo) == 2 for duo in left):
            break
    tables = change_places(tables, [each for each in tickets if not each.is_party], history)
    longest = {ticket.ticket: ticket.priority for ticket in tickets}
    return tuple(
        sorted(tables, key=lambda t: (-max(longest[n] for n in t.tickets), min(t.tickets)))
    )


def pairs_of(
    singles: Sequence[Waiting], history: History, tried: set[frozenset[int]] | None = None
) -> list[Duo]:
    """The first stage: singles of like strength together, as many pairs as there can be.

    `tried` are pairs of tickets that have been together in this round and found no opponents.
    """
    tried = tried or set()

    def weight(one: Waiting, two: Waiting) -> int | None:
        cost = duo_cost(one, two, history)
        if cost is None or (tried and frozenset((one.ticket, two.ticket)) in tried):
            return None
        return worth((one, two)) - cost

    pairs, _ = heaviest_pairs(
        singles, level=lambda t: t.level, key=lambda t: t.ticket, weight=weight
    )
    return [(one, two) for one, two in pairs]


def tables_of(duos: Sequence[Duo], history: History) -> tuple[list[Seating], list[Duo]]:
    """The second stage: pairs against pairs; returns the tables and the pairs left over."""

    def weight(one: Duo, two: Duo) -> int | None:
        table = seating(one, two, history)
        return None if table is None else worth(one) + worth(two) - table.cost

    pairs, left = heaviest_pairs(
        duos, level=_level, key=lambda duo: min(t.ticket for t in duo), weight=weight
    )
    return [table for one, two in pairs if (table := seating(one, two, history))], left


def _level(duo: Duo) -> int:
    return sum(ticket.level for ticket in duo) // len(duo)
