"""What every endpoint is made of: who may come, validated input, a body with named fields only."""

from collections.abc import Mapping
from typing import Any

from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from players.actors import Actor
from players.models import User
from players.permissions import ScopeAllows


class Endpoint(APIView):
    """Anybody may read; writing needs a player, and of a token the scope `play`."""

    permission_classes = [IsAuthenticatedOrReadOnly, ScopeAllows]


class PlayersEndpoint(Endpoint):
    """Reading, too, needs a player."""

    permission_classes = [IsAuthenticated, ScopeAllows]


def caller(request: Request) -> User:
    """The player who sends a request that needs one."""
    assert isinstance(request.user, User)  # the endpoint's permissions saw to it
    return request.user


def is_program(request: Request) -> bool:
    """Whether a token sends the request: rated seats are played from a browser."""
    actor: object = request.auth
    return isinstance(actor, Actor) and actor.kind == "token"


def sent(kind: type[Serializer], request: Request) -> dict[str, Any]:
    """The validated body of a request; a ValidationError names the fields at fault."""
    return _valid(kind, request.data)


def asked(kind: type[Serializer], request: Request) -> dict[str, Any]:
    """The validated query string of a request."""
    return _valid(kind, request.query_params.dict())


def shown(kind: type[Serializer], facts: Mapping[str, Any], status: int = 200) -> Response:
    """A response with the fields that `kind` names and no others."""
    return Response(kind(facts).data, status=status)


def _valid(kind: type[Serializer], data: Any) -> dict[str, Any]:
    serializer = kind(data=data)
    serializer.is_valid(raise_exception=True)
    valid: dict[str, Any] = serializer.validated_data
    return valid
