"""Hand records: how they are asked for, and the published schema they follow."""

import json
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from rest_framework import serializers

from games.api.serializers.rulesets import PRESET_NAMES
from games.selectors.hands import hand_record_schema
from players.rest.fields import CursorField, QueryNumber, Text
from players.rest.listing import LARGEST_PAGE

MOST_LINES = 10_000
CONDITIONS = frozenset({"player", "table", "preset", "since", "until"})


class HandConditions(serializers.Serializer):
    """What narrows a list of hands."""

    player = Text(required=False, max_length=20, help_text="A name: hands they sat at.")
    table = serializers.UUIDField(required=False)
    preset = serializers.ChoiceField(PRESET_NAMES, required=False)
    since = serializers.DateTimeField(required=False, help_text="Ended at this time or later.")
    until = serializers.DateTimeField(required=False, help_text="Ended before this time.")


class HandQuery(HandConditions):
    """Which hands, from where on, and how many."""

    cursor = CursorField(required=False)
    limit = QueryNumber(
        required=False,
        min_value=1,
        max_value=MOST_LINES,
        help_text=f"Lines of a stream; a page of JSON has {LARGEST_PAGE} hands at most.",
    )


class HandRecord(serializers.BaseSerializer):
    """A hand record; its form is that of the JSON Schema beside the engine."""

    def to_representation(self, instance: Any) -> Any:
        return instance


class HandRecordSchema(OpenApiSerializerExtension):
    """Shows the published JSON Schema in the API's document, its definitions in place."""

    target_class = HandRecord

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        text = json.dumps(hand_record_schema())
        here = "#/components/schemas/HandRecord/$defs/"
        schema: dict[str, Any] = json.loads(text.replace("#/$defs/", here))
        del schema["$schema"], schema["$id"]
        return schema


def conditions(query: dict[str, Any]) -> dict[str, Any]:
    """The part of a query that narrows the list."""
    return {name: value for name, value in query.items() if name in CONDITIONS}
