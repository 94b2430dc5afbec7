"""Plain Elo for two sides: the numbers of a side are averaged, and both partners move alike.

Arpad Elo, The Rating of Chessplayers (1978): expected score 1 / (1 + 10^(-gap / 400)), and
K times what was scored above it. Elo has no uncertainty of its own. Here each game adds the same
information to the ±: after n games sigma is sigma_0 / sqrt(1 + n / elo_games), to the floor.
"""

import math
from statistics import fmean

from ratings.engine.certainty import bounded
from ratings.engine.chances import logistic
from ratings.engine.parameters import Parameters
from ratings.engine.skill import Sides, Skill


def win_probability(parameters: Parameters, sides: Sides) -> float:
    """The chance of side 0."""
    gap = fmean(s.mu for s in sides[0]) - fmean(s.mu for s in sides[1])
    return logistic(gap * math.log(10.0) / parameters.elo_scale)


def outcome(parameters: Parameters, sides: Sides, winner: int) -> Sides:
    """Everybody's rating after a game won by side `winner`."""
    won = sides if winner == 0 else (sides[1], sides[0])
    gain = parameters.elo_k * (1.0 - win_probability(parameters, won))
    step = (gain, -gain) if winner == 0 else (-gain, gain)
    return (
        tuple(Skill(s.mu + step[0], _surer(parameters, s.sigma)) for s in sides[0]),
        tuple(Skill(s.mu + step[1], _surer(parameters, s.sigma)) for s in sides[1]),
    )


def _surer(parameters: Parameters, sigma: float) -> float:
    information = 1.0 / (parameters.sigma**2 * parameters.elo_games)
    return bounded(parameters, sigma, 1.0 / math.sqrt(1.0 / sigma**2 + information))
