"""Figures that mean nothing are refused with a sentence, and extreme ones are borne."""

import math

import pytest

from ratings.engine import (
    Model,
    Parameters,
    RatingError,
    Skill,
    Verdict,
    rate,
    win_probability,
)
from tests.ratings.engine.figures import FIGURES, FIRST_WINS, LOSS, SECOND_WINS, WIN, weng_lin

NEW = FIGURES.start()
EVEN = ((NEW, NEW), (NEW, NEW))


@pytest.mark.parametrize("mu", [math.nan, math.inf, -math.inf, 1e300])
def test_a_number_that_is_none_is_no_skill(mu):
    with pytest.raises(RatingError, match="mu must be"):
        Skill(mu, 100)


@pytest.mark.parametrize("sigma", [math.nan, math.inf, 0.0, -0.0, -25.0, 1e300, 1e-300])
def test_a_sigma_of_nought_or_less_or_none_is_no_skill(sigma):
    with pytest.raises(RatingError, match="sigma must be"):
        Skill(1500, sigma)


@pytest.mark.parametrize(
    "change",
    [
        {"mu": math.nan},
        {"sigma": 0},
        {"sigma": math.inf},
        {"beta": 0},
        {"beta": -1},
        {"tau": -1},
        {"tau": math.nan},
        {"surprise": 0.5},
        {"surprise": 8},
        {"sigma_floor": 0},
        {"sigma_floor": 2_000},
        {"elo_k": 0},
        {"elo_scale": 0},
        {"elo_games": 0},
        {"ranked_bound": -1},
    ],
    ids=str,
)
def test_figures_of_no_use_are_refused(change):
    with pytest.raises(RatingError):
        Parameters(**change)


@pytest.mark.parametrize(
    ("sides", "verdicts"),
    [
        pytest.param(EVEN, ((WIN, WIN), (WIN, LOSS)), id="two_winners"),
        pytest.param(EVEN, ((WIN,), (LOSS,)), id="too_few_verdicts"),
        pytest.param(((NEW, NEW), (NEW,)), ((WIN, WIN), (LOSS,)), id="uneven_sides"),
        pytest.param(((), ()), ((), ()), id="nobody"),
        pytest.param((EVEN[0],), (FIRST_WINS[0],), id="one_side"),
        pytest.param(((NEW,) * 3, (NEW,) * 3), ((WIN,) * 3, (LOSS,) * 3), id="sides_of_three"),
        pytest.param(
            ((NEW, NEW),) * 3, ((WIN, WIN), (LOSS, LOSS), (LOSS, LOSS)), id="R08_three_sides"
        ),
    ],
)
def test_what_is_no_game_is_refused(sides, verdicts):
    with pytest.raises(RatingError):
        rate(FIGURES, Model.OPENSKILL, sides, verdicts)


def test_a_chance_of_no_game_is_refused():
    with pytest.raises(RatingError):
        win_probability(FIGURES, Model.ELO, ((NEW, NEW), (NEW,)))


@pytest.mark.parametrize("gap", [2e4, 1e5, 1e6])
@pytest.mark.parametrize("model", Model)
def test_a_gap_far_beyond_play_gives_finite_numbers(model, gap):
    strong, weak = Skill(gap / 2, 80), Skill(-gap / 2, 80)
    sides = ((strong, strong), (weak, weak))
    expected, upset = (rate(FIGURES, model, sides, v) for v in (FIRST_WINS, SECOND_WINS))
    assert win_probability(FIGURES, model, sides) == pytest.approx(1)
    assert expected[0][0].mu == pytest.approx(strong.mu)
    # a surprise counts as one of three deviations: a step, not a fall through the floor
    assert 0 < upset[1][0].mu - weak.mu < FIGURES.sigma
    assert 0 < strong.mu - upset[0][0].mu < FIGURES.sigma


def test_a_surprise_beyond_three_deviations_counts_as_one_of_three():
    c = math.sqrt(2 * FIGURES.beta**2 + 4 * (100**2 + FIGURES.tau**2))
    at_three = ((Skill(3 * c / 2, 100),) * 2, (Skill(0, 100),) * 2)
    beyond = ((Skill(9_000, 100),) * 2, (Skill(0, 100),) * 2)
    bound = rate(FIGURES, Model.OPENSKILL, at_three, SECOND_WINS)[1][0]
    assert rate(FIGURES, Model.OPENSKILL, beyond, SECOND_WINS)[1][0].mu == pytest.approx(bound.mu)
    assert bound.mu == pytest.approx(weng_lin(FIGURES, at_three, 1)[1][0][0])


@pytest.mark.parametrize("model", Model)
def test_R08_there_is_no_draw_and_no_third_side(model):
    assert {str(verdict) for verdict in Verdict} == {"win", "loss", "none"}
    with pytest.raises(RatingError, match="two sides"):
        rate(FIGURES, model, (*EVEN, EVEN[0]), (*FIRST_WINS, FIRST_WINS[1]))  # type: ignore[arg-type]
    nobody = ((Verdict.NONE,) * 2,) * 2
    assert rate(FIGURES, model, EVEN, nobody) == EVEN
