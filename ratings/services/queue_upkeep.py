"""The queue's housekeeping: time given back after an outage, and old rows forgotten."""

from datetime import datetime, timedelta

from django.db.models import Count, F

from ratings.models import Party, PartyMember, ReadyCheck, Ticket, TicketPlayer
from ratings.selectors.waits import KEPT_FOR

CHECKS_KEPT_FOR = timedelta(days=2)


def credit_outage(*, since: datetime, now: datetime) -> None:
    """Move what waits for people by the outage from `since` to `now`: nobody misses a ready check
    or loses a place in the queue because we were away.

    A check that was opened during the outage lost only the rest of it.
    """
    checks = ReadyCheck.objects.filter(status=ReadyCheck.Status.OPEN)
    locked = list(checks.select_for_update(no_key=True).order_by("pk"))
    for check in locked:
        check.deadline += max(now - max(since, check.created_at), timedelta(0))
    ReadyCheck.objects.bulk_update(locked, ["deadline"], batch_size=500)
    for model in (TicketPlayer, PartyMember):
        model.objects.filter(seen_at__gt=since, seen_at__lt=now).update(seen_at=now)
        model.objects.filter(seen_at__lte=since).update(seen_at=F("seen_at") + (now - since))


def tidy(*, now: datetime) -> int:
    """Forget tickets and ready checks kept for the figures, and parties nobody joined."""
    old = Ticket.objects.filter(ended_at__lt=now - KEPT_FOR)
    checks = ReadyCheck.objects.filter(ended_at__lt=now - CHECKS_KEPT_FOR)
    alone = Party.objects.annotate(size=Count("members")).filter(size__lt=2, open_until__lt=now)
    return sum(
        model.objects.filter(pk__in=list(rows.values_list("pk", flat=True)[:5000])).delete()[0]
        for model, rows in ((Ticket, old), (ReadyCheck, checks), (Party, alone))
    )
