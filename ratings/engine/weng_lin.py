"""Ratings by `openskill`: Weng and Lin's Bayesian approximation for teams, Plackett-Luce form.

R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011),
algorithm 4; for two sides it is their Bradley-Terry form as well. What the library would do with
odd input, or with what an earlier call left behind, is kept away from it here:

- a tau or a limit given to `rate` is ignored or sticks to the model: both are settled when the
  model is made, and nothing but ranks is passed with a game;
- it takes NaN and a sigma below nought: `Skill` cannot hold them;
- a wide gap overflows its exponentials: the numbers are moved to the middle, and beyond
  `WIDEST` times the scale of the chance the gap changes no digit of the result.
"""

import math
from functools import lru_cache

from openskill.models import PlackettLuce

from ratings.engine.certainty import bounded
from ratings.engine.chances import logistic
from ratings.engine.parameters import Parameters
from ratings.engine.skill import Sides, Skill

WIDEST = 600.0
"""Beyond e^-600 a chance is nought for every sum it enters."""


def win_probability(parameters: Parameters, sides: Sides) -> float:
    """The chance of side 0.

    The chance the update itself works with: logistic in the gap of the sides' sums over
    c = sqrt(2 beta² + the variances of all who play).
    """
    return logistic(_gap(sides) / _scale(parameters, sides, tau=0.0))


def outcome(parameters: Parameters, sides: Sides, winner: int) -> Sides:
    """Everybody's rating after a game won by side `winner`."""
    model = _model(parameters)
    centred = _centred(parameters, sides)
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in centred]
    rated = model.rate(teams, ranks=[0.0, 1.0] if winner == 0 else [1.0, 0.0])
    moves = [
        tuple(
            _moved(parameters, skill, after.mu - mu, after.sigma)
            for skill, (mu, _), after in zip(side, start, result, strict=True)
        )
        for side, start, result in zip(sides, centred, rated, strict=True)
    ]
    return moves[0], moves[1]


@lru_cache(maxsize=32)
def _model(parameters: Parameters) -> PlackettLuce:
    gamma = parameters.gamma
    return PlackettLuce(
        mu=parameters.mu,
        sigma=parameters.sigma,
        beta=parameters.beta,
        tau=parameters.tau,
        gamma=lambda *_: gamma,
        limit_sigma=False,
    )


def _moved(parameters: Parameters, before: Skill, step: float, sigma: float) -> Skill:
    return Skill(before.mu + step, bounded(parameters, before.sigma, sigma))


def _centred(parameters: Parameters, sides: Sides) -> list[list[tuple[float, float]]]:
    """The numbers moved so that the sides' sums lie around nought, within what exp can take."""
    sums = [sum(skill.mu for skill in side) for side in sides]
    widest = WIDEST * _scale(parameters, sides, parameters.tau)
    half = max(-widest, min(widest, sums[0] - sums[1])) / 2
    size = len(sides[0])
    offsets = (sums[0] - half) / size, (sums[1] + half) / size
    return [
        [(skill.mu - offset, skill.sigma) for skill in side]
        for side, offset in zip(sides, offsets, strict=True)
    ]


def _gap(sides: Sides) -> float:
    return sum(s.mu for s in sides[0]) - sum(s.mu for s in sides[1])


def _scale(parameters: Parameters, sides: Sides, tau: float) -> float:
    """c of the paper: what the gap is measured by."""
    variances = [sum(s.sigma**2 + tau**2 for s in side) for side in sides]
    return math.sqrt(2 * parameters.beta**2 + (variances[0] + variances[1]))
