"""The number, the ±, the rank and the season."""

import math

import pytest

from ratings.engine import Parameters, Skill, is_ranked, plus_minus, shown, widen
from tests.ratings.engine.figures import FIGURES

SURE = Skill(1612.4, FIGURES.ranked_bound - 1)


def test_R17_the_shown_number_is_mu_and_the_plus_minus_is_sigma():
    skill = Skill(1612.4, 87.6)
    assert shown(skill) == 1612
    assert plus_minus(skill) == 88


def test_R17_the_shown_number_does_not_move_when_only_sigma_falls():
    assert shown(Skill(1612.4, 200)) == shown(Skill(1612.4, 50))


def test_a_player_with_games_certainty_and_a_recent_game_is_ranked():
    assert is_ranked(FIGURES, SURE, FIGURES.ranked_games, 0.0)
    assert is_ranked(FIGURES, SURE, FIGURES.ranked_games, FIGURES.ranked_days)
    assert is_ranked(FIGURES, Skill(1500, FIGURES.ranked_bound), 1_000, 3.0)


@pytest.mark.parametrize(
    ("skill", "games", "days"),
    [
        pytest.param(SURE, FIGURES.ranked_games - 1, 0.0, id="too_few_games"),
        pytest.param(Skill(1500, FIGURES.ranked_bound + 0.01), 500, 0.0, id="too_unsure"),
        pytest.param(SURE, 500, FIGURES.ranked_days + 0.01, id="too_long_ago"),
        pytest.param(SURE, 500, None, id="never_played"),
    ],
)
def test_a_player_is_not_ranked_without_each_of_them(skill, games, days):
    assert not is_ranked(FIGURES, skill, games, days)


def test_a_season_keeps_the_number_and_widens_the_sigma():
    wider = widen(Parameters(season_widening=100), Skill(1700, 80))
    assert wider == Skill(1700, math.hypot(80, 100))


def test_a_season_makes_nobody_less_sure_than_a_newcomer():
    figures = Parameters(season_widening=1_000)
    assert widen(figures, Skill(1700, 80)) == Skill(1700, figures.sigma)


def test_a_season_does_not_make_anybody_surer():
    """Also who stands above the start, because the figures of the ladder changed."""
    unsure = Skill(1700, FIGURES.sigma + 50)
    assert widen(FIGURES, unsure) == unsure
