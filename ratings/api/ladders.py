"""Ladders and their standings."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.access import hidden
from players.rest.keyset import Keyset, count_rows
from players.rest.listing import list_of, page_asked
from players.rest.reading import Endpoint, asked
from ratings.api import bodies
from ratings.api.people import find_player
from ratings.models import Rating
from ratings.selectors.ladders import find_ladder, ladder_lines
from ratings.selectors.ranks import ranked_in
from ratings.selectors.standings import (
    Wanted,
    around,
    line,
    ranks_on_page,
    rating_of,
    standings_of,
)

TAGS = ["ladders"]
BEST: Keyset[Rating] = Keyset("mu")
EACH_WAY = 5


class LadderList(Endpoint):
    """Every ladder."""

    @extend_schema(
        operation_id="ladders_list",
        tags=TAGS,
        summary="Ladders",
        responses=list_of(bodies.LadderLine),
    )
    def get(self, request: Request) -> Response:
        return whole(ladder_lines())


class Standings(Endpoint):
    """The order of a ladder."""

    @extend_schema(
        operation_id="ladders_standings",
        tags=TAGS,
        summary="Standings of a ladder, the best first",
        description=(
            "Sorted by `mu`, then by age of the rating, the younger first. A rank is that of the "
            "whole ladder, however the list is narrowed."
        ),
        parameters=[bodies.StandingsQuery],
        responses=list_of(bodies.StandingLine),
    )
    def get(self, request: Request, ladder: str) -> Response:
        query = asked(bodies.StandingsQuery, request)
        wanted = _wanted(query)
        found = find_ladder(ladder)
        rows = standings_of(found, wanted, now=timezone.now())
        count = (lambda _: ranked_in(found.pk)) if wanted.everybody else count_rows
        shown = page_asked(request, rows, BEST, query, count)
        ranks = ranks_on_page(found, wanted, shown.rows)
        lines = [line(found, row, rank) for row, rank in zip(shown.rows, ranks, strict=True)]
        return Response(shown.body(lines))


class StandingsAround(Endpoint):
    """The part of a ladder that a player is on."""

    @extend_schema(
        operation_id="ladders_standings_around",
        tags=TAGS,
        summary="Standings around a player",
        description=(
            "The ranked rows above and below. A player without a rank is shown, with `rank` null, "
            "where the rank would be. On a partnership ladder: the player's strongest pair, or "
            "the pair with `partner`."
        ),
        parameters=[bodies.AroundQuery],
        responses=list_of(bodies.StandingLine),
    )
    def get(self, request: Request, ladder: str, username: str) -> Response:
        query = asked(bodies.AroundQuery, request)
        found, player = find_ladder(ladder), find_player(username)
        partner = find_player(query["partner"]).pk if "partner" in query else None
        rating = rating_of(found, player.pk, partner)
        if rating is None:
            raise hidden()
        return whole(around(found, rating, query.get("limit", EACH_WAY)))


def whole(lines: list[dict[str, Any]]) -> Response:
    """A short list in the envelope of lists."""
    return Response({"count": len(lines), "next": None, "previous": None, "results": lines})


def _wanted(query: dict[str, Any]) -> Wanted:
    names = ("min_games", "active_days", "name")
    given = {name: query[name] for name in names if name in query}
    return Wanted(ranked=query.get("ranked") != "false", **given)
