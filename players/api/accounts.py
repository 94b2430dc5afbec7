"""Signing up, playing as a guest, one's own account, and what everybody may see of a player."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.actors import Actor
from players.api.serializers import (
    AccountSerializer,
    ErrorSerializer,
    GuestSerializer,
    MeSerializer,
    NewAccountSerializer,
    NewGuestSerializer,
    PreferencesSerializer,
    ProfileSerializer,
)
from players.errors import NotAllowed
from players.limits import hit_named
from players.models import User
from players.network import request_address
from players.services.accounts import Account, keep_guest, make_guest, sign_up
from players.services.preferences import change_preferences
from players.services.tokens import create_guest_token
from players.sessions import sign_in
from players.sockets import origin_allowed

NEW_ACCOUNT = OpenApiExample(
    "A name and a password",
    {"username": "alice", "password": "correct horse battery"},
    request_only=True,
)
WITH_CODES = OpenApiExample(
    "Without mail: recovery codes",
    {"username": "alice", "recovery_codes": ["7QK4-M2TX-9RWA-VE3H"]},
    response_only=True,
)
REFUSALS = {400: ErrorSerializer, 409: ErrorSerializer, 422: ErrorSerializer, 429: ErrorSerializer}


def rendered(account: Account) -> dict[str, Any]:
    """The answer to a new or kept account."""
    answer: dict[str, Any] = {"username": account.user.username}
    if account.recovery_codes:
        answer["recovery_codes"] = list(account.recovery_codes)
    return answer


class PlayersView(APIView):
    """New accounts, by the same rules as the form on the site."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="players_create",
        tags=["players"],
        request=NewAccountSerializer,
        responses={201: AccountSerializer, 403: ErrorSerializer, **REFUSALS},
        examples=[NEW_ACCOUNT, WITH_CODES],
    )
    def post(self, request: Request) -> Response:
        """Sign up. A program then exchanges name and password for a token at `tokens/`."""
        refuse_the_known(request)
        hit_named("sign_up", request_address(request.META))
        asked = NewAccountSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        account = sign_up(**asked.validated_data)
        return Response(rendered(account), status=status.HTTP_201_CREATED)


class GuestView(APIView):
    """Playing at once, without a password."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="players_guest_create",
        tags=["players"],
        request=NewGuestSerializer,
        responses={201: GuestSerializer, 400: ErrorSerializer, 403: ErrorSerializer},
        examples=[
            OpenApiExample("A guest with a token", {"token": True}, request_only=True),
            OpenApiExample("A guest", {"username": "Guest-7QK4"}, response_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Become a guest: the session cookie, or the token asked for, is the only way back."""
        refuse_the_known(request)
        refuse_foreign_pages(request._request)
        hit_named("guest", request_address(request.META))
        asked = NewGuestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        user = make_guest()
        answer = {"username": user.username}
        if asked.validated_data["token"]:
            answer["token"] = create_guest_token(user=user).secret
        sign_in(request._request, user)
        return Response(answer, status=status.HTTP_201_CREATED)


class MeView(APIView):
    """The caller's own account."""

    @extend_schema(operation_id="players_me", tags=["players"], responses={200: MeSerializer})
    def get(self, request: Request) -> Response:
        """My account and preferences."""
        return Response(MeSerializer(player_of(request)).data)

    @extend_schema(
        operation_id="players_me_update",
        tags=["players"],
        request=PreferencesSerializer,
        responses={200: MeSerializer, 400: ErrorSerializer},
        examples=[OpenApiExample("Quiet", {"sound": False}, request_only=True)],
    )
    def patch(self, request: Request) -> Response:
        """Change preferences; nothing else of an account can be changed here."""
        asked = PreferencesSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        user = change_preferences(user=player_of(request), changes=asked.validated_data)
        return Response(MeSerializer(user).data)


class KeepView(APIView):
    """A guest's account made a lasting one."""

    @extend_schema(
        operation_id="players_me_keep",
        tags=["players"],
        request=NewAccountSerializer,
        responses={200: AccountSerializer, **REFUSALS},
        examples=[NEW_ACCOUNT, WITH_CODES],
    )
    def post(self, request: Request) -> Response:
        """Set a name and a password; games, seats and tokens stay the same player's."""
        asked = NewAccountSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        account = keep_guest(user=player_of(request), **asked.validated_data)
        if actor_of(request).kind == "session":
            sign_in(request._request, account.user)  # the password made a new session key of it
        return Response(rendered(account))


class ProfileView(APIView):
    """What everybody may know of a player."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="players_profile",
        tags=["players"],
        responses={200: ProfileSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, username: str) -> Response:
        """A player's public profile; the case of the name does not matter."""
        user = get_object_or_404(User, username__iexact=username)
        return Response(ProfileSerializer(user).data)


def actor_of(request: Request) -> Actor:
    """By what the player of a request was admitted."""
    actor: object = request.auth
    assert isinstance(actor, Actor)
    return actor


def player_of(request: Request) -> User:
    """The player behind a request that a permission let through."""
    assert isinstance(request.user, User)
    return request.user


def refuse_the_known(request: Request) -> None:
    """NotAllowed for who has an account already and shows it."""
    if request.user.is_authenticated:
        raise NotAllowed("ALREADY_SIGNED_IN", _("You are signed in already."))


def refuse_foreign_pages(request: HttpRequest) -> None:
    """NotAllowed when a page of another origin would exchange this browser's session."""
    origin = request.headers.get("Origin")
    if origin is not None and not origin_allowed(
        origin, scheme=request.scheme or "http", host=request.get_host()
    ):
        raise NotAllowed("FOREIGN_ORIGIN", _("Only our own pages may do this."))
