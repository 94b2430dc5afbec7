"""A period at once gives what its games give one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine import Model, Parameters, RatingError, Skill, Verdict, rate
from ratings.kernel import VERDICTS, compiled, replay_period, starting
from ratings.kernel.period import _compiled, _figures, _interpreted
from tests.ratings.engine.figures import LOSS, MANY, NONE, WIN

BY_CODE = {code: verdict for verdict, code in VERDICTS.items()}

WAYS = [_interpreted] + ([_compiled] if compiled.replay() else [])


def period(seed, games, people, size=2):
    """Rows of different players and verdicts of every kind: results, quitters, the exempt."""
    rng = np.random.default_rng(seed)
    players = np.array([rng.permutation(people)[: 2 * size] for _ in range(games)])
    won = rng.integers(0, 2, games) * 2 - 1
    verdicts = np.repeat(np.stack([won, -won], axis=1), size, axis=1)
    verdicts[rng.random(verdicts.shape) < 0.1] = VERDICTS[LOSS]
    verdicts[rng.random(verdicts.shape) < 0.1] = VERDICTS[NONE]
    return players, verdicts


def one_by_one(figures, model, players, verdicts, people):
    size = players.shape[1] // 2
    skills = [figures.start()] * people
    before, after = [], []
    for row, codes in zip(players.tolist(), verdicts.tolist(), strict=True):
        found = [skills[player] for player in row]
        told = [BY_CODE[code] for code in codes]
        sides = rate(
            figures,
            model,
            (tuple(found[:size]), tuple(found[size:])),
            (tuple(told[:size]), tuple(told[size:])),
        )
        left = [*sides[0], *sides[1]]
        for player, skill in zip(row, left, strict=True):
            skills[player] = skill
        before.append([(s.mu, s.sigma) for s in found])
        after.append([(s.mu, s.sigma) for s in left])
    return np.array(before), np.array(after), skills


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("size", [2, 1])
@pytest.mark.parametrize(
    "figures",
    [
        Parameters(),
        Parameters(tau=0, sigma=300, sigma_floor=1),
        Parameters(tau=60, sigma_limited=False),
        Parameters(surprise=1.5, beta=40, mu=-200),
    ],
    ids=["defaults", "no_drift", "sigma_may_grow", "other_figures"],
)
def test_a_period_equals_its_games_one_by_one(model, size, figures):
    players, verdicts = period(seed=size, games=1_500, people=30, size=size)
    before, after, skills = one_by_one(figures, model, players, verdicts, 30)
    mu, sigma = starting(figures, 30)
    found, left = replay_period(figures, model, players, verdicts, mu, sigma)
    assert np.abs(found - before).max() <= 1e-9
    assert np.abs(left - after).max() <= 1e-9
    assert np.abs(mu - [s.mu for s in skills]).max() <= 1e-9
    assert np.abs(sigma - [s.sigma for s in skills]).max() <= 1e-9


@pytest.mark.parametrize("run", WAYS)
@pytest.mark.parametrize("model", Model)
def test_compiled_and_interpreted_are_held_to_one_record(model, run):
    figures = Parameters()
    players, verdicts = period(seed=7, games=400, people=12)
    expected = one_by_one(figures, model, players, verdicts, 12)[1]
    mu, sigma = starting(figures, 12)
    before, after = np.empty((400, 4, 2)), np.empty((400, 4, 2))
    run(players, verdicts.astype(np.int8), mu, sigma, before, after, _figures(figures, model))
    assert np.abs(after - expected).max() <= 1e-9


@MANY
@given(
    mus=st.tuples(*[st.floats(-1e5, 1e5)] * 4),
    sigmas=st.tuples(*[st.floats(0.01, 5_000)] * 4),
    model=st.sampled_from(Model),
)
def test_any_single_game_equals_the_engine(mus, sigmas, model):
    figures = Parameters()
    skills = [Skill(m, s) for m, s in zip(mus, sigmas, strict=True)]
    sides = rate(
        figures, model, (tuple(skills[:2]), tuple(skills[2:])), ((LOSS, WIN), (LOSS, NONE))
    )
    mu, sigma = np.array(mus), np.array(sigmas)
    replay_period(figures, model, [[0, 1, 2, 3]], [[-1, 1, -1, 0]], mu, sigma)
    for index, skill in enumerate([*sides[0], *sides[1]]):
        assert mu[index] == pytest.approx(skill.mu, rel=1e-12, abs=1e-9)
        assert sigma[index] == pytest.approx(skill.sigma, rel=1e-12, abs=1e-9)


def test_an_empty_period_changes_nothing():
    mu, sigma = starting(Parameters(), 4)
    before, after = replay_period(
        Parameters(), Model.OPENSKILL, np.empty((0, 4), int), np.empty((0, 4), int), mu, sigma
    )
    assert len(before) == len(after) == 0
    assert (mu == Parameters().mu).all()


@pytest.mark.parametrize(
    ("players", "verdicts"),
    [
        pytest.param([[0, 1, 2, 0]], [[1, 1, -1, -1]], id="twice_at_a_table"),
        pytest.param([[0, 1, 2, 4]], [[1, 1, -1, -1]], id="nobody_known"),
        pytest.param([[0, 1, 2, -1]], [[1, 1, -1, -1]], id="below_nought"),
        pytest.param([[0, 1, 2, 3]], [[1, 1, 1, -1]], id="two_winners"),
        pytest.param([[0, 1, 2, 3]], [[1, 1, -2, -1]], id="no_verdict"),
        pytest.param([[0, 1, 2]], [[1, 1, -1]], id="three_players"),
        pytest.param([[0, 1, 2, 3]], [[1, -1]], id="too_few_verdicts"),
    ],
)
def test_rows_that_are_no_games_are_refused_and_nothing_changes(players, verdicts):
    mu, sigma = starting(Parameters(), 4)
    with pytest.raises(RatingError):
        replay_period(Parameters(), Model.OPENSKILL, players, verdicts, mu, sigma)
    assert (mu == Parameters().mu).all()


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 0.0, -1.0])
def test_ratings_that_mean_nothing_are_refused(bad):
    mu, sigma = starting(Parameters(), 4)
    sigma[2] = bad
    with pytest.raises(RatingError):
        replay_period(Parameters(), Model.OPENSKILL, [[0, 1, 2, 3]], [[1, 1, -1, -1]], mu, sigma)


def test_every_verdict_has_a_number():
    assert set(VERDICTS) == set(Verdict)
