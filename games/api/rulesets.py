"""Presets and what may be changed in them."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers.rulesets import RuleSetShown
from games.engine.presets import PRESETS
from games.selectors.access import hidden
from games.selectors.rulesets import ruleset
from players.rest.listing import list_of
from players.rest.reading import Endpoint, shown

TAGS = ["rulesets"]


class RuleSetList(Endpoint):
    """Every preset."""

    @extend_schema(
        operation_id="rulesets_list",
        tags=TAGS,
        summary="Presets with their options",
        responses=list_of(RuleSetShown),
    )
    def get(self, request: Request) -> Response:
        results = [RuleSetShown(ruleset(preset)).data for preset in PRESETS]
        return Response({"count": len(results), "next": None, "previous": None, "results": results})


class RuleSetDetail(Endpoint):
    """One preset."""

    @extend_schema(
        operation_id="rulesets_retrieve",
        tags=TAGS,
        summary="A preset with its options",
        responses=RuleSetShown,
    )
    def get(self, request: Request, preset: str) -> Response:
        if preset not in PRESETS:
            raise hidden()
        return shown(RuleSetShown, ruleset(preset))
