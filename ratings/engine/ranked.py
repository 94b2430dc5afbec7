"""Who has a rank."""

from ratings.engine.parameters import Parameters
from ratings.engine.skill import Skill


def is_ranked(parameters: Parameters, skill: Skill, games: int, days_idle: float | None) -> bool:
    """Whether a rank is shown: enough games, sure enough, and active.

    `days_idle` counts from the last game, in days; None if there was none.
    """
    return (
        games >= parameters.ranked_games
        and skill.sigma <= parameters.ranked_bound
        and days_idle is not None
        and days_idle <= parameters.ranked_days
    )
