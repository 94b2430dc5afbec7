"""The queue for rated games: look, join, leave, and answer a ready check."""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.actors import Actor
from players.models import Scope, User
from players.rest.reading import Endpoint, caller, sent, shown
from ratings.api import queue_bodies as bodies
from ratings.selectors.queue import standing
from ratings.selectors.waits import queues
from ratings.services import queue, ready_checks

TAGS = ["queue"]


def _queue(request: Request) -> Response:
    """The queue as the caller sees it now; to ask is a sign of life."""
    user = request.user if isinstance(request.user, User) else None
    mine: dict[str, Any] | None = None
    if user is not None:
        if isinstance(request.auth, Actor) and request.auth.kind == "session":
            queue.seen(user_ids=[user.pk], now=timezone.now())
        mine = standing(user)
    return shown(bodies.QueueShown, {"ladders": queues(), "queue": mine})


class RatedPlay(Endpoint):
    """Rated play is by browser session: tokens only read."""

    write_scope: ClassVar[Scope | None] = None


class Queue(RatedPlay):
    """Waiting for a rated game. Rated play is by browser session: tokens only read."""

    @extend_schema(
        operation_id="queue_retrieve",
        tags=TAGS,
        summary="Who waits, and where I stand",
        responses=bodies.QueueShown,
    )
    def get(self, request: Request) -> Response:
        return _queue(request)

    @extend_schema(
        operation_id="queue_join",
        tags=TAGS,
        summary="Wait for a rated game",
        description=(
            "On several ladders at once, alone or as a party: either member queues for both. "
            "Asking again keeps the place and sets the ladders anew."
        ),
        request=bodies.QueueWish,
        responses=bodies.QueueShown,
        examples=[OpenApiExample("One ladder", value={"ladders": ["classic"]}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        queue.join(user=caller(request), now=timezone.now(), **sent(bodies.QueueWish, request))
        return _queue(request)

    @extend_schema(
        operation_id="queue_leave",
        tags=TAGS,
        summary="Stop waiting",
        description="For the whole party. During a ready check that is to decline it.",
        responses=bodies.QueueShown,
    )
    def delete(self, request: Request) -> Response:
        queue.leave(user=caller(request), now=timezone.now())
        return _queue(request)


class QueueReady(RatedPlay):
    """The ready check."""

    @extend_schema(
        operation_id="queue_ready",
        tags=TAGS,
        summary="Be ready for the table that was found, or decline",
        description="The game starts with the fourth who is ready; its table is in `rated_game`.",
        request=bodies.ReadyAnswer,
        responses=bodies.QueueShown,
        examples=[
            OpenApiExample(
                "Ready",
                value={"ready_check": "6f1c2f8e-3f0a-4c3f-9a55-0d7a4f0e9b11", "ready": True},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        wish = sent(bodies.ReadyAnswer, request)
        ready_checks.answer(
            user=caller(request),
            check_id=wish["ready_check"],
            ready=wish["ready"],
            now=timezone.now(),
        )
        return _queue(request)
