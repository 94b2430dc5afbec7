"""A player's ratings and their history."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.access import hidden
from players.models import User
from players.names import skeleton
from players.rest.keyset import Keyset
from players.rest.listing import list_of, page_asked
from players.rest.reading import Endpoint, asked, shown
from ratings.api import bodies
from ratings.models import JournalRow, Rating
from ratings.selectors.histories import (
    history_lines,
    rating_lines,
    ratings_of,
    rows_of,
    series_of,
)
from ratings.selectors.ladders import find_ladder

TAGS = ["ratings"]
LATEST: Keyset[JournalRow] = Keyset("id")
BEST: Keyset[Rating] = Keyset("mu")


class PlayerRatings(Endpoint):
    """What a player is rated as."""

    @extend_schema(
        operation_id="players_ratings",
        tags=TAGS,
        summary="A player's ratings, alone and with partners",
        parameters=[bodies.RatingsQuery],
        responses=list_of(bodies.RatingLine),
    )
    def get(self, request: Request, username: str) -> Response:
        query = asked(bodies.RatingsQuery, request)
        player = find_player(username)
        rows = ratings_of(player)
        if "ladder" in query:
            rows = rows.filter(ladder=find_ladder(query["ladder"]))
        found = page_asked(request, rows, BEST, query)
        return Response(found.body(rating_lines(player, found.rows)))


class PlayerHistory(Endpoint):
    """How a player's ratings came about."""

    @extend_schema(
        operation_id="players_ratings_history",
        tags=TAGS,
        summary="A player's rated games, the newest first",
        description="Each step with the numbers before and after it. With `partner`, the pair's.",
        parameters=[bodies.HistoryQuery],
        responses=list_of(bodies.HistoryLine),
    )
    def get(self, request: Request, username: str) -> Response:
        query = asked(bodies.HistoryQuery, request)
        player = find_player(username)
        partner = find_player(query["partner"]) if "partner" in query else None
        if "ladder" in query:
            find_ladder(query["ladder"])
        rows = rows_of(player, query.get("ladder"), partner)
        found = page_asked(request, rows, LATEST, query)
        lines = history_lines(found.rows)
        return Response(found.body([bodies.HistoryLine(line).data for line in lines]))


class PlayerSeries(Endpoint):
    """The course of a rating, for a chart."""

    @extend_schema(
        operation_id="players_ratings_series",
        tags=TAGS,
        summary="The course of a player's rating",
        parameters=[bodies.SeriesQuery],
        responses=bodies.Series,
    )
    def get(self, request: Request, username: str) -> Response:
        query = asked(bodies.SeriesQuery, request)
        player = find_player(username)
        partner = find_player(query["partner"]) if "partner" in query else None
        ladder = find_ladder(query["ladder"])
        points = series_of(rows_of(player, ladder.slug, partner))
        named = [{"at": at, "mu": mu, "sigma": sigma} for at, mu, sigma in points]
        return shown(bodies.Series, {"ladder": ladder.slug, "points": named})


def find_player(username: str) -> User:
    """The player of this name, in any case; NotFound where there is none."""
    # the skeleton is what is indexed; look-alikes go by the name itself
    named = User.objects.filter(skeleton=skeleton(username), username__iexact=username)
    player = named.first()
    if player is None:
        raise hidden()
    return player
