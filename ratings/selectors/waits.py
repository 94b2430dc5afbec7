"""How long the queue takes and when it is busy, from the tickets that have ended."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from statistics import median
from typing import Any

from django.db.models import Count, Q
from django.db.models.functions import ExtractHour
from django.utils import timezone

from ratings.models import Ladder, Ticket

KEPT_FOR = timedelta(days=28)  # tickets that have ended
LOOKED_BACK = timedelta(hours=24)
MOST_WAITS = 500  # of all ladders together
FEWEST_WAITS = 3  # fewer say nothing
BAND = 100  # points above and below
HOURS_KEPT_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Wait:
    """How long somebody of this rating waited until a table was found."""

    seconds: float
    rating: int


def queues(*, now: datetime | None = None) -> list[dict[str, Any]]:
    """Every ladder one can queue for: who waits, how long it takes, when it is busy."""
    now = now or timezone.now()
    waits, hours = recent_waits(now=now), busiest_hours(now=now)
    return [
        {
            "ladder": ladder.slug,
            "preset": ladder.preset,
            "demo": ladder.demo,
            "waiting": ladder.people,
            "expected_wait": expected_wait(waits.get(ladder.pk, ()), None),
            "busiest_hours": hours.get(ladder.pk, [0] * 24),
        }
        for ladder in _with_people()
    ]


def people_waiting() -> dict[str, int]:
    """How many people wait for each open ladder."""
    return {ladder.slug: ladder.people for ladder in _with_people()}


def _with_people() -> Any:
    people = Count("tickets__players", filter=Q(tickets__status__in=Ticket.LIVE))
    return open_ladders().annotate(people=people)


def open_ladders() -> Any:
    """The ladders that take games from the queue."""
    return Ladder.objects.filter(kind=Ladder.Kind.PLAYERS, is_open=True).order_by("id")


def recent_waits(*, now: datetime) -> Mapping[int, Sequence[Wait]]:
    """Waits of the last day that ended in a game, the latest first, by ladder."""
    rows = (
        Ticket.objects.filter(status=Ticket.Status.PLAYING, ended_at__gte=now - LOOKED_BACK)
        .order_by("-ended_at")
        .values_list("ladder_id", "since", "called_at", "rating")[:MOST_WAITS]
    )
    found: dict[int, list[Wait]] = defaultdict(list)
    for ladder, since, called, rating in rows:
        if ladder is not None and called is not None and rating is not None:
            found[ladder].append(Wait((called - since).total_seconds(), rating))
    return found


def expected_wait(waits: Sequence[Wait], rating: float | None) -> int | None:
    """The wait to be expected, in seconds: the median of the recent ones of like rating, where
    those are too few of all on the ladder; None where nobody can say."""
    near = [wait.seconds for wait in waits if rating is None or abs(wait.rating - rating) <= BAND]
    if len(near) < FEWEST_WAITS:
        near = [wait.seconds for wait in waits]
    return round(median(near)) if len(near) >= FEWEST_WAITS else None


def busiest_hours(*, now: datetime) -> Mapping[int, list[int]]:
    """By ladder: in which hour of the day, UTC, how many tickets of the last weeks began."""
    return _hours(int(now.timestamp()) // HOURS_KEPT_SECONDS)


@lru_cache(maxsize=1)
def _hours(period: int) -> Mapping[int, list[int]]:
    """Counted once in a while: it changes slowly, and every visitor asks."""
    until = datetime.fromtimestamp((period + 1) * HOURS_KEPT_SECONDS, tz=UTC)
    rows = (
        Ticket.objects.filter(ended_at__gte=until - KEPT_FOR, ladders__isnull=False)
        .annotate(hour=ExtractHour("since"))
        .values_list("ladders", "hour")
        .annotate(tickets=Count("pk"))
    )
    found: dict[int, list[int]] = defaultdict(lambda: [0] * 24)
    for ladder, hour, tickets in rows:
        found[ladder][hour] = tickets
    return found
