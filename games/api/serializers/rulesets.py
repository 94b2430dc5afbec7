"""Presets and their options."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.presets import PRESETS
from games.engine.ruleset import CHOICES, NUMBERS, OPTIONS

PRESET_NAMES = tuple(PRESETS)


@extend_schema_field({"type": ["integer", "string", "boolean", "null"]})
class OptionValue(serializers.JSONField):
    """The value of an option: a number, a choice, yes or no, or null."""


def _rule_field(name: str) -> serializers.Field:
    if name in NUMBERS:
        number = NUMBERS[name]
        return serializers.IntegerField(
            min_value=number.low, max_value=number.high, allow_null=number.nullable
        )
    if name in CHOICES:
        return serializers.ChoiceField([str(choice) for choice in CHOICES[name]])
    return serializers.BooleanField()


class RuleSetValues(serializers.Serializer):
    """One value per option: the rules a game is played by."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {name: _rule_field(name) for name in OPTIONS}


class ChoiceText(serializers.Serializer):
    """A value a choice may have, and what a person reads."""

    value = serializers.CharField()
    text = serializers.CharField()


class OptionField(serializers.Serializer):
    """One option: its type, what it may be, and what it is in this preset."""

    name = serializers.CharField()
    type = serializers.ChoiceField(["integer", "choice", "boolean"])
    min = serializers.IntegerField(allow_null=True)
    max = serializers.IntegerField(allow_null=True)
    nullable = serializers.BooleanField()
    choices = ChoiceText(many=True)
    default = OptionValue(allow_null=True)
    label = serializers.CharField()  # type: ignore[assignment]  # likewise
    help = serializers.CharField()


class RuleSetShown(serializers.Serializer):
    """A preset: its rules and the schema of its options."""

    preset = serializers.ChoiceField(PRESET_NAMES)
    rules = RuleSetValues()
    fields = OptionField(many=True)  # type: ignore[assignment]  # a column named like the method


class Difference(serializers.Serializer):
    """Where a table departs from its preset, for programs and in words."""

    field = serializers.CharField()
    preset = OptionValue(allow_null=True)
    here = OptionValue(allow_null=True)
    text = serializers.CharField()
