"""What a player may read of what staff did to them."""

from django.db.models import QuerySet

from players.models import StaffAction


def own_record(user_id: int) -> QuerySet[StaffAction]:
    """Warnings, silences, suspensions and their ends, the newest first; no dismissed report."""
    rows = StaffAction.objects.filter(player=user_id).exclude(kind=StaffAction.Kind.DISMISS)
    return rows.order_by("-id")
