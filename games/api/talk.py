"""Talk at a table."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import talk as bodies
from games.models import Message
from games.selectors.access import find_table
from games.selectors.talk import audience_of, message_facts, messages_for
from games.services import talk as talk_services
from players.rest.keyset import Keyset
from players.rest.listing import PageQuery, list_of, listed
from players.rest.reading import PlayersEndpoint, asked, caller, is_program, sent, shown

LATEST_SAID: Keyset[Message] = Keyset("at")


class TableMessages(PlayersEndpoint):
    """What is said at a table."""

    @extend_schema(
        operation_id="tables_messages_list",
        tags=["talk"],
        summary="What was said where I sit or look on, the newest first",
        description=(
            "Who sits reads those who sit; registered players who look on read each other. Empty "
            "for who does neither, and without those whom the caller has muted or blocked."
        ),
        parameters=[PageQuery],
        responses=list_of(bodies.MessageShown),
    )
    def get(self, request: Request, table_id: UUID) -> Response:
        query = asked(PageQuery, request)
        table = find_table(request.user, table_id)
        audience = audience_of(request.user, list(table.seats.all()))
        rows = messages_for(caller(request), table.pk, audience)
        return listed(request, rows, LATEST_SAID, query, _said)

    @extend_schema(
        operation_id="tables_messages_create",
        tags=["talk"],
        summary="Say a phrase, or at an unrated table a line of text",
        description="While a rated hand is on, seats may say only `hi`, `brb` and `back`.",
        request=bodies.NewMessage,
        responses={201: bodies.MessageShown},
        examples=[
            OpenApiExample("A phrase", value={"phrase": "gg"}, request_only=True),
            OpenApiExample("A text", value={"text": "See you on Friday"}, request_only=True),
        ],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        message = talk_services.say(
            user=caller(request),
            table_id=table_id,
            now=timezone.now(),
            program=is_program(request),
            **sent(bodies.NewMessage, request),
        )
        return shown(bodies.MessageShown, message_facts(message), status.HTTP_201_CREATED)


def _said(row: Message) -> Any:
    return bodies.MessageShown(message_facts(row)).data
