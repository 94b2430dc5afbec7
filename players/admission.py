"""Whether a session or token still admits, as a condition of SQL: a statement can carry it along.

An action is written only where the session or token behind it would be admitted at that very
moment. Asked beforehand, that is one more statement for every card, and something may come between
the two.
"""

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import connection

from players.models import User

# `services.tokens.usable`, for one token; a test holds the two against each other
_TOKEN = """EXISTS (
  SELECT 1 FROM players_apitoken
  JOIN players_user ON players_user.id = players_apitoken.user_id
  WHERE players_apitoken.id = %s AND players_apitoken.revoked_at IS NULL AND players_user.is_active
    AND (players_apitoken.expires_at IS NULL OR players_apitoken.expires_at > %s)
)"""

# A key is given to one sign-in and never to another, so whose session it is need not be read.
_SESSION = """EXISTS (
  SELECT 1 FROM players_user, django_session
  WHERE players_user.id = %s AND players_user.is_active AND {digest} = %s
    AND django_session.session_key = %s AND django_session.expire_date > %s
)"""
# The password is stored hashed; even so only a digest of that is sent about.
_DIGEST = {
    "postgresql": "encode(sha256(convert_to(players_user.password, 'UTF8')), 'hex')",
    "sqlite": "SHA256(players_user.password)",
}


@dataclass(frozen=True, slots=True)
class Admission:
    """A condition that holds while somebody would be admitted as they were."""

    text: str
    values: tuple[Any, ...] = field(repr=False)

    def holds(self) -> bool:
        """Whether it holds now. Asks the database."""
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 WHERE {self.text}", self.values)
            return cursor.fetchone() is not None


def by_token(token_id: int, *, now: datetime) -> Admission:
    """The token is neither revoked nor expired, and its player not suspended."""
    return Admission(_TOKEN, (token_id, _moment(now)))


def by_session(user_id: int, credential: str, session_key: str, *, now: datetime) -> Admission:
    """The session is there and not expired, its player not suspended, the password the same."""
    text = _SESSION.format(digest=_DIGEST[connection.vendor])
    return Admission(text, (user_id, credential, session_key, _moment(now)))


def credential_of(user: User) -> str:
    """What stands for the password of `user` until it is changed."""
    return sha256(user.password.encode()).hexdigest()


def _moment(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)
