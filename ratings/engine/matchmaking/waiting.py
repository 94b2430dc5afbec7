"""What a round knows of those who wait: tickets, who met whom lately, and how far one may reach."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

Pairing = frozenset[int]  # two players

UNLIMITED = 1_000_000  # points: further than any two ratings are apart
# (seconds waited, points): straight lines in between
CURVE = ((0, 150), (30, 250), (60, 400), (120, 800), (180, UNLIMITED))
PARTY_PATIENCE = 20  # seconds a party waits for another party before it meets two singles


@dataclass(frozen=True, slots=True)
class Waiting:
    """A ticket: one player, or the two of a party, with their ratings on the ladder.

    `waited` is in seconds and widens the reach; `priority`, in seconds too, says how urgent a seat
    is. It is the wait as well, or that of the longest waiter for one who is put to the front.
    """

    ticket: int
    players: tuple[int, ...]
    ratings: tuple[int, ...]
    waited: int = 0
    priority: int = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.players) == len(self.ratings) <= 2:
            raise ValueError("a ticket is for one player or two, with a rating each")
        if len(set(self.players)) != len(self.players):
            raise ValueError("a party is of two players")

    @property
    def is_party(self) -> bool:
        return len(self.players) == 2

    @property
    def level(self) -> int:
        """The rating, of a party the mean of its two, rounded down."""
        return sum(self.ratings) // len(self.ratings)


@dataclass(frozen=True, slots=True)
class History:
    """How often two players were partners or opponents lately, and who never sits with whom."""

    partners: Mapping[Pairing, int] = field(default_factory=dict)
    opponents: Mapping[Pairing, int] = field(default_factory=dict)
    apart: frozenset[Pairing] = frozenset()


def reach(waited: int) -> int:
    """How far apart in rating a table may be after `waited` seconds, in points.

    >>> [reach(seconds) for seconds in (0, 15, 30, 60, 90, 120)]
    [150, 200, 250, 400, 600, 800]
    >>> reach(180) == UNLIMITED
    True
    """
    for (begin, least), (end, most) in pairwise(CURVE):
        if waited < end:
            # the last stretch does not rise: everybody is within reach at once, at its end
            rise = 0 if most == UNLIMITED else most - least
            return least + rise * max(0, waited - begin) // (end - begin)
    return UNLIMITED
