"""Ratings by `openskill`: Weng and Lin's Bayesian approximation for teams, Thurstone-Mosteller form.

R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011),
algorithm 3, for two sides and no draws. What the library would do with odd input, or with what an
earlier call left behind, is kept away from it here:

- a tau or a limit given to `rate` is ignored or sticks to the model: both are settled when the
  model is made, and nothing but ranks is passed with a game;
- it takes NaN and a sigma below nought: `Skill` cannot hold them;
- far from the middle its normal functions lose their digits, and one result could throw a rating
  anywhere: no result counts as more surprising than `surprise` deviations.
"""

import math
from functools import lru_cache

from openskill.models import ThurstoneMostellerFull

from ratings.engine.certainty import bounded
from ratings.engine.parameters import Parameters
from ratings.engine.skill import Sides, Skill


def win_probability(parameters: Parameters, sides: Sides) -> float:
    """The chance of side 0: normal in the gap of the sides' sums over c, c² = 2 beta² + the
    variances of all who play. The chance that the update itself works with."""
    return 0.5 * math.erfc(-_gap(sides) / _scale(parameters, sides, tau=0.0) / math.sqrt(2.0))


def outcome(parameters: Parameters, sides: Sides, winner: int) -> Sides:
    """Everybody's rating after a game won by side `winner`."""
    model = _model(parameters)
    level = _levelled(parameters, sides, winner)
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in level]
    rated = model.rate(teams, ranks=[0.0, 1.0] if winner == 0 else [1.0, 0.0])
    moves = [
        tuple(
            _moved(parameters, skill, after.mu - mu, after.sigma)
            for skill, (mu, _), after in zip(side, start, result, strict=True)
        )
        for side, start, result in zip(sides, level, rated, strict=True)
    ]
    return moves[0], moves[1]


@lru_cache(maxsize=32)
def _model(parameters: Parameters) -> ThurstoneMostellerFull:
    return ThurstoneMostellerFull(
        mu=parameters.mu,
        sigma=parameters.sigma,
        beta=parameters.beta,
        tau=parameters.tau,
        epsilon=0.0,  # no draws
        gamma=lambda *_: 1.0,  # what the game says about sigma is believed in full
        limit_sigma=False,
    )


def _moved(parameters: Parameters, before: Skill, step: float, sigma: float) -> Skill:
    return Skill(before.mu + step, bounded(parameters, before.sigma, sigma))


def _levelled(parameters: Parameters, sides: Sides, winner: int) -> list[list[tuple[float, float]]]:
    """The numbers moved so that the sides' sums lie around nought, no farther apart than a
    surprise may be."""
    sums = [sum(skill.mu for skill in side) for side in sides]
    most = parameters.surprise * _scale(parameters, sides, parameters.tau)
    gap = sums[0] - sums[1]
    half = (max(gap, -most) if winner == 0 else min(gap, most)) / 2
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
