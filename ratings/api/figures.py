"""What everybody may read of a player's figures."""

from dataclasses import asdict
from typing import ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.access import hidden
from players.rest.reading import Endpoint, asked, shown
from ratings.api import figures_bodies as bodies
from ratings.api.people import find_player
from ratings.models import PartnerFigures
from ratings.selectors.figures import (
    Meeting,
    head_to_head,
    partner_line,
    partners_of,
    scope_named,
    statistics,
)

TAGS = ["players"]
API = "/api/v1"


class PlayerStatistics(Endpoint):
    """A player's rates and means."""

    @extend_schema(
        operation_id="players_statistics",
        tags=TAGS,
        summary="A player's statistics",
        description=(
            "Over finished public games, of one ladder, of unrated games, or of all. Games at "
            "private tables and games with demo players never count, nor do bots' hands played "
            "for a person. Rates come with their counts and a 95 % interval."
        ),
        parameters=[bodies.StatisticsQuery],
        responses=bodies.StatisticsShown,
    )
    def get(self, request: Request, username: str) -> Response:
        ladder = asked(bodies.StatisticsQuery, request).get("ladder")
        player, scope = find_player(username), scope_named(ladder)
        if scope is None:
            raise serializers.ValidationError({"ladder": [_("No ladder has this name.")]})
        facts = {
            "username": player.username,
            "ladder": ladder,
            "hands_url": f"{API}/hands/?player={player.username}",
            **asdict(statistics(player, scope)),
        }
        return shown(bodies.StatisticsShown, facts)


class PlayerPartners(Endpoint, ListAPIView[PartnerFigures]):
    """Those a player has played with."""

    serializer_class: ClassVar = bodies.PartnerShown  # type: ignore[misc]

    queryset = PartnerFigures.objects.none()  # the view reads its own; the document asks for one

    @extend_schema(
        operation_id="players_partners_list",
        tags=TAGS,
        summary="A player's partners, those with the most games first",
        description="Over finished public games in which both kept their seats to the end.",
        responses=bodies.PartnerShown(many=True),
    )
    def get(self, request: Request, username: str) -> Response:
        player = find_player(username)
        rows = self.paginate_queryset(partners_of(player)) or []
        lines = [asdict(partner_line(row)) for row in rows]
        for each in lines:
            each["head_to_head_url"] = (
                f"{API}/players/{player.username}/head-to-head/{each['partner']}/"
            )
        return self.get_paginated_response(bodies.PartnerShown(lines, many=True).data)


class PlayerHeadToHead(Endpoint):
    """Two players."""

    @extend_schema(
        operation_id="players_head_to_head",
        tags=TAGS,
        summary="Two players as opponents and as partners",
        description="Seen from the player named first, with the last games at which both sat.",
        responses=bodies.VersusShown,
    )
    def get(self, request: Request, username: str, other: str) -> Response:
        player, opponent = find_player(username), find_player(other)
        if player == opponent:
            raise hidden()
        versus = head_to_head(player, opponent)
        facts = {**asdict(versus), "recent": [_linked(each) for each in versus.recent]}
        return shown(bodies.VersusShown, facts)


def _linked(meeting: Meeting) -> dict[str, object]:
    game = f"{API}/games/{meeting.game}/"
    return {**asdict(meeting), "game_url": game, "hands_url": f"{game}hands/"}
