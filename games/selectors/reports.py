"""What belongs to a report: whose case it is, and what was said around it."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Message, Report, Sitting
from players.models import User

AROUND = timedelta(minutes=10)


def is_own_case(user: User, report: Report) -> bool:
    """Whether `user` is a party to the report, or sat in the game it is about."""
    if user.pk in (report.reporter_id, report.reported_id):
        return True
    sat = Sitting.objects.filter(game=report.game_id, user=user)
    return report.game_id is not None and sat.exists()


def talk_around(report: Report) -> QuerySet[Message]:
    """What was said at the report's table from AROUND before its hand or game to AROUND after.

    Without either: around the time of the report.
    """
    since, until = _span(report)
    around = Q(at__gte=since - AROUND) & Q(at__lte=until + AROUND)
    said = Message.objects.filter(around, table=report.table_id)
    return said.select_related("author").order_by("at", "pk")


def _span(report: Report) -> tuple[datetime, datetime]:
    if report.hand is not None:
        return report.hand.started_at, report.hand.ended_at or timezone.now()
    if report.game is not None:
        return report.game.created_at, report.game.ended_at or timezone.now()
    at = report.created_at if report.message is None else report.message.at
    return at, at
