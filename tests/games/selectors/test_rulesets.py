"""Presets and options in words."""

from dataclasses import replace

import pytest
from django.utils import translation

from games.engine.presets import PRESETS
from games.engine.ruleset import CHOICES, OPTIONS
from games.selectors import rulesets


def test_every_option_and_every_choice_has_a_text():
    assert set(OPTIONS) <= set(rulesets.TEXTS)
    named = {str(choice) for choices in CHOICES.values() for choice in choices}
    assert named <= set(rulesets.VALUES)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_fields_of_a_preset_describe_its_rules(preset: str):
    shown = rulesets.ruleset(preset)
    defaults = {field["name"]: field["default"] for field in shown["fields"]}
    assert defaults == shown["rules"] == PRESETS[preset].to_dict()


def test_a_preset_does_not_differ_from_itself():
    assert rulesets.differences(PRESETS["classic"], "classic") == []


def test_a_difference_is_told_in_words():
    rules = replace(PRESETS["classic"], target=250, floor=-200, moon=True)
    told = rulesets.differences(rules, "classic")
    assert [(each["field"], each["preset"], each["here"]) for each in told] == [
        ("target", 500, 250),
        ("floor", None, -200),
        ("moon", False, True),
    ]
    with translation.override("en"):
        assert [each["text"] for each in told] == [
            "Target: 250 instead of 500",
            "Floor: -200 instead of none",
            "Moon: on instead of off",
        ]
