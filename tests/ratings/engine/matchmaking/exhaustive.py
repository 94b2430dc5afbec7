"""Optima found by trying everything, for up to twelve players: what the stages are held against."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from ratings.engine.matchmaking import History, Seating, Waiting, seating
from ratings.engine.matchmaking.costs import bonus

Thing = TypeVar("Thing")


def pairings(things: Sequence[Thing]) -> Iterator[list[tuple[Thing, Thing]]]:
    """Every way to pair off some of the things, also those that leave some alone."""
    if not things:
        yield []
        return
    first, *rest = things
    yield from pairings(rest)
    for place, other in enumerate(rest):
        for more in pairings(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *more]


def best_pairing(
    things: Sequence[Thing], weight: Callable[[Thing, Thing], int | None]
) -> tuple[int, int]:
    """The most pairs there can be, and the largest sum of weights with so many."""
    best = (0, 0)
    for pairing in pairings(things):
        weights = [weight(one, two) for one, two in pairing]
        known = [each for each in weights if each is not None]
        if len(known) == len(weights):
            best = max(best, (len(known), sum(known)))
    return best


def best_tables(singles: Sequence[Waiting], history: History) -> tuple[int, int]:
    """The most tables of singles there can be, and the largest worth with so many, whatever the
    stages: the sum of what it is worth to seat everybody less what the tables cost."""
    worth = {}
    for four in combinations(range(len(singles)), 4):
        a, b, c, d = (singles[i] for i in four)
        table = seating((a, b), (c, d), history)
        if table is not None:
            worth[four] = sum(bonus(singles[i].priority) for i in four) - table.cost

    def best(left: tuple[int, ...]) -> tuple[int, int]:
        if len(left) < 4:
            return (0, 0)
        first, rest = left[0], left[1:]
        found = best(rest)  # without the first
        for three in combinations(rest, 3):
            if (value := worth.get((first, *three))) is not None:
                others = best(tuple(i for i in rest if i not in three))
                found = max(found, (others[0] + 1, others[1] + value))
        return found

    return best(tuple(range(len(singles))))


def total(tables: Sequence[Seating], tickets: Sequence[Waiting]) -> tuple[int, int]:
    """How many tables a round has made, and their worth by the same measure."""
    priority = {ticket.ticket: ticket.priority for ticket in tickets}
    gained = sum(bonus(priority[number]) for table in tables for number in table.tickets)
    return len(tables), gained - sum(table.cost for table in tables)
