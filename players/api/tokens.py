"""A player's tokens for programs."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.authentication import BaseAuthentication
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.accounts import actor_of, player_of
from players.api.serializers import (
    ErrorSerializer,
    IssuedTokenSerializer,
    NewTokenSerializer,
    TokenSerializer,
)
from players.auth import PasswordAuthentication
from players.errors import NotAllowed
from players.models import ApiToken, Scope
from players.services.tokens import create_token, revoke_token

EXAMPLE = OpenApiExample(
    "A token that plays", {"name": "my bot", "scopes": ["read", "play"]}, request_only=True
)


class TokensView(ListAPIView[ApiToken]):
    """The tokens that still admit or have expired; revoked ones are gone."""

    serializer_class = TokenSerializer
    write_scope = None

    def get_authenticators(self) -> list[BaseAuthentication]:
        usual = super().get_authenticators()
        if self.request is not None and self.request.method == "POST":
            return [*usual, PasswordAuthentication()]
        return usual

    def get_queryset(self) -> QuerySet[ApiToken]:
        return ApiToken.objects.filter(user=self.request.user.pk, revoked_at=None).order_by("-id")

    @extend_schema(
        operation_id="tokens_list",
        tags=["tokens"],
        responses={200: TokenSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """My tokens, newest first, without their secrets."""
        return self.list(request)

    @extend_schema(
        operation_id="tokens_create",
        tags=["tokens"],
        request=NewTokenSerializer,
        responses={
            201: IssuedTokenSerializer,
            400: ErrorSerializer,
            401: ErrorSerializer,
            403: ErrorSerializer,
            409: ErrorSerializer,
            429: ErrorSerializer,
        },
        auth=[{"password": []}, {"session": []}],  # type: ignore[list-item]
        examples=[EXAMPLE],
    )
    def post(self, request: Request) -> Response:
        """Make a token, signed in by session or with name and password (HTTP Basic)."""
        asked = NewTokenSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        issued = create_token(user=player_of(request), **asked.validated_data)
        issued.token.token = issued.secret  # type: ignore[attr-defined]
        return Response(IssuedTokenSerializer(issued.token).data, status=status.HTTP_201_CREATED)


class TokenView(APIView):
    """One token."""

    write_scope = Scope.READ  # a token of any scope may end itself

    @extend_schema(
        operation_id="tokens_revoke",
        tags=["tokens"],
        request=None,
        responses={204: None, 403: ErrorSerializer, 404: ErrorSerializer},
    )
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token; its open sockets close. A token may revoke itself only."""
        actor = actor_of(request)
        if actor.kind == "token" and actor.token_id != token_id:
            raise NotAllowed("NOT_ALLOWED", _("A token may revoke itself only."))
        revoke_token(user=player_of(request), token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
