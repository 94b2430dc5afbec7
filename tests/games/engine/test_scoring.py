"""The settlement of a hand."""

import json
from pathlib import Path

import pytest

from games.engine import PRESETS, RuleSet, ScoreError, score_hand
from games.engine.scoring import LineKind, end_of_game
from tests.games.engine.hands import CLASSIC, DUPLICATE, HOUSE500, N, S, with_options

DATA = Path(__file__).parents[2] / "data" / "scoring_cases.jsonl"
CASES = [json.loads(line) for line in DATA.read_text().splitlines()]


def settle(bids, tricks, *, rules=CLASSIC, scores=(0, 0), bags=(0, 0), hand_no=1):
    return score_hand(rules, bids=bids, tricks=tricks, scores=scores, bags=bags, hand_no=hand_no)


@pytest.mark.parametrize("case", CASES, ids=[f"{c['id']} {c['source'][:60]}" for c in CASES])
def test_the_worked_cases_of_the_two_rule_texts(case):
    """One settled hand per statement; the ids of the cases name the statements."""
    rules = PRESETS[case["preset"]]
    score = score_hand(rules, bids=case["bids"], tricks=case["tricks"], **case["before"])
    assert {
        "delta": list(score.deltas),
        "scores": list(score.scores),
        "bags": list(score.bags),
        "over": score.over,
        "winner": score.to_dict()["winner"],
    } == case["expect"], case["why"]


def test_there_are_eighty_worked_cases():
    assert len(CASES) == 80


def test_a_made_contract_pays_ten_a_trick_for_both_partners_together():
    """S000-44, S000-45, S000-46, S000-97, S000-110, S001-25: 5 bid, 5 taken: 50."""
    assert settle([3, 4, 2, 4], [2, 4, 3, 4]).deltas == (50, 80)
    assert settle([3, 4, 2, 4], [5, 4, 0, 4]).deltas == (50, 80)


def test_a_set_contract_costs_ten_a_trick_bid_not_ten_a_trick_short():
    """S000-47, S001-27."""
    assert settle([4, 3, 4, 3], [4, 3, 3, 3]).deltas == (-80, 60)


def test_each_trick_above_the_contract_is_a_point_and_a_bag_fault_A8():
    """S000-48, S000-103, S001-25, S001-26, S001-44; public fault 8: no point for bags."""
    score = settle([4, 3, 3, 2], [5, 3, 3, 2])
    assert (score.deltas[0], score.bags[0]) == (71, 1)
    assert settle([3, 4, 2, 4], [4, 4, 2, 3]).deltas[0] == 51


def test_nil_is_worth_100_either_way():
    """S000-33, S000-34, S000-50, S000-100, S000-101, S001-7, S001-16, S001-28."""
    assert settle(["nil", 3, 4, 4], [0, 4, 5, 4]).deltas[0] == 100 + 41
    assert settle(["nil", 4, 4, 4], [1, 4, 4, 4]).deltas[0] == -100 + 40


def test_blind_nil_is_worth_200_by_the_one_text_and_150_by_the_other():
    """S000-35, S000-51, S000-102, S001-8, S001-28, S001-41."""
    for rules, value in ((CLASSIC, 200), (HOUSE500, 150)):
        made = settle(["blind_nil", 3, 4, 4], [0, 4, 5, 4], rules=rules, scores=(0, 200))
        failed = settle(["blind_nil", 4, 4, 4], [1, 4, 4, 4], rules=rules, scores=(0, 200))
        assert (made.deltas[0], failed.deltas[0]) == (value + 41, -value + 40)


def test_nils_and_the_contract_are_judged_apart():
    """S000-29, S000-49, S001-16: a made nil beside a set contract, and the other way round."""
    assert settle(["nil", 4, 5, 3], [0, 5, 4, 4]).deltas[0] == 100 - 50
    assert settle(["nil", 3, 4, 4], [1, 3, 5, 4]).deltas[0] == -100 + 41


def test_the_tricks_of_a_failed_nil_do_not_help_the_partner_fault_B19():
    """S000-52, S000-100, S001-29; public fault 19: they were added to the team's."""
    for rules in (CLASSIC, HOUSE500):
        assert settle(["nil", 3, 4, 3], [1, 4, 3, 5], rules=rules).deltas[0] == -140


def test_the_tricks_of_a_failed_nil_are_bags_without_a_point_or_nothing():
    """S001-29, S001-46 in classic; S000-52 in house500."""
    tricks = [2, 3, 4, 4]
    classic = settle(["nil", 3, 3, 4], tricks)
    house = settle(["nil", 3, 3, 4], tricks, rules=HOUSE500)
    assert classic.deltas == house.deltas == (-69, 70)
    assert (classic.bags[0], house.bags[0]) == (3, 1)


