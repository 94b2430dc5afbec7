"""Keeping a player from talking for a time, and letting them talk again."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from players.errors import Malformed
from players.models import StaffAction, User
from players.services.staff_record import record

LONGEST_DAYS = 365


def silence(*, user: User, by: User, reason: str, days: int, now: datetime, case: str = "") -> None:
    """Nothing the player says is taken for so many days from `now`; they read on as before.

    A new time replaces an old one. Malformed unless `days` is 1 to LONGEST_DAYS; else as `record`.
    """
    if not 1 <= days <= LONGEST_DAYS:
        text = _("1 to %(number)d days.") % {"number": LONGEST_DAYS}
        raise Malformed("INVALID", text, {"days": text})
    until = now + timedelta(days=days)
    kind = StaffAction.Kind.SILENCE
    with transaction.atomic():
        record(kind, player=user, by=by, reason=reason, now=now, until=until, case=case)
        User.objects.filter(pk=user.pk).update(silenced_until=until)


def unsilence(*, user: User, by: User, reason: str, now: datetime, case: str = "") -> None:
    """Let the player talk again. Raises as `record` does."""
    with transaction.atomic():
        record(StaffAction.Kind.UNSILENCE, player=user, by=by, reason=reason, now=now, case=case)
        User.objects.filter(pk=user.pk).update(silenced_until=None)
