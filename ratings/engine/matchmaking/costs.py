"""What a pair and a table cost: whole numbers, in points of rating; the less the better."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ratings.engine.matchmaking.waiting import (
    PARTY_PATIENCE,
    History,
    Waiting,
    reach,
)

GAP_BETWEEN_SIDES = 4  # for each point between the means of the sides
GAP_INSIDE_A_PAIR = 1  # for each point between two partners
PARTNERS_AGAIN = 60  # for each recent game as partners
OPPONENTS_AGAIN = 40  # for each recent game as opponents

Duo = tuple[Waiting, ...]  # a party's ticket, or those of two singles

# the three ways to seat four: positions of the first side, of the second
_SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass(frozen=True, slots=True)
class Seating:
    """A table of the round: two sides of two players each, and what it cost."""

    sides: tuple[tuple[int, int], tuple[int, int]]
    tickets: tuple[int, ...]
    cost: int
    side_gap: int  # between the sums of the sides' ratings: twice the gap between their means
    inside_gap: int  # between partners, both pairs together


def bonus(priority: int) -> int:
    """What it is worth to seat somebody who has waited for so many seconds: grows by the square,
    so that sooner or later it outweighs every gap."""
    return priority * priority // 10


def worth(duo: Duo) -> int:
    """What it is worth to seat the tickets of the duo."""
    return sum(bonus(ticket.priority) for ticket in duo)


def duo_cost(one: Waiting, two: Waiting, history: History) -> int | None:
    """What it costs that two singles share a table; None: they may not."""
    pairing = frozenset((one.players[0], two.players[0]))
    gap = abs(one.ratings[0] - two.ratings[0])
    if gap > reach(max(one.waited, two.waited)) or pairing in history.apart:
        return None
    met = history.partners.get(pairing, 0) + history.opponents.get(pairing, 0)
    return GAP_INSIDE_A_PAIR * gap + OPPONENTS_AGAIN * met


def seating(one: Duo, two: Duo, history: History) -> Seating | None:
    """The cheapest way to seat the two duos at one table; None where they may not meet.

    A party stays together, and two singles stay together against a party; four singles are
    seated in the best of the three ways.
    """
    tickets = (*one, *two)
    if not _within_reach(tickets) or not _patient(one, two):
        return None
    players = tuple(player for ticket in tickets for player in ticket.players)
    if history.apart and any(frozenset(two) in history.apart for two in combinations(players, 2)):
        return None
    ratings = tuple(rating for ticket in tickets for rating in ticket.ratings)
    splits = _SPLITS if len(tickets) == 4 else _SPLITS[:1]
    cost, split = min((_split_cost(split, players, ratings, history), split) for split in splits)
    (a, b), (c, d) = split
    return Seating(
        sides=((players[a], players[b]), (players[c], players[d])),
        tickets=tuple(ticket.ticket for ticket in tickets),
        cost=cost,
        side_gap=abs(ratings[a] + ratings[b] - ratings[c] - ratings[d]),
        inside_gap=abs(ratings[a] - ratings[b]) + abs(ratings[c] - ratings[d]),
    )


def _within_reach(tickets: Sequence[Waiting]) -> bool:
    """Whether the whole table is within the reach of whoever has waited longest."""
    levels = [ticket.level for ticket in tickets]
    return max(levels) - min(levels) <= reach(max(ticket.waited for ticket in tickets))


def _patient(one: Duo, two: Duo) -> bool:
    """Whether a party among them has waited long enough to meet two singles."""
    if len(one) == len(two):
        return True
    party = one[0] if len(one) == 1 else two[0]
    return party.waited >= PARTY_PATIENCE


def _split_cost(
    split: tuple[tuple[int, int], tuple[int, int]],
    players: Sequence[int],
    ratings: Sequence[int],
    history: History,
) -> int:
    (a, b), (c, d) = split
    # the means are half of the sums
    cost = GAP_BETWEEN_SIDES * abs(ratings[a] + ratings[b] - ratings[c] - ratings[d]) // 2
    cost += GAP_INSIDE_A_PAIR * (abs(ratings[a] - ratings[b]) + abs(ratings[c] - ratings[d]))
    if history.partners:
        cost += PARTNERS_AGAIN * sum(
            history.partners.get(frozenset((players[i], players[j])), 0) for i, j in split
        )
    if history.opponents:
        cost += OPPONENTS_AGAIN * sum(
            history.opponents.get(frozenset((players[i], players[j])), 0)
            for i in (a, b)
            for j in (c, d)
        )
    return cost
