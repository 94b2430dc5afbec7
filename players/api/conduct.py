"""The caller's own conduct record; nobody else's can be read."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.accounts import player_of
from players.models import Offence, OffenceKind
from players.selectors.conduct import banned_until, offences_of, standings

SHOWN = 50  # offences; older ones weigh nothing


class StandingSerializer(serializers.Serializer[Any]):
    """How high a player stands on the scale of one kind."""

    kind = serializers.ChoiceField(choices=OffenceKind.choices)
    level = serializers.IntegerField(help_text="0: the next one would be the first.")
    next_ban_seconds = serializers.IntegerField(help_text="What the next one would bring.")


class OffenceSerializer(serializers.ModelSerializer[Offence]):
    """One offence; `source` is the game or ready check it happened in."""

    class Meta:
        model = Offence
        fields = ("kind", "source", "at", "ban_until")
        read_only_fields = fields


class ConductSerializer(serializers.Serializer[Any]):
    """What stands against a player, and until when it keeps out of the queue."""

    banned_until = serializers.DateTimeField(allow_null=True, help_text="null: may queue now.")
    standings = StandingSerializer(many=True)
    offences = OffenceSerializer(many=True, help_text="The newest first.")


class ConductView(APIView):
    """One's own record."""

    @extend_schema(
        operation_id="players_me_conduct",
        tags=["players"],
        responses={200: ConductSerializer},
        examples=[
            OpenApiExample(
                "Nothing",
                {
                    "banned_until": None,
                    "standings": [{"kind": "quit", "level": 0, "next_ban_seconds": 300}],
                    "offences": [],
                },
                response_only=True,
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """My conduct in ranked play. Bans and levels: docs/fair-play.md."""
        user, now = player_of(request), timezone.now()
        shown = {
            "banned_until": banned_until(user.pk, now=now),
            "standings": [
                {
                    "kind": standing.kind,
                    "level": standing.level,
                    "next_ban_seconds": int(standing.next_ban.total_seconds()),
                }
                for standing in standings(user.pk, now=now)
            ],
            "offences": offences_of(user)[:SHOWN],
        }
        return Response(ConductSerializer(shown).data)
