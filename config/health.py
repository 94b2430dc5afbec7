"""Whether this process lives, and whether it can serve; nothing else is told."""

import logging
from typing import Any, ClassVar

from django.core.cache import cache
from django.db import DatabaseError, connection
from drf_spectacular.utils import extend_schema
from redis.exceptions import RedisError
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

logger = logging.getLogger(__name__)

OK, DEGRADED = "ok", "degraded"


class StateSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=[OK, DEGRADED])


class StateView(APIView):
    """Asked by machines, without a login."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    needs_database: ClassVar[bool]

    def answer(self) -> Response:
        usable = not self.needs_database or _database_answers()
        state = OK if usable and _cache_answers() else DEGRADED
        return Response(
            {"status": state},
            status=200 if usable else 503,
            headers={"Cache-Control": "no-store"},
        )


class HealthView(StateView):
    """This process answers."""

    needs_database = False

    @extend_schema(operation_id="health", tags=["service"], responses=StateSerializer)
    def get(self, request: Request) -> Response:
        """Always 200; `degraded` while the cache is away, without which play goes on."""
        return self.answer()


class ReadyView(StateView):
    """This process can serve players."""

    needs_database = True

    @extend_schema(
        operation_id="ready",
        tags=["service"],
        responses={200: StateSerializer, 503: StateSerializer},
    )
    def get(self, request: Request) -> Response:
        """503 while the database does not answer: send players elsewhere."""
        return self.answer()


def _cache_answers() -> bool:
    try:
        cache.get("health")
    except (RedisError, OSError):
        return False
    return True


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("the database does not answer")
        return False
    return True
