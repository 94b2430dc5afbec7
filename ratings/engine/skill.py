"""How strong somebody is thought to be, and how sure that is."""

import math
from dataclasses import dataclass

from ratings.engine.errors import RatingError

FARTHEST = 1e6
"""No rating is farther from nought. Far outside what play can reach: a bound against bad input."""

SUREST = 1e-6
"""No rating is surer than this."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A belief about a player, or a pair as one unit: normal, with mean mu and deviation sigma.

    Raises RatingError for what is not finite, for a sigma of nought or less, and for figures no
    game could have led to. One bad number would spread to everybody at the table.
    """

    mu: float
    sigma: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mu) and abs(self.mu) <= FARTHEST):
            raise RatingError(f"mu must be a number within ±{FARTHEST:.0f}, not {self.mu!r}")
        if not (math.isfinite(self.sigma) and SUREST <= self.sigma <= FARTHEST):
            raise RatingError(
                f"sigma must be a number above 0 and at most {FARTHEST:.0f}, not {self.sigma!r}"
            )


Sides = tuple[tuple[Skill, ...], tuple[Skill, ...]]
"""The two sides of a game: two players each, or one pair each."""


def shown(skill: Skill) -> int:
    """The number people see, and what they are sorted by."""
    return round(skill.mu)


def plus_minus(skill: Skill) -> int:
    """The ± beside it: one standard deviation. About two true strengths in three lie within."""
    return round(skill.sigma)
