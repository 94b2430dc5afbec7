"""Who plays whom: from the people waiting on a ladder to the tables of one round.

The tour: `Waiting` is a ticket as the round sees it, `History` who has met whom lately and who may
not meet at all, `reach` the published widening curve, `seat_round` the round itself. It pairs
singles of like strength, then sets the pairs against each other, and seats each four in the best
of its three ways. docs/queue.md tells players the same in words.
"""

from ratings.engine.matchmaking.costs import Seating, seating
from ratings.engine.matchmaking.rounds import seat_round
from ratings.engine.matchmaking.waiting import (
    PARTY_PATIENCE,
    UNLIMITED,
    History,
    Waiting,
    reach,
)

__all__ = [
    "PARTY_PATIENCE",
    "UNLIMITED",
    "History",
    "Seating",
    "Waiting",
    "reach",
    "seat_round",
    "seating",
]
