"""How API requests say who sends them, and what their token lets them do."""

import base64
import binascii
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from players.actors import Actor, actor_of_session, actor_of_token, token_secret
from players.limits import hit_named
from players.models import User
from players.names import is_well_formed, skeleton
from players.network import request_address
from players.services.tokens import find_token

_CACHED = "_spades_actor"


def request_actor(request: HttpRequest) -> Actor | None:
    """Who sends this request, found once: by token if one is shown, else by session.

    A token that does not admit is nobody, whatever cookie comes with it.
    """
    if not hasattr(request, _CACHED):
        setattr(request, _CACHED, _find_actor(request))
    actor: Actor | None = getattr(request, _CACHED)
    return actor


def _find_actor(request: HttpRequest) -> Actor | None:
    secret = token_secret(request.headers.get("Authorization", ""))
    if secret is None:
        user = request.user
        return actor_of_session(user, request.session) if isinstance(user, User) else None
    token = find_token(secret)
    if token is None:
        return None
    request.token_user = token.user  # type: ignore[attr-defined]
    return actor_of_token(token)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Token …`; `request.auth` is the Actor."""

    def authenticate(self, request: Request) -> tuple[User, Actor] | None:
        if token_secret(request.headers.get("Authorization", "")) is None:
            return None
        actor = request_actor(request._request)
        if actor is None or actor.kind != "token":
            raise exceptions.AuthenticationFailed(_("This token does not admit anyone."))
        return request._request.token_user, actor  # type: ignore[attr-defined]

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session cookie, with its CSRF token; `request.auth` is the Actor."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        found = super().authenticate(request)
        if found is None or found[0].is_anonymous:
            return None
        return found[0], request_actor(request._request)


class PasswordAuthentication(authentication.BaseAuthentication):
    """HTTP Basic, only where a program exchanges name and password for its token."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        keyword, _space, encoded = request.headers.get("Authorization", "").partition(" ")
        if keyword.lower() != "basic":
            return None
        try:
            decoded = base64.b64decode(encoded.strip(), validate=True).decode()
        except (binascii.Error, ValueError):
            raise exceptions.AuthenticationFailed(_("Malformed name and password.")) from None
        name, _colon, password = decoded.partition(":")
        user = check_password(request._request, name, password)
        if is_mfa_enabled(user):
            raise exceptions.AuthenticationFailed(
                _("This account has a second factor: make the token on the site.")
            )
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Token"


def count_sign_in(request: HttpRequest, name: str) -> None:
    """Count a try to sign in, by address and by name; TooMany beyond the limits."""
    hit_named("sign_in", request_address(request.META))
    hit_named("sign_in_name", skeleton(name))


def check_password(request: HttpRequest, name: str, password: str) -> User:
    """The player with this name (in any case) and password; AuthenticationFailed or TooMany."""
    count_sign_in(request, name)
    user = None
    if is_well_formed(name):
        known = User.objects.filter(username__iexact=name).values_list("username", flat=True)
        user = authenticate(request, username=known.first() or name, password=password)
    if not isinstance(user, User):
        raise exceptions.AuthenticationFailed(_("Unknown name or wrong password."))
    return user
