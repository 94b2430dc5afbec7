"""Deciding a report: what staff do about it, once, and never in a case of their own."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.codes import TableCode
from games.models import Report
from games.selectors.reports import is_own_case
from games.services.rows import change
from players.errors import Conflict, NotAllowed
from players.models import StaffAction, User
from players.notify import notify
from players.services.silence import silence
from players.services.staff_record import record, warn
from players.services.suspension import suspend

Kind = StaffAction.Kind
DECISIONS = (Kind.DISMISS, Kind.WARN, Kind.SILENCE, Kind.SUSPEND)


def decide(
    *, by: User, report_id: int, decision: StaffAction.Kind, reason: str, days: int, now: datetime
) -> None:
    """Carry out one of DECISIONS on the reported player and close the report.

    `days` counts for a silence. The reporter is told that it was decided, not what. Raises
    NotAllowed without the permission and in one's own case, Conflict where it was decided
    already, and what the services of the decision raise.
    """
    if not by.has_perm("games.decide_report"):
        raise NotAllowed("NOT_ALLOWED", _("You may not do this."))
    with transaction.atomic():
        report = Report.objects.select_for_update().get(pk=report_id)
        if report.status != Report.Status.OPEN:
            raise Conflict(TableCode.DECIDED_ALREADY, _("Somebody has decided this already."))
        if is_own_case(by, report):
            raise NotAllowed(TableCode.OWN_CASE, _("This is a case of your own."))
        _carry_out(report, by, decision, reason, days, now)
        change(report, status=Report.Status.DECIDED, decided_at=now)
        notify(report.reporter_id, {"kind": "report_decided", "report": report.pk})


def _carry_out(
    report: Report, by: User, decision: StaffAction.Kind, reason: str, days: int, now: datetime
) -> None:
    case, player = f"report:{report.pk}", report.reported
    if decision is Kind.WARN:
        warn(user=player, by=by, reason=reason, now=now, case=case)
    elif decision is Kind.SILENCE:
        silence(user=player, by=by, reason=reason, days=days, now=now, case=case)
    elif decision is Kind.SUSPEND:
        suspend(user=player, by=by, reason=reason, now=now, case=case)
    else:
        record(Kind.DISMISS, player=player, by=by, reason=reason, now=now, case=case)