def test_the_tricks_of_a_failed_nil_may_help_the_partner_where_an_option_says_so():
    rules = with_options(failed_nil_tricks="help_partner")
    saved = settle(["nil", 3, 4, 3], [1, 4, 3, 5], rules=rules)
    assert (saved.deltas[0], saved.bags[0]) == (-100 + 40, 0)
    over = settle(["nil", 3, 3, 3], [2, 4, 3, 4], rules=rules)
    assert (over.deltas[0], over.bags[0]) == (-100 + 32, 2)
    nothing_to_help = settle(["nil", 6, "nil", 5], [2, 6, 0, 5], rules=rules)
    assert (nothing_to_help.deltas[0], nothing_to_help.bags[0]) == (0, 2)


def test_two_nils_are_counted_each_alone_and_every_trick_is_a_bag_fault_B20():
    """S001-50, S001-51; public fault 20: the tricks vanished from the bag count."""
    score = settle(["nil", 6, "nil", 5], [2, 6, 0, 5])
    assert (score.deltas, score.bags) == ((0, 110), (2, 0))
    assert not [line for line in score.lines if line.side == 0 and line.kind == "contract"]


def test_the_lines_tell_a_made_nil_from_a_failed_one_fault_B22():
    """Public fault 22: only made nils were counted as tried."""
    score = settle(["nil", 6, "nil", 5], [2, 6, 0, 5])
    nils = [line for line in score.lines if line.kind is LineKind.NIL]
    assert [(line.seat, line.made) for line in nils] == [(N, False), (S, True)]


@pytest.mark.parametrize("bags", range(10))
def test_the_tenth_bag_costs_a_hundred_and_the_rest_stays_fault_A5(bags):
    """S000-54, S000-104, S001-5, S001-26, S001-45; public faults 5 and 7: at least ten."""
    score = settle([3, 4, 2, 4], [5, 3, 3, 2], bags=(bags, 0))
    gained = bags + 3
    assert score.bags[0] == gained % 10
    assert score.deltas[0] == 53 - (100 if gained >= 10 else 0)
    assert score.penalties[0] == gained // 10


def test_two_penalties_in_one_hand_are_two_fault_A1_A2():
    """S001-5, S001-45; public faults 1 and 2: one penalty for eleven bags on top of nine."""
    score = settle([1, 1, 1, 1], [7, 0, 6, 0], scores=(200, 100), bags=(9, 0))
    assert (score.deltas[0], score.bags[0], score.penalties) == (-169, 0, (2, 0))
    assert score.to_dict()["penalties"] == [2, 0]


def test_the_counter_is_not_punished_again_in_the_next_hand_fault_A13():
    """Public fault 13: after a five-bag penalty the counter kept its old value."""
    quick = PRESETS["quick250"]
    first = settle([1, 3, 1, 3], [5, 2, 5, 1], rules=quick)
    assert (first.deltas[0], first.bags[0]) == (20 + 8 - 50, 3)
    second = settle([4, 3, 3, 3], [4, 3, 3, 3], rules=quick, scores=first.scores, bags=first.bags)
    assert (second.deltas[0], second.bags[0]) == (70, 3)


def test_bags_are_never_read_off_the_score_fault_A11():
    """S001-44; public faults 10 and 11: one number packed points and bags."""
    below = settle([4, 3, 0, 3], [8, 1, 3, 1], scores=(-57, 0), bags=(1, 0))
    assert below.bags[0] == 1 + 4 + 3
    packed = settle([4, 3, 3, 3], [4, 3, 3, 3], scores=(410, 0), bags=(9, 0))
    assert (packed.scores[0], packed.over) == (480, False)


def test_bags_need_not_be_counted():
    """S000-53: the point stays, the count does not exist."""
    rules = with_options(bag_block=0)
    score = settle([1, 1, 1, 1], [7, 0, 6, 0], rules=rules)
    assert (score.deltas[0], score.bags, score.penalties) == (31, (0, 0), (0, 0))
    assert settle(["nil", 3, 3, 4], [2, 3, 4, 4], rules=rules).bags == (0, 0)


