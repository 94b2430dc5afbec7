"""What a hand shows of somebody's habits, sorted by situation, so that like is compared with like.

An observation is a whole number in thousandths of its unit; those of one measure and cell come
from situations that are alike for what an honest player can know. docs/figures.md tells what each
measure means and what it cannot mean.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from games.engine import Seat


class Measure(StrEnum):
    """What is compared with the field."""

    BIDS = "bids"  # tricks bid, on cards of the same strength
    NILS = "nils"  # how often nil is bid on weak cards
    FIT = "fit"  # whether a bid leans to the partner's cards, which nobody should know
    RESULTS = "results"  # points of the hand, at the same balance of cards
    LEADS = "leads"  # whether leads hit what only the partner's cards tell
    COVERS = "covers"  # nils of the partner that were brought home
    PACE = "pace"  # time taken, at the same kind of decision
    EVENNESS = "evenness"  # hard decisions taken as fast as easy ones; read from the cells of PACE
    GAINS = "gains"  # games won beyond what the ratings predict


STORED = tuple(measure for measure in Measure if measure is not Measure.EVENNESS)
OF_PAIRS = tuple(
    measure for measure in STORED if measure not in (Measure.BIDS, Measure.NILS, Measure.PACE)
)
"""The measures in which the partner has a part: those of a pair."""

UNIT = 1000


@dataclass(frozen=True, slots=True)
class Observation:
    """`value` thousandths seen at `seat` in a situation of this measure."""

    seat: Seat
    measure: Measure
    cell: str
    value: int

    @property
    def key(self) -> str:
        """Measure and cell as cells are stored."""
        return f"{self.measure}:{self.cell}"


@dataclass(frozen=True, slots=True)
class Moments:
    """Number, sum and sum of squares of observations; whole numbers, so that sums are exact."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def __sub__(self, other: "Moments") -> "Moments":
        return Moments(self.n - other.n, self.total - other.total, self.squares - other.squares)

    @classmethod
    def of(cls, value: int) -> "Moments":
        """The moments of one observation."""
        return cls(1, value, value * value)

    @property
    def mean(self) -> float:
        """The mean of the observations, of which there must be one."""
        return self.total / self.n

    @property
    def variance(self) -> float:
        """The variance of the observations about their mean."""
        return max(0.0, self.squares / self.n - self.mean**2)


Cells: TypeAlias = dict[str, Moments]
"""Moments by "measure:cell"."""


def cells_of(observations: Iterable[Observation]) -> Cells:
    """The observations of one player or pair, summed by cell."""
    cells: Cells = {}
    for seen in observations:
        cells[seen.key] = cells.get(seen.key, Moments()) + Moments.of(seen.value)
    return cells


def add_cells(left: Mapping[str, Moments], right: Mapping[str, Moments]) -> Cells:
    """The sums of both; cells in which nothing is left are dropped."""
    nothing = Moments()
    sums = {
        key: left.get(key, nothing) + right.get(key, nothing) for key in left.keys() | right.keys()
    }
    return {key: moments for key, moments in sums.items() if moments != nothing}


def negated(cells: Mapping[str, Moments]) -> Cells:
    """What takes these cells away again when it is added."""
    return {key: Moments() - moments for key, moments in cells.items()}


def gain(*, won: bool, chance: float, seat: Seat) -> Observation:
    """A rated game: won or not, less the chance of it that the ratings gave beforehand."""
    return Observation(
        seat, Measure.GAINS, str(min(9, int(chance * 10))), round(UNIT * (won - chance))
    )
