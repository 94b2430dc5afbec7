"""What holds for every game, whoever plays."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ratings.engine import Model, Parameters, Skill, Verdict, rate, shown, win_probability
from tests.ratings.engine.figures import (
    FIGURES,
    FIRST_WINS,
    LOSS,
    MANY,
    NONE,
    SECOND_WINS,
    WIN,
    tables,
    wild_skills,
)

models = st.sampled_from(Model)
games = tables(wild_skills)
results = st.sampled_from([FIRST_WINS, SECOND_WINS])


def everybody(sides):
    return [skill for side in sides for skill in side]


@MANY
@given(models, games, results)
def test_R07_swapping_the_sides_swaps_the_result_exactly(model, sides, verdicts):
    straight = rate(FIGURES, model, sides, verdicts)
    swapped = rate(FIGURES, model, sides[::-1], verdicts[::-1])
    assert swapped == straight[::-1]


@MANY
@given(models, games, results)
def test_R19_swapping_partners_swaps_the_result_exactly(model, sides, verdicts):
    straight = rate(FIGURES, model, sides, verdicts)
    turned = rate(FIGURES, model, (sides[0][::-1], sides[1]), verdicts)
    assert turned == (straight[0][::-1], straight[1])


@MANY
@given(models, st.builds(Skill, mu=st.floats(0, 3000), sigma=st.floats(1, 270)), results)
def test_R10_R19_equal_players_with_equal_results_get_equal_numbers(model, skill, verdicts):
    first, second = rate(FIGURES, model, ((skill, skill), (skill, skill)), verdicts)
    assert first[0] == first[1]
    assert second[0] == second[1]


@MANY
@given(models, games, results)
def test_R11_a_win_never_lowers_the_shown_number_and_a_loss_never_raises_it(model, sides, verdicts):
    after = rate(FIGURES, model, sides, verdicts)
    for was, now, verdict in zip(
        everybody(sides), everybody(after), everybody(verdicts), strict=True
    ):
        if verdict is WIN:
            assert now.mu >= was.mu
            assert shown(now) >= shown(was)
        else:
            assert now.mu <= was.mu
            assert shown(now) <= shown(was)


@MANY
@given(models, games, results)
def test_R11_a_game_never_makes_anybody_less_sure(model, sides, verdicts):
    after = rate(FIGURES, model, sides, verdicts)
    for was, now in zip(everybody(sides), everybody(after), strict=True):
        assert now.sigma <= was.sigma
        assert now.sigma >= min(was.sigma, FIGURES.sigma_floor)


@MANY
@given(models, tables(), results)
def test_a_sigma_that_may_grow_never_passes_the_start(model, sides, verdicts):
    figures = Parameters(sigma=500, tau=80, sigma_limited=False)
    after = rate(figures, model, sides, verdicts)
    assert all(skill.sigma <= figures.sigma for skill in everybody(after))


def test_a_sigma_that_may_grow_does():
    sure = Skill(1500, FIGURES.sigma_floor)
    sides = ((sure, sure), (sure, sure))
    free = Parameters(tau=80, sigma_limited=False)
    limited = Parameters(tau=80)
    assert rate(free, Model.OPENSKILL, sides, FIRST_WINS)[0][0].sigma > sure.sigma
    assert rate(limited, Model.OPENSKILL, sides, FIRST_WINS)[0][0].sigma == sure.sigma


@MANY
@given(models, games, results)
def test_a_quitters_loss_does_not_touch_what_the_others_get(model, sides, verdicts):
    told = rate(FIGURES, model, sides, verdicts)
    quitter = rate(FIGURES, model, sides, ((LOSS, verdicts[0][1]), verdicts[1]))
    lost = rate(FIGURES, model, sides, SECOND_WINS)
    assert quitter[0][0] == lost[0][0]
    assert everybody(quitter)[1:] == everybody(told)[1:]


@MANY
@given(models, games, results, st.sampled_from([0, 1]), st.sampled_from([0, 1]))
def test_an_exempt_player_is_exactly_as_before(model, sides, verdicts, side, place):
    told = rate(FIGURES, model, sides, verdicts)
    parts = [list(part) for part in verdicts]
    parts[side][place] = NONE
    after = rate(FIGURES, model, sides, (tuple(parts[0]), tuple(parts[1])))
    for s in (0, 1):
        for p in (0, 1):
            expected = sides[s][p] if (s, p) == (side, place) else told[s][p]
            assert after[s][p] == expected


@MANY
@given(models, games)
def test_four_quitters_all_take_a_loss(model, sides):
    after = rate(FIGURES, model, sides, ((LOSS, LOSS), (LOSS, LOSS)))
    assert after[0] == rate(FIGURES, model, sides, SECOND_WINS)[0]
    assert after[1] == rate(FIGURES, model, sides, FIRST_WINS)[1]


@MANY
@given(models, games)
def test_the_chances_of_both_sides_add_up_to_one(model, sides):
    chance = win_probability(FIGURES, model, sides)
    assert 0 <= chance <= 1
    assert chance + win_probability(FIGURES, model, sides[::-1]) == pytest.approx(1)


@MANY
@given(models, tables(), st.floats(1, 500))
def test_a_better_side_has_the_better_chance(model, sides, step):
    better = (Skill(sides[0][0].mu + step, sides[0][0].sigma), sides[0][1])
    chance = win_probability(FIGURES, model, sides)
    assert win_probability(FIGURES, model, (better, sides[1])) >= chance


@MANY
@given(models, tables())
def test_a_win_against_odds_is_worth_more(model, sides):
    chance = win_probability(FIGURES, model, sides)
    assume(abs(chance - 0.5) > 0.001)
    gained = [
        sum(s.mu for s in rate(FIGURES, model, sides, verdicts)[side])
        - sum(s.mu for s in sides[side])
        for side, verdicts in enumerate((FIRST_WINS, SECOND_WINS))
    ]
    share = [sum(s.sigma**2 + FIGURES.tau**2 for s in side) for side in sides]
    if model is Model.ELO:
        share = [1.0, 1.0]
    worth = [gain / part for gain, part in zip(gained, share, strict=True)]
    assert (worth[0] < worth[1]) == (chance > 0.5)


def test_one_verdict_of_each_kind_is_known():
    assert {WIN, LOSS, NONE} == set(Verdict)
