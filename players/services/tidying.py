"""What is kept for a while only, and then forgotten."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from players.models import IdempotencyRecord

ANSWERS_KEPT_FOR = timedelta(hours=24)


def tidy(*, now: datetime) -> int:
    """Forget answers kept for repeated writes and sessions that have ended; how many rows."""
    answers, _ = IdempotencyRecord.objects.filter(started_at__lt=now - ANSWERS_KEPT_FOR).delete()
    sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
    return answers + sessions
