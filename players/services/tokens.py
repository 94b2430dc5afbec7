"""Tokens for programs: made, found by their secret, revoked."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from players.errors import Conflict, Malformed, NotAllowed, NotFound
from players.models import ApiToken, Scope, User
from players.notify import close_sockets

BEGINNING = "spw_"
SHOWN_CHARACTERS = 12
MOST_TOKENS = 50
LONGEST_DAYS = 3650
USE_IS_NOTED_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A new token with its secret, which nobody can read again."""

    token: ApiToken
    secret: str


def create_token(
    *, user: User, name: str, scopes: Iterable[str], expires_in_days: int | None = None
) -> IssuedToken:
    """A token that lets a program act for `user` within `scopes`.

    Refused: guests (NotAllowed), unknown or no scopes and days outside 1..3650 (Malformed),
    more than 50 usable tokens (Conflict).
    """
    if user.is_guest:
        raise NotAllowed("ACCOUNT_NEEDED", _("Keep your name with a password first."))
    if expires_in_days is not None and not 1 <= expires_in_days <= LONGEST_DAYS:
        raise Malformed(
            "INVALID", _("Give 1 to 3650 days."), {"expires_in_days": _("Give 1 to 3650 days.")}
        )
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if usable(timezone.now()).filter(user=user).count() >= MOST_TOKENS:
            raise Conflict("TOO_MANY_TOKENS", _("Revoke a token you no longer need first."))
        return _issue(user, name, scopes, expires_in_days)


def create_guest_token(*, user: User) -> IssuedToken:
    """The one token of a guest who plays through a program: it plays, for 30 days."""
    return _issue(user, "guest", [Scope.PLAY], 30)


def _issue(
    user: User, name: str, scopes: Iterable[str], expires_in_days: int | None
) -> IssuedToken:
    wanted = set(scopes)
    if not wanted or wanted - set(Scope.values):
        text = _("Choose from: %(scopes)s.") % {"scopes": ", ".join(Scope.values)}
        raise Malformed("INVALID", text, {"scopes": text})
    secret = BEGINNING + secrets.token_urlsafe(32)
    expires_at = (
        timezone.now() + timedelta(days=expires_in_days) if expires_in_days is not None else None
    )
    token = ApiToken.objects.create(
        user=user,
        name=name.strip() or _("unnamed"),
        prefix=secret[:SHOWN_CHARACTERS],
        digest=digest_of(secret),
        scopes=[scope for scope in Scope.values if scope in wanted],
        expires_at=expires_at,
    )
    return IssuedToken(token, secret)


def digest_of(secret: str) -> str:
    """What is stored of a secret; 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def usable(now: datetime) -> QuerySet[ApiToken]:
    """Tokens that admit at `now`: not revoked, not expired, of a player who is not suspended."""
    return ApiToken.objects.filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=now),
        revoked_at__isnull=True,
        user__is_active=True,
    )


def find_token(secret: str) -> ApiToken | None:
    """The usable token with this secret and its user; its use is noted to the hour."""
    now = timezone.now()
    token = usable(now).select_related("user").filter(digest=digest_of(secret)).first()
    if token and (token.last_used_at is None or token.last_used_at < now - USE_IS_NOTED_EVERY):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def revoke_token(*, user: User, token_id: int) -> None:
    """End a token of `user`; its open sockets close. NotFound for anybody else's."""
    found = ApiToken.objects.filter(pk=token_id, user=user)
    if not found.filter(revoked_at__isnull=True).update(revoked_at=timezone.now()):
        if not found.exists():
            raise NotFound("NOT_FOUND", _("There is no such token."))
        return
    close_sockets(user.pk)


def revoke_all_tokens(*, user: User) -> int:
    """End every token of `user`, as after a recovered account; how many there were."""
    ended = ApiToken.objects.filter(user=user, revoked_at__isnull=True).update(
        revoked_at=timezone.now()
    )
    close_sockets(user.pk)
    return ended
