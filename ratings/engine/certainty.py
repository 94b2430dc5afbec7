"""How the uncertainty of a rating may move: down with games to a floor, up with a season."""

import math

from ratings.engine.parameters import Parameters
from ratings.engine.skill import Skill


def bounded(parameters: Parameters, before: float, after: float) -> float:
    """Sigma after a game, given what the model makes of it.

    Not under the floor and not above the start; with `sigma_limited` not above what it was. One
    who is outside already, because the figures of the ladder changed, is not pushed.
    """
    most = before if parameters.sigma_limited else max(before, parameters.sigma)
    return min(most, max(after, parameters.sigma_floor))


def widen(parameters: Parameters, skill: Skill) -> Skill:
    """The rating a new season begins with: the same number, less sure, never less than a start."""
    wider = math.hypot(skill.sigma, parameters.season_widening)
    return Skill(skill.mu, max(skill.sigma, min(wider, parameters.sigma)))
