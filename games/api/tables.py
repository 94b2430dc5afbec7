"""Tables: list, open, join, and what their people and host do with them."""

from uuid import UUID

from django.db.models import Q
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import tables as bodies
from games.api.serializers.games import GameShown, Rematch
from games.engine.seats import Seat as SeatName
from games.models import Seat, Table
from games.selectors.access import find_table
from games.selectors.tables import game_facts, lobby, table_facts
from games.services import games as game_services
from games.services import pause as pause_services
from games.services import tables as table_services
from players.network import request_address
from players.rest.keyset import Keyset
from players.rest.listing import list_of, listed
from players.rest.reading import Endpoint, asked, caller, is_program, sent, shown

TAGS = ["tables"]
NEWEST: Keyset[Table] = Keyset("created_at")


def _table(request: Request, table_id: UUID, code: int = 200) -> Response:
    """The table as the caller sees it now."""
    table = find_table(request.user, table_id)
    seats = list(table.seats.select_related("user", "taken_by"))
    return shown(bodies.TableShown, table_facts(table, seats, request.user), code)


def _index(seat: str | None) -> int | None:
    return None if seat is None else SeatName[seat].value


class TableList(Endpoint):
    """The lobby."""

    @extend_schema(
        operation_id="tables_list",
        tags=TAGS,
        summary="Public tables, the newest first",
        parameters=[bodies.TableQuery],
        responses=list_of(bodies.TableShown),
    )
    def get(self, request: Request) -> Response:
        query = asked(bodies.TableQuery, request)
        wanted = {name: query[name] for name in ("preset", "status") if name in query}
        return listed(
            request,
            lobby().filter(**wanted),
            NEWEST,
            query,
            lambda table: (
                bodies.TableShown(table_facts(table, list(table.seats.all()), request.user)).data
            ),
        )

    @extend_schema(
        operation_id="tables_create",
        tags=TAGS,
        summary="Open a table",
        description="The caller becomes its host and sits down in the first seat.",
        request=bodies.NewTable,
        responses={201: bodies.TableShown},
        examples=[
            OpenApiExample(
                "A private table with one option changed",
                value={"preset": "classic", "options": {"target": 250}, "public": False},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        table = table_services.create_table(user=caller(request), **sent(bodies.NewTable, request))
        return _table(request, table.pk, status.HTTP_201_CREATED)


class TableDetail(Endpoint):
    """One table."""

    @extend_schema(
        operation_id="tables_retrieve",
        tags=TAGS,
        summary="A table",
        responses=bodies.TableShown,
    )
    def get(self, request: Request, table_id: UUID) -> Response:
        return _table(request, table_id)


class TableJoin(Endpoint):
    """Joining by code."""

    @extend_schema(
        operation_id="tables_join",
        tags=TAGS,
        summary="Join the private table that a code admits to",
        request=bodies.TableCodeSent,
        responses=bodies.TableShown,
        examples=[OpenApiExample("A code", value={"code": "K7QMX4TRB2"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        code = sent(bodies.TableCodeSent, request)["code"]
        seat = table_services.join_by_code(
            user=caller(request), code=code, address=request_address(request.META)
        )
        return _table(request, seat.table_id)


class TablePlayNow(Endpoint):
    """A seat at once."""

    @extend_schema(
        operation_id="tables_play_now",
        tags=TAGS,
        summary="A seat at the fullest open table, or at a new one with bots",
        request=bodies.PlayNow,
        responses=bodies.TableShown,
        examples=[OpenApiExample("Classic", value={"preset": "classic"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        seat = table_services.play_now(user=caller(request), **sent(bodies.PlayNow, request))
        return _table(request, seat.table_id)


class TableSeats(Endpoint):
    """Sitting down and getting up."""

    @extend_schema(
        operation_id="tables_sit",
        tags=TAGS,
        summary="Sit down, or come back",
        description=(
            "On an empty seat at once; on a bot's seat when the next hand is dealt. Somebody who "
            "was away, or has left during this game, gets the old seat back."
        ),
        request=bodies.SeatWanted,
        responses=bodies.TableShown,
        examples=[OpenApiExample("South", value={"seat": "S"}, request_only=True)],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        seat = sent(bodies.SeatWanted, request).get("seat")
        find_table(request.user, table_id)
        mine = Q(user=caller(request).pk) | Q(left_by=request.user.pk)
        if seat is None and Seat.objects.filter(mine, table=table_id).exists():
            table_services.return_to_table(
                user=caller(request), table_id=table_id, program=is_program(request)
            )
        else:
            table_services.join_table(
                user=caller(request),
                table_id=table_id,
                seat=_index(seat),
                program=is_program(request),
            )
        return _table(request, table_id)

    @extend_schema(
        operation_id="tables_leave",
        tags=TAGS,
        summary="Leave the seat",
        description=(
            "During a game a bot plays on; the seat can be returned to. A rated game is quit by "
            "that and counts as lost, or annulled before its first deal."
        ),
        responses={204: None},
    )
    def delete(self, request: Request, table_id: UUID) -> Response:
        find_table(request.user, table_id)
        table_services.leave_table(
            user=caller(request), table_id=table_id, program=is_program(request)
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class TableStart(Endpoint):
    """The start of a game."""

    @extend_schema(
        operation_id="tables_start",
        tags=TAGS,
        summary="Start a game",
        description="The host only. The options of the game are fixed from now on.",
        request=bodies.Start,
        responses={201: GameShown},
        examples=[OpenApiExample("With bots", value={"fill_with_bots": True}, request_only=True)],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        find_table(request.user, table_id)
        game = game_services.start_game(
            user=caller(request), table_id=table_id, **sent(bodies.Start, request)
        )
        return shown(GameShown, game_facts(game), status.HTTP_201_CREATED)


class TableRematch(Endpoint):
    """Another game."""

    @extend_schema(
        operation_id="tables_rematch",
        tags=TAGS,
        summary="Ask for a rematch",
        description="It starts when every person at the table has asked for it.",
        request=None,
        responses=Rematch,
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        find_table(request.user, table_id)
        game = game_services.rematch(user=caller(request), table_id=table_id)
        return shown(Rematch, {"game": game_facts(game) if game else None})


class TablePartners(Endpoint):
    """Other partners for the next game."""

    @extend_schema(
        operation_id="tables_change_partners",
        tags=TAGS,
        summary="Change partners",
        description="The host only, between games: the other seats move on by one.",
        request=None,
        responses=bodies.TableShown,
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        find_table(request.user, table_id)
        table_services.change_partners(user=caller(request), table_id=table_id)
        return _table(request, table_id)


class TablePause(Endpoint):
    """A pause by consent."""

    @extend_schema(
        operation_id="tables_pause",
        tags=TAGS,
        summary="Ask for a pause, take that back, or end the pause",
        description="The game pauses for ten minutes once every person wants it.",
        request=bodies.PauseWish,
        responses=bodies.TableShown,
        examples=[OpenApiExample("Ask", value={"wants": True}, request_only=True)],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        wants = sent(bodies.PauseWish, request)["wants"]
        if find_table(request.user, table_id).paused_until is not None and not wants:
            pause_services.resume(user=caller(request), table_id=table_id)
        else:
            pause_services.ask_pause(user=caller(request), table_id=table_id, wants=wants)
        return _table(request, table_id)


class TableKick(Endpoint):
    """The host empties a seat."""

    @extend_schema(
        operation_id="tables_kick",
        tags=TAGS,
        summary="Empty a seat before the start",
        description="The host only.",
        request=bodies.Kick,
        responses=bodies.TableShown,
        examples=[OpenApiExample("East", value={"seat": "E"}, request_only=True)],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        seat = SeatName[sent(bodies.Kick, request)["seat"]]
        find_table(request.user, table_id)
        table_services.kick(user=caller(request), table_id=table_id, seat=seat.value)
        return _table(request, table_id)


class TableCode(Endpoint):
    """A fresh code."""

    @extend_schema(
        operation_id="tables_rotate_code",
        tags=TAGS,
        summary="Replace the table's code",
        description="The host only. The old code admits nobody any more.",
        request=None,
        responses=bodies.TableCodeShown,
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        find_table(request.user, table_id)
        code = table_services.rotate_code(user=caller(request), table_id=table_id)
        return shown(bodies.TableCodeShown, {"code": code})


class TablePublish(Endpoint):
    """Showing a private table's hands."""

    @extend_schema(
        operation_id="tables_publish",
        tags=TAGS,
        summary="Show a private table's finished hands to everybody, or stop",
        description="The host only.",
        request=bodies.Published,
        responses=bodies.TableShown,
        examples=[OpenApiExample("Show", value={"published": True}, request_only=True)],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        published = sent(bodies.Published, request)["published"]
        find_table(request.user, table_id)
        table_services.publish_hands(user=caller(request), table_id=table_id, published=published)
        return _table(request, table_id)
