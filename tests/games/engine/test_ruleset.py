"""Options and presets: what they are and what is refused."""

import pytest

from games.engine import PRESETS, RATED_PRESETS, RuleError, RuleSet, difference
from games.engine.ruleset import CHOICES, NUMBERS, OPTIONS
from tests.games.engine.hands import CLASSIC, DUPLICATE, HOUSE500, with_options

TABLE = {
    #            classic short300 house500 quick250 duplicate
    "target": (500, 300, 500, 250, None),
    "floor": (None, None, -200, -200, None),
    "hand_cap": (40, 30, 40, 30, None),
    "nil_value": (100, 100, 100, 100, 100),
    "blind_nil_value": (200, 200, 150, 150, None),
    "bag_block": (10, 10, 10, 5, 1),
    "bag_penalty": (100, 100, 100, 50, 10),
    "failed_nil_tricks": ("bags", "bags", "ignored", "ignored", "bags"),
    "blind_nil": ("behind100", "behind100", "behind100", "behind100", "off"),
    "blind_nil_per_team": (1, 1, 2, 2, 1),
    "blind_nil_pass": (2, 2, 0, 0, 0),
    "nil_pass": (0, 0, 0, 0, 0),
    "first_dealer": ("random",) * 5,
    "lead_spades": ("when_broken",) * 5,
}


@pytest.mark.parametrize("option", TABLE)
def test_the_presets_have_the_values_of_the_rule_book(option):
    """S000-57, S001-52, S000-54, S000-58; the rows of the table of presets."""
    found = tuple(PRESETS[name].to_dict()[option] for name in PRESETS)
    assert tuple(PRESETS) == ("classic", "short300", "house500", "quick250", "duplicate")
    assert found == TABLE[option]


def test_rated_play_uses_the_five_presets():
    assert set(RATED_PRESETS) == set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_reads_back_what_it_writes(name):
    assert RuleSet.from_dict(PRESETS[name].to_dict()) == PRESETS[name]


def test_an_option_left_out_has_its_default():
    assert RuleSet.from_dict({}) == CLASSIC


def test_a_difference_names_the_changed_options():
    changed = with_options(target=300, nil_pass=1)
    assert difference(changed, CLASSIC) == {"target": (500, 300), "nil_pass": (0, 1)}
    assert difference(CLASSIC, CLASSIC) == {}


def faults_of(options):
    with pytest.raises(RuleError) as refused:
        RuleSet.from_dict(options)
    return refused.value.fields


NOT_INTS = [True, False, 5.0, float("nan"), float("inf"), "5", "", [5], {}, 10**40, -(10**40)]


@pytest.mark.parametrize("value", NOT_INTS, ids=repr)
@pytest.mark.parametrize("option", NUMBERS)
def test_a_number_must_be_a_whole_number_in_range(option, value):
    assert set(faults_of({option: value})) == {option}


@pytest.mark.parametrize("option", NUMBERS)
def test_a_number_just_outside_its_range_is_refused(option):
    rule = NUMBERS[option]
    for value in (rule.low - 1, rule.high + 1):
        assert faults_of({option: value})[option].startswith("must be a whole number")


@pytest.mark.parametrize("value", ["", "BAGS", "bag", None, 1, True, [], {"a": 1}], ids=repr)
@pytest.mark.parametrize("option", CHOICES)
def test_a_choice_must_be_one_of_its_values(option, value):
    assert faults_of({option: value})[option].startswith("must be one of")


@pytest.mark.parametrize("value", [0, 1, "true", None, 1.0], ids=repr)
def test_a_switch_is_true_or_false_and_nothing_that_equals_it(value):
    assert faults_of({"moon": value}) == {"moon": "must be true or false"}


def test_every_wrong_field_is_named_at_once():
    assert set(faults_of({"target": -1, "bag_block": "ten"})) == {"target", "bag_block"}


@pytest.mark.parametrize("option", ["jokers", "players", "kitty", "renege", "target "])
def test_an_option_that_does_not_exist_is_refused_by_name(option):
    assert faults_of({option: "off"}) == {option: "is not an option"}


@pytest.mark.parametrize("data", [None, [], "classic", 5], ids=repr)
def test_rules_are_an_object(data):
    assert set(faults_of(data)) == {"rules"}


def test_options_that_contradict_each_other_are_refused_with_all_fields():
    assert set(faults_of({"target": None, "hand_cap": None, "floor": -200})) == {
        "target",
        "hand_cap",
        "floor",
    }
    assert set(faults_of({"blind_nil_value": None})) == {"blind_nil", "blind_nil_value"}


def test_a_game_to_a_target_can_end_without_anybody_reaching_it_fault_E65():
    """Public fault 65: no floor and no cap, and two losing sides played for ever."""
    assert set(faults_of({"hand_cap": None, "floor": None})) == {"target", "hand_cap", "floor"}
    for rules in PRESETS.values():
        assert rules.is_single_board or rules.hand_cap is not None


def test_a_board_stands_alone_and_a_game_does_not():
    assert DUPLICATE.is_single_board
    assert not CLASSIC.is_single_board
    assert not HOUSE500.is_single_board


def test_wrong_values_cannot_be_constructed_either():
    with pytest.raises(RuleError):
        RuleSet(target=0)


def test_every_option_is_a_number_a_choice_or_a_switch():
    switches = {name for name in OPTIONS if isinstance(getattr(CLASSIC, name), bool)}
    assert set(OPTIONS) == set(NUMBERS) | set(CHOICES) | switches
