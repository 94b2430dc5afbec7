"""Writing down what staff do to a player; whatever they do goes through here."""

from datetime import datetime

from django.utils.translation import gettext as _

from players.errors import Malformed, NotAllowed
from players.models import StaffAction, User
from players.notify import notify


def record(
    kind: StaffAction.Kind,
    *,
    player: User,
    by: User,
    reason: str,
    now: datetime,
    until: datetime | None = None,
    case: str = "",
) -> StaffAction:
    """Add a row to the record and tell the player after commit, but for a dismissed report.

    Raises Malformed without a reason; NotAllowed for who lacks the permission, for oneself, and
    for a member of staff, on whom only an administrator acts.
    """
    reason = reason.strip()
    if not reason or len(reason) > 1000:
        text = _("Give a reason of at most 1000 characters.")
        raise Malformed("INVALID", text, {"reason": text})
    if not by.has_perm("players.discipline"):
        raise NotAllowed("NOT_ALLOWED", _("You may not do this."))
    if player.pk == by.pk:
        raise NotAllowed("NOT_ALLOWED", _("Nobody decides about themselves."))
    if player.is_staff and not by.is_superuser:
        raise NotAllowed("NOT_ALLOWED", _("Only an administrator acts on staff."))
    row = StaffAction.objects.create(
        by=by, player=player, kind=kind, reason=reason, until=until, case=case, at=now
    )
    if kind is not StaffAction.Kind.DISMISS:
        notify(player.pk, {"kind": "staff", "action": str(kind)})
    return row


def warn(*, user: User, by: User, reason: str, now: datetime, case: str = "") -> None:
    """Tell the player what they must not do again. Raises as `record` does."""
    record(StaffAction.Kind.WARN, player=user, by=by, reason=reason, now=now, case=case)