def test_scores_rebuilt_from_the_lines_are_the_scores_fault_A4():
    """S000-44; public fault 4: a rebuilt total forgot what the bags had cost."""
    for case in CASES:
        rules = PRESETS[case["preset"]]
        score = score_hand(rules, bids=case["bids"], tricks=case["tricks"], **case["before"])
        for side in range(2):
            lines = [line for line in score.lines if line.side == side]
            assert sum(line.points for line in lines) == score.deltas[side]
            assert case["before"]["bags"][side] + sum(x.bags for x in lines) == score.bags[side]


def test_a_hand_settles_in_the_order_nils_contract_overtricks_bags():
    """S000-44: the lines stand in the order in which the rules settle."""
    score = settle(["nil", 4, 3, 3], [1, 4, 5, 3], bags=(8, 0))
    kinds = [line.kind for line in score.lines if line.side == 0]
    assert kinds == ["nil", "contract", "overtricks", "bag_penalty"]


def test_nothing_is_left_over_from_one_hand_to_the_next_fault_A14():
    """Public fault 14: tallies survived on one of two paths. A settlement has no memory."""
    assert settle([4, 3, 3, 2], [5, 3, 3, 2]) == settle([4, 3, 3, 2], [5, 3, 3, 2])


def test_ten_for_200_is_paid_for_ten_bid_not_ten_taken_fault_A17():
    """Public fault 17."""
    rules = with_options(ten_for_200=True)
    assert settle([4, 1, 3, 2], [5, 1, 5, 2], rules=rules).deltas[0] == 73
    assert settle([5, 1, 5, 2], [5, 1, 5, 2], rules=rules).deltas[0] == 200
    assert settle([5, 1, 5, 2], [6, 1, 5, 1], rules=rules).deltas[0] == 201
    assert settle([5, 1, 5, 2], [4, 2, 5, 2], rules=rules).deltas[0] == -200
    assert settle([6, 1, 5, 1], [6, 1, 5, 1], rules=rules).deltas[0] == 110
    assert settle([5, 1, 5, 2], [5, 1, 5, 2]).deltas[0] == 100


def test_a_moon_of_thirteen_pays_200_and_costs_130():
    rules = with_options(moon=True)
    assert settle([7, 1, 6, "nil"], [7, 0, 6, 0], rules=rules).deltas[0] == 200
    assert settle([7, 1, 6, 1], [7, 1, 5, 0], rules=rules).deltas[0] == -130
    assert settle([6, 1, 6, 1], [7, 0, 6, 0], rules=rules).deltas[0] == 121


def test_a_board_costs_nine_for_an_overtrick_and_ten_for_a_trick_of_a_failed_nil():
    """The duplicate preset: nothing is carried over and nobody wins the board."""
    score = settle([3, 4, 3, 3], [4, 3, 3, 3], rules=DUPLICATE)
    assert (score.deltas, score.bags, score.penalties) == ((60 - 9, -70), (0, 0), (1, 0))
    failed = settle(["nil", 4, 4, 4], [2, 4, 4, 3], rules=DUPLICATE)
    assert failed.deltas[0] == -100 + 40 - 20
    assert (score.over, score.winner) == (True, None)
    level = settle([4, 3, 3, 3], [4, 3, 3, 3], rules=DUPLICATE, scores=(-10, 0))
    assert (level.over, level.winner) == (True, None)


def test_the_score_is_carried_to_json_by_names():
    data = settle(["nil", 4, 3, 3], [1, 4, 5, 3], scores=(450, 460)).to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["winner"] == "EW"
    assert data["lines"][0] == {
        "side": "NS",
        "kind": "nil",
        "seat": "N",
        "points": -100,
        "bags": 1,
        "bid": None,
        "tricks": 1,
        "made": False,
    }


# -- the end of a game ---------------------------------------------------------------------


def over(scores, *, rules=CLASSIC, hand_no=1):
    return end_of_game(rules, scores, hand_no)


def test_a_game_ends_when_a_side_reaches_the_target():
    """S000-57, S000-98, S001-3, S001-30, S001-52, S001-53: at it, not above it."""
    assert over((499, 300)) == (False, None)
    assert over((500, 300)) == (True, 0)
    assert over((100, 300), rules=PRESETS["short300"]) == (True, 1)


def test_the_end_is_tested_on_totals_not_on_the_hand_fault_E68():
    """S001-30; public fault 68: target and floor were compared with the hand's points."""
    score = settle([3, 4, 3, 3], [3, 4, 3, 3], scores=(490, 300))
    assert (score.scores[0], score.over, score.winner) == (550, True, 0)
    assert not settle([13, 1, "nil", 1], [13, 0, 0, 0]).over


