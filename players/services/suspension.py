"""Suspending an account, and letting it back."""

from datetime import datetime

from django.db import transaction

from players.models import StaffAction, User
from players.notify import close_sockets
from players.services.staff_record import record


def suspend(*, user: User, by: User, reason: str, now: datetime, case: str = "") -> None:
    """Keep a player out: no sign-in, no token; open sockets close. Raises as `record` does."""
    with transaction.atomic():
        record(StaffAction.Kind.SUSPEND, player=user, by=by, reason=reason, now=now, case=case)
        User.objects.filter(pk=user.pk).update(is_active=False)
        close_sockets(user.pk)


def reinstate(*, user: User, by: User, reason: str, now: datetime, case: str = "") -> None:
    """Let a suspended player in again. Raises as `record` does."""
    with transaction.atomic():
        record(StaffAction.Kind.REINSTATE, player=user, by=by, reason=reason, now=now, case=case)
        User.objects.filter(pk=user.pk).update(is_active=True)
