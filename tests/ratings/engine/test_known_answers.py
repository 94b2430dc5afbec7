"""The numbers are those of the library, and of the paper's formula written a second time."""

import math

import pytest
from hypothesis import HealthCheck, assume, given, settings
from openskill.models import ThurstoneMostellerFull

from ratings.engine import Model, Parameters, Skill, rate, win_probability
from tests.ratings.engine.figures import FIGURES, FIRST_WINS, MANY, SECOND_WINS, tables, weng_lin

FREE = Parameters(sigma=1e5, sigma_floor=1e-3, sigma_limited=False)  # no bound comes into play


def approx(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


def by_library(figures, sides, winner):
    model = ThurstoneMostellerFull(
        beta=figures.beta, tau=figures.tau, epsilon=0.0, gamma=lambda *_: 1.0, limit_sigma=False
    )
    teams = [[model.rating(mu=s.mu, sigma=s.sigma) for s in side] for side in sides]
    return model.rate(teams, ranks=[0.0, 1.0] if winner == 0 else [1.0, 0.0])


@pytest.mark.parametrize("winner", [0, 1])
@settings(MANY, suppress_health_check=[HealthCheck.filter_too_much])
@given(sides=tables())
def test_two_sides_are_rated_as_the_library_rates_them(winner, sides):
    chance = win_probability(FREE, Model.OPENSKILL, sides)
    assume(0.01 < chance < 0.99)  # beyond, a surprise is limited and the library's digits are not
    after = rate(FREE, Model.OPENSKILL, sides, FIRST_WINS if winner == 0 else SECOND_WINS)
    expected = by_library(FREE, sides, winner)
    for side, library in zip(after, expected, strict=True):
        for ours, theirs in zip(side, library, strict=True):
            assert ours.mu == approx(theirs.mu)
            assert ours.sigma == approx(theirs.sigma)


@MANY
@given(sides=tables())
def test_R14_two_sides_are_rated_as_the_paper_says(sides):
    for winner, verdicts in enumerate((FIRST_WINS, SECOND_WINS)):
        after = rate(FREE, Model.OPENSKILL, sides, verdicts)
        expected = weng_lin(FREE, sides, winner)
        for side, paper in zip(after, expected, strict=True):
            for ours, (mu, sigma) in zip(side, paper, strict=True):
                assert ours.mu == approx(mu)
                assert ours.sigma == approx(sigma)


def test_a_first_game_among_four_new_players_by_hand():
    figures = Parameters(mu=1500, sigma=300, beta=400, tau=0, sigma_floor=1)
    new = figures.start()
    (north, south), (east, west) = rate(
        figures, Model.OPENSKILL, ((new, new), (new, new)), FIRST_WINS
    )
    # c² = 4 · 300² + 2 · 400² = 680,000; an even game: V = 2 phi(0) = sqrt(2/pi), W = V² = 2/pi
    step = 90_000 / math.sqrt(680_000) * math.sqrt(2 / math.pi)
    assert north == south
    assert east == west
    assert north.mu == approx(1500 + step)
    assert east.mu == approx(1500 - step)
    assert north.sigma == approx(300 * math.sqrt(1 - 90_000 / 680_000 * 2 / math.pi))


def test_tau_of_nought_is_no_drift():
    """The library takes a tau of nought handed to `rate` for none given."""
    with_drift, without = Parameters(tau=50, sigma_limited=False), Parameters(tau=0)
    sure = Skill(1500, 60)
    sides = ((sure, sure), (sure, sure))
    expected = weng_lin(without, sides, 0)
    for _ in range(2):  # a game with drift between leaves nothing behind
        rate(with_drift, Model.OPENSKILL, sides, FIRST_WINS)
        after = rate(without, Model.OPENSKILL, sides, FIRST_WINS)
        assert after[0][0].mu == approx(expected[0][0][0])
        assert after[0][0].sigma == approx(expected[0][0][1])


def test_elo_by_hand():
    figures = Parameters(elo_k=20, elo_scale=400)
    sides = ((Skill(1700, 200), Skill(1500, 200)), (Skill(1300, 200), Skill(1100, 200)))
    assert win_probability(figures, Model.ELO, sides) == approx(10 / 11)
    after = rate(figures, Model.ELO, sides, FIRST_WINS)
    assert [s.mu for side in after for s in side] == approx(
        [1700 + 20 / 11, 1500 + 20 / 11, 1300 - 20 / 11, 1100 - 20 / 11]
    )


def test_the_uncertainty_of_elo_halves_its_variance_after_the_stated_games():
    figures = Parameters(sigma_floor=1)
    skill = figures.start()
    for _ in range(figures.elo_games):
        skill = rate(
            figures, Model.ELO, ((skill,), (skill,)), ((FIRST_WINS[0][0],), (FIRST_WINS[1][0],))
        )[0][0]
    assert skill.sigma == approx(figures.sigma / math.sqrt(2))


def test_an_even_game_has_an_even_chance():
    new = FIGURES.start()
    for model in Model:
        assert win_probability(FIGURES, model, ((new, new), (new, new))) == 0.5
