"""The figures a ladder is computed with."""

import math
from dataclasses import dataclass, fields

from ratings.engine.errors import RatingError
from ratings.engine.skill import Skill


@dataclass(frozen=True, slots=True)
class Parameters:
    """All figures of both models, in points of the shown number unless another unit is named.

    The defaults were chosen by measurement (docs/adr/0017). Raises RatingError for figures that
    are not finite or not of use.
    """

    mu: float = 1500.0
    """Where everybody starts."""
    sigma: float = 250.0
    """How unsure a start is."""
    sigma_floor: float = 40.0
    """No rating becomes surer than this."""
    beta: float = 400.0
    """openskill: how much the play of one side varies from game to game."""
    tau: float = 2.0
    """openskill: what skill may have drifted since the game before."""
    surprise: float = 3.0
    """openskill: how many deviations the least expected result counts as, at most 3."""
    sigma_limited: bool = True
    """Whether a game never makes anybody less sure; if not, never less sure than at the start."""
    elo_k: float = 40.0
    """elo: what a win with no chance would be worth."""
    elo_scale: float = 400.0
    """elo: this gap between the sides' means makes the odds ten to one."""
    elo_games: int = 12
    """elo: after so many games the variance is half that of the start."""
    season_widening: float = 100.0
    """What a season's end adds to sigma, as variances add."""
    ranked_games: int = 10
    """Games before a rank is given."""
    ranked_bound: float = 140.0
    """A rank is given while the ± is at most this."""
    ranked_days: float = 14.0
    """A rank is given while the last game is at most so many days ago."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not math.isfinite(value) or (value < 0 and field.name != "mu"):
                raise RatingError(f"{field.name} must be a number, not below 0, not {value!r}")
        for name in ("sigma", "sigma_floor", "beta", "elo_k", "elo_scale", "elo_games"):
            if not getattr(self, name) > 0:
                raise RatingError(f"{name} must be above 0")
        if self.sigma_floor > self.sigma:
            raise RatingError("sigma_floor must not be above sigma")
        if not 1 <= self.surprise <= 3:  # beyond 3 the library's normal functions lose digits
            raise RatingError("surprise must be between 1 and 3 deviations")
        self.start()

    def start(self) -> Skill:
        """The rating of somebody who has not played."""
        return Skill(self.mu, self.sigma)
