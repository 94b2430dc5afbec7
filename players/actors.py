"""Who acts: an open session or a program's token, found again at every step that matters."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, Literal

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from players.admission import Admission, by_session, by_token, credential_of
from players.models import ApiToken, Scope, User
from players.services.tokens import find_token

TOKEN_KEYWORD = "token"
# what Django gives out; anything else was made up and is kept away from the database
SESSION_KEY_PATTERN = re.compile(r"[a-z0-9]{8,40}", re.ASCII)
EVERY_SCOPE = frozenset(Scope)


@dataclass(frozen=True, slots=True)
class Actor:
    """A player as admitted at one moment, by session or by token."""

    user_id: int
    username: str
    is_guest: bool
    kind: Literal["session", "token"]
    scopes: frozenset[Scope]
    session_key: str | None = field(default=None, repr=False)
    token_id: int | None = None
    credential: str = field(default="", repr=False)

    def may(self, scope: Scope) -> bool:
        """Whether the actor may do what needs `scope`; reading needs no particular one."""
        return scope is Scope.READ or scope in self.scopes

    def admission(self, *, now: datetime) -> Admission:
        """The condition that the same session or token would be admitted at `now`."""
        if self.kind == "token":
            return by_token(self.token_id or 0, now=now)
        return by_session(self.user_id, self.credential, self.session_key or "", now=now)

    def still_valid(self) -> bool:
        """Whether the same session or token would be admitted now. Asks the database."""
        return self.admission(now=timezone.now()).holds()


def token_secret(authorization: str) -> str | None:
    """The secret of an `Authorization: Token …` header; None for any other header."""
    keyword, _, secret = authorization.strip().partition(" ")
    return secret.strip() if keyword.lower() == TOKEN_KEYWORD else None


def actor_of_token(token: ApiToken) -> Actor:
    user = token.user
    scopes = frozenset(scope for scope in Scope if scope in token.scopes)
    return Actor(user.pk, user.username, user.is_guest, "token", scopes, token_id=token.pk)


def actor_by_token(secret: str) -> Actor | None:
    """Who the token with this secret acts for; None when it does not admit."""
    token = find_token(secret)
    return actor_of_token(token) if token else None


def actor_by_session(session_key: str | None) -> Actor | None:
    """Who is signed in under that session; None for nobody."""
    if session_key is None or not SESSION_KEY_PATTERN.fullmatch(session_key):
        return None
    session = _session(session_key)
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    user = User.objects.filter(pk=session[SESSION_KEY], is_active=True).first()
    stored = session.get(HASH_SESSION_KEY) or ""
    if user is None or not constant_time_compare(stored, user.get_session_auth_hash()):
        return None
    return actor_of_session(user, session)


def actor_of_session(user: User, session: SessionBase) -> Actor:
    """The actor for a player whose session has been verified already."""
    return Actor(
        user.pk,
        user.username,
        user.is_guest,
        "session",
        EVERY_SCOPE,
        session_key=session.session_key,
        credential=credential_of(user),
    )


def actor_of_scope(scope: Mapping[str, Any]) -> Actor | None:
    """Who opens a socket: the token header if there is one, then no cookie counts."""
    headers = headers_of_scope(scope)
    authorization = headers.get("authorization")
    if authorization:
        secret = token_secret(authorization[0])
        return actor_by_token(secret) if secret and len(authorization) == 1 else None
    cookies = parse_cookie("; ".join(headers.get("cookie", [])))
    session_key = cookies.get(settings.SESSION_COOKIE_NAME)
    return actor_by_session(session_key) if session_key else None


def headers_of_scope(scope: Mapping[str, Any]) -> dict[str, list[str]]:
    """Every header of an ASGI scope with all its values."""
    found: dict[str, list[str]] = {}
    for name, value in scope.get("headers", ()):
        found.setdefault(name.decode("latin1").lower(), []).append(value.decode("latin1"))
    return found


def _session(session_key: str | None) -> SessionBase:
    store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
    return store(session_key)
