"""Ratings over many games: they stay finite, stay where they belong, and grow sure."""

import numpy as np
import pytest

from ratings.engine import Model, Parameters, Skill, rate
from ratings.kernel import replay_period, starting
from tests.ratings.engine.figures import FIGURES, FIRST_WINS, SECOND_WINS, weng_lin


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_R13_a_million_games_among_a_hundred_equals_stay_in_bounds(model):
    rng = np.random.default_rng(13)
    games, people = 1_000_000, 100
    first = rng.integers(0, people, (games, 1))
    steps = rng.integers(1, 33, (games, 3)) + np.array([0, 33, 66])  # three others, all different
    players = rng.permuted(np.hstack([first, (first + steps) % people]), axis=1)
    verdicts = np.where(rng.random((games, 1)) < 0.5, [[1, 1, -1, -1]], [[-1, -1, 1, 1]])
    mu, sigma = starting(FIGURES, people)
    _, after = replay_period(FIGURES, model, players, verdicts, mu, sigma)
    assert np.isfinite(after).all()
    assert after[:, :, 1].min() >= FIGURES.sigma_floor
    assert after[:, :, 1].max() <= FIGURES.sigma
    assert abs(mu.mean() - FIGURES.mu) < FIGURES.mu / 100
    assert np.abs(mu - FIGURES.mu).max() < 2 * FIGURES.sigma


@pytest.mark.parametrize("model", Model)
def test_R14_the_strong_fall_and_the_weak_rise_over_thirty_upsets(model):
    strong, weak = Skill(2_000, 80), Skill(1_000, 80)
    sides = ((strong, strong), (weak, weak))
    for _ in range(30):
        after = rate(FIGURES, model, sides, SECOND_WINS)
        assert after[0][0].mu < sides[0][0].mu
        assert after[1][0].mu > sides[1][0].mu
        sides = after
    assert sides[0][0].mu - sides[1][0].mu < 1_000
    # each loss, expected or not, moves by no more than the start is unsure
    assert all(0 < skill.mu < 3_000 for side in sides for skill in side)


def test_R14_thirty_upsets_are_those_of_the_second_implementation():
    figures = Parameters(tau=0, sigma_floor=1)
    sides = ((Skill(2_000, 80), Skill(1_900, 120)), (Skill(1_000, 80), Skill(1_100, 200)))
    paper = sides
    for _ in range(30):
        sides = rate(figures, Model.OPENSKILL, sides, SECOND_WINS)
        by_hand = weng_lin(figures, paper, 1)
        paper = tuple(tuple(Skill(mu, sigma) for mu, sigma in side) for side in by_hand)
    for ours, theirs in zip(sides, paper, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            assert one.mu == pytest.approx(other.mu, abs=1e-9)
            assert one.sigma == pytest.approx(other.sigma, abs=1e-9)


@pytest.mark.parametrize("model", Model)
def test_R16_ten_games_in_an_hour_make_surer_each_time(model):
    new = FIGURES.start()
    sides = ((new, new), (new, new))
    for game in range(10):
        after = rate(FIGURES, model, sides, FIRST_WINS if game % 2 else SECOND_WINS)
        assert all(
            now.sigma < was.sigma
            for side, before in zip(after, sides, strict=True)
            for now, was in zip(side, before, strict=True)
        )
        sides = after


def test_a_newcomer_who_wins_moves_more_than_a_veteran_beside():
    new, known = FIGURES.start(), Skill(FIGURES.mu, 60)
    after = rate(FIGURES, Model.OPENSKILL, ((new, known), (known, known)), FIRST_WINS)[0]
    assert after[0].mu - new.mu > 5 * (after[1].mu - known.mu) > 0
