"""Finished hands: pages, streams, single records, and the form bridge tools read."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import connection
from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.formats import JsonRefusals, NdjsonRenderer, PbnRenderer, line
from games.api.serializers.hands import MOST_LINES, HandQuery, HandRecord, conditions
from games.engine.pbn import to_pbn
from games.models import Hand
from games.selectors.access import find_game, find_hand, hidden
from games.selectors.hands import HandFilter, hand_record_schema, record_of, visible_hands
from players.rest.keyset import Cursor, Keyset
from players.rest.listing import foreign_cursor, list_of, listed
from players.rest.reading import Endpoint, asked

TAGS = ["hands"]
NEWEST: Keyset[Hand] = Keyset("ended_at")
OLDEST: Keyset[Hand] = Keyset("ended_at", newest_first=False)
BATCH = 100
RECORDS = {
    (200, "application/json"): list_of(HandRecord),
    (200, "application/x-ndjson"): HandRecord,
}


async def _lines(rows: QuerySet[Hand], cursor: Cursor | None, limit: int) -> AsyncIterator[bytes]:
    """The records after `cursor` as lines, read from the database a batch at a time."""
    while limit > 0:
        hands, lines = await sync_to_async(_batch)(rows, cursor, min(limit, BATCH))
        if not hands:
            return
        yield lines
        cursor, limit = OLDEST.cursor(hands[-1]), limit - len(hands)


def _batch(rows: QuerySet[Hand], cursor: Cursor | None, size: int) -> tuple[list[Hand], bytes]:
    hands = list(OLDEST.after(rows, cursor)[:size])
    lines = b"".join(line(record_of(hand)) for hand in hands)
    if not connection.in_atomic_block:
        # whoever reads slowly must not keep a connection from everybody else
        connection.close_if_unusable_or_obsolete()
    return hands, lines


class HandLists(JsonRefusals):
    """Hands as a page of JSON, the newest first, or as a stream of lines, the oldest first."""

    renderer_classes = [JSONRenderer, NdjsonRenderer]

    def answer(self, request: Request, rows: QuerySet[Hand], query: dict[str, Any]) -> Any:
        if not isinstance(request.accepted_renderer, NdjsonRenderer):
            return listed(request, rows, NEWEST, query, record_of)
        cursor, limit = query.get("cursor"), query.get("limit", MOST_LINES)
        try:
            OLDEST.after(rows, cursor)
        except ValueError:
            raise foreign_cursor() from None
        lines = _lines(rows, cursor, limit)
        return StreamingHttpResponse(lines, content_type=NdjsonRenderer.media_type)


class HandList(HandLists):
    """All hands the caller may read."""

    @extend_schema(
        operation_id="hands_list",
        tags=TAGS,
        summary="Full records of finished hands",
        description=(
            "As JSON a page, the newest first. As `application/x-ndjson` a stream of one record a "
            "line, the oldest first: read it to its end, and go on later with the cursor "
            "`ended~id` of the last line read."
        ),
        parameters=[HandQuery],
        responses=RECORDS,
    )
    def get(self, request: Request) -> Any:
        query = asked(HandQuery, request)
        wanted = HandFilter(**conditions(query))
        return self.answer(request, visible_hands(request.user, wanted), query)


class GameHands(HandLists):
    """The hands of one game."""

    @extend_schema(
        operation_id="games_hands",
        tags=TAGS,
        summary="Full records of a game's finished hands",
        parameters=[HandQuery],
        responses=RECORDS,
    )
    def get(self, request: Request, game_id: UUID) -> Any:
        find_game(request.user, game_id)
        query = asked(HandQuery, request)
        wanted = HandFilter(game=game_id, **conditions(query))
        return self.answer(request, visible_hands(request.user, wanted), query)


class HandDetail(JsonRefusals):
    """One hand."""

    @extend_schema(
        operation_id="hands_retrieve",
        tags=TAGS,
        summary="The record of a finished hand",
        parameters=[OpenApiParameter("hand_id", int, OpenApiParameter.PATH)],
        responses=HandRecord,
    )
    def get(self, request: Request, hand_id: int) -> Response:
        return Response(record_of(find_hand(request.user, hand_id)))


class HandPbn(JsonRefusals):
    """One hand for bridge tools."""

    renderer_classes = [PbnRenderer]

    @extend_schema(
        operation_id="hands_pbn",
        tags=TAGS,
        summary="Deal and play of a finished hand in PBN",
        description="Only where the deal is four hands of 13 from a pack of 52; 404 otherwise.",
        parameters=[OpenApiParameter("hand_id", int, OpenApiParameter.PATH)],
        responses={(200, "application/x-pbn"): str},
    )
    def get(self, request: Request, hand_id: int) -> Response:
        try:
            return Response(to_pbn(record_of(find_hand(request.user, hand_id))))
        except ValueError:
            raise hidden() from None


class HandRecordSchema(Endpoint):
    """What a hand record is made of."""

    @extend_schema(
        operation_id="schema_hand_record",
        tags=TAGS,
        summary="The JSON Schema of hand records",
        responses={200: dict},
    )
    def get(self, request: Request) -> Response:
        return Response(hand_record_schema())
