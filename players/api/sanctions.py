"""What staff decided about the caller."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.accounts import player_of
from players.api.serializers import ErrorSerializer
from players.models import StaffAction
from players.selectors.staff_record import own_record

KINDS = [kind for kind in StaffAction.Kind.choices if kind[0] != StaffAction.Kind.DISMISS]


class SanctionSerializer(serializers.Serializer[Any]):
    """A warning, a silence, a suspension, or the end of one."""

    kind = serializers.ChoiceField(choices=KINDS)
    reason = serializers.CharField()
    until = serializers.DateTimeField(allow_null=True)
    at = serializers.DateTimeField()


class SanctionsView(ListAPIView[StaffAction]):
    """What staff decided about the caller."""

    serializer_class = SanctionSerializer

    def get_queryset(self) -> QuerySet[StaffAction]:
        return own_record(player_of(self.request).pk)

    @extend_schema(
        operation_id="players_me_sanctions",
        tags=["players"],
        responses={200: SanctionSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """What staff decided about me and why, the newest first."""
        return self.list(request)