def test_the_higher_score_wins_when_both_are_over_the_target():
    """S001-31, S001-53."""
    assert over((520, 530)) == (True, 1)
    assert over((531, 530)) == (True, 0)


def test_a_perfect_tie_plays_one_more_hand_fault_E67():
    """S001-31, S001-54; public fault 67: the game ended level."""
    for rules in (CLASSIC, HOUSE500):
        assert over((520, 520), rules=rules) == (False, None)
    assert over((-230, -230), rules=HOUSE500) == (False, None)
    assert over((200, 200), hand_no=40) == (False, None)


def test_after_a_tie_the_next_hand_decides_or_the_game_goes_on():
    """S001-31, S001-54: both back below the target, nobody has won."""
    assert over((430, 450)) == (False, None)
    assert over((590, 580)) == (True, 0)


def test_a_side_at_the_floor_loses():
    """S000-58: exactly -200 is enough; the other text has no floor."""
    assert over((-200, 160), rules=HOUSE500) == (True, 1)
    assert over((-199, 160), rules=HOUSE500) == (False, None)
    assert over((-200, 160), rules=CLASSIC) == (False, None)
    assert over((-230, -220), rules=HOUSE500) == (True, 1)
    assert over((-230, -109), rules=HOUSE500) == (True, 1)


def test_a_game_ends_at_its_cap_of_hands_unless_it_is_level():
    """S001-54; public fault 65: two losing sides played for ever."""
    assert over((100, 90), hand_no=39) == (False, None)
    assert over((100, 90), hand_no=40) == (True, 0)
    assert over((90, 90), hand_no=40) == (False, None)
    assert over((90, 95), hand_no=41) == (True, 1)
    assert settle([3, 3, 3, 3], [4, 3, 3, 3], hand_no=40).over


def test_the_winner_is_a_side_so_both_partners_have_won_fault_E73():
    """Public fault 73: the winning team was compared with a user."""
    score = settle([4, 3, 3, 3], [4, 3, 3, 3], scores=(430, 300))
    assert CLASSIC.sides[score.winner] == (N, S)


# -- input that no hand can show -------------------------------------------------------------

GOOD = {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3], "scores": [0, 0], "bags": [0, 0]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"bids": [4, 3, 3]},
        {"bids": [4, 3, 3, 3, 3]},
        {"bids": [14, 3, 3, 3]},
        {"bids": [-1, 3, 3, 3]},
        {"bids": [True, 3, 3, 3]},
        {"bids": [2.0, 3, 3, 3]},
        {"bids": [float("nan"), 3, 3, 3]},
        {"bids": ["4", 3, 3, 3]},
        {"bids": ["NIL", 3, 3, 3]},
        {"bids": ["blind:4", 3, 3, 3]},
        {"bids": [None, 3, 3, 3]},
        {"bids": [[4], 3, 3, 3]},
        {"tricks": [4, 3, 3]},
        {"tricks": [4, 3, 3, 2]},
        {"tricks": [4, 3, 3, 4]},
        {"tricks": [-1, 4, 5, 5]},
        {"tricks": [4.0, 3, 3, 3]},
        {"tricks": [True, 4, 4, 4]},
        {"scores": [0]},
        {"scores": [0, 0.5]},
        {"scores": [0, None]},
        {"bags": [0, 0, 0]},
        {"bags": [-1, 0]},
        {"bags": [0, True]},
        {"hand_no": 0},
        {"hand_no": 1.0},
        {"reneges": {"N": 3}},
    ],
    ids=repr,
)
def test_values_that_no_hand_can_show_are_refused(wrong):
    with pytest.raises(ScoreError):
        score_hand(CLASSIC, **(GOOD | wrong))


def test_tricks_that_do_not_add_up_are_refused_also_beside_a_nil_fault_A16():
    """S000-15; public fault 16: fourteen tricks went through when somebody bid nil."""
    with pytest.raises(ScoreError, match="add up to 13, not 14"):
        settle(["nil", 3, 4, 5], [0, 4, 5, 5])


def test_a_blind_nil_is_refused_where_the_rules_have_none():
    with pytest.raises(ScoreError, match="no blind nil"):
        settle(["blind_nil", 3, 4, 4], [0, 4, 5, 4], rules=DUPLICATE)


def test_zero_reads_as_nil():
    """S000-27."""
    assert settle([0, 3, 4, 4], [0, 4, 5, 4]) == settle(["nil", 3, 4, 4], [0, 4, 5, 4])


def test_rules_are_data():
    assert settle(["nil", 3, 4, 4], [0, 4, 5, 4], rules=RuleSet(nil_value=50)).deltas[0] == 91
