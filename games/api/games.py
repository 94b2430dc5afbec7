"""Games: list, score sheet, and the caller's view of the hand that is on."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import games as bodies
from games.api.serializers.views import ViewShown
from games.models import Game
from games.selectors.access import find_game
from games.selectors.games import game_line, game_list, players_of
from games.selectors.snapshots import snapshot
from games.selectors.tables import game_facts
from players.rest.keyset import Keyset
from players.rest.listing import list_of, listed
from players.rest.reading import Endpoint, asked, shown

TAGS = ["games"]
NEWEST: Keyset[Game] = Keyset("created_at")
NOTHING_ON = {"hand": None, "seq": 0, "view": None, "legal": None, "clock": None}


class GameList(Endpoint):
    """Games the caller may see."""

    @extend_schema(
        operation_id="games_list",
        tags=TAGS,
        summary="Games, the newest first",
        parameters=[bodies.GameQuery],
        responses=list_of(bodies.GameLine),
    )
    def get(self, request: Request) -> Response:
        query = asked(bodies.GameQuery, request)
        wanted = {name: query[name] for name in ("table", "preset", "status") if name in query}
        rows = game_list(request.user).filter(**wanted)
        return listed(
            request, rows, NEWEST, query, lambda game: bodies.GameLine(game_line(game)).data
        )


class GameDetail(Endpoint):
    """One game."""

    @extend_schema(
        operation_id="games_retrieve",
        tags=TAGS,
        summary="A game with its score sheet",
        responses=bodies.GameDetail,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        game = find_game(request.user, game_id)
        return shown(bodies.GameDetail, game_facts(game) | {"players": players_of(game)})


class GameView(Endpoint):
    """The hand being played, as the caller may see it."""

    @extend_schema(
        operation_id="games_view",
        tags=TAGS,
        summary="My seat's view of the hand being played",
        description=(
            "The same view as a socket's snapshot. Who has no seat sees what a spectator sees. "
            "`hand` is null while no hand is on."
        ),
        responses=ViewShown,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        game = find_game(request.user, game_id)
        if game.status != Game.Status.PLAYING:
            return shown(ViewShown, NOTHING_ON)
        now = snapshot(table_id=game.table_id, user=request.user).frame
        return shown(ViewShown, now)
