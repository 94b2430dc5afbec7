"""Seasons and the standings they left."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.rest.keyset import Keyset
from players.rest.listing import PageQuery, list_of, listed
from players.rest.reading import Endpoint, asked
from ratings.api import bodies
from ratings.models import FinalStanding, Season
from ratings.selectors.ladders import find_ladder
from ratings.selectors.seasons import final_line, final_standings, find_season, season_line

TAGS = ["seasons"]
NEWEST: Keyset[Season] = Keyset("starts_at")
FROM_THE_TOP: Keyset[FinalStanding] = Keyset("rank", newest_first=False)


class SeasonList(Endpoint):
    """Every season."""

    @extend_schema(
        operation_id="seasons_list",
        tags=TAGS,
        summary="Seasons, the newest first",
        parameters=[PageQuery],
        responses=list_of(bodies.SeasonLine),
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        return listed(
            request,
            Season.objects.all(),
            NEWEST,
            asked(PageQuery, request),
            lambda season: bodies.SeasonLine(season_line(season, now=now)).data,
        )


class SeasonStandings(Endpoint):
    """What is kept of a season."""

    @extend_schema(
        operation_id="seasons_standings",
        tags=TAGS,
        summary="Final standings of a season",
        description="Complete once the season has ended; they never change again.",
        parameters=[PageQuery],
        responses=list_of(bodies.FinalLine),
    )
    def get(self, request: Request, number: int, ladder: str) -> Response:
        season, found = find_season(number), find_ladder(ladder)
        return listed(
            request,
            final_standings(season, found),
            FROM_THE_TOP,
            asked(PageQuery, request),
            lambda row: final_line(found, row),
        )
