"""Nobody loses time to our outage: the pulse of the serving processes and the credit after a gap.

Only processes that serve players beat. While the pulse is older than `OUTAGE_AFTER` no turn
expires; the first beat afterwards moves every open deadline of a person, and what they draw from
their bank, by the time that was lost, once, in the transaction that ends the outage. Nobody counts
as gone until there was time to connect again.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.module_loading import import_string

from games import broadcast, presence
from games.models import Game, Hand, Heartbeat, Notice
from games.services import notices

OUTAGE_AFTER = timedelta(seconds=3)


def beat(*, now: datetime) -> timedelta | None:
    """Touch the pulse; returns the outage this beat has ended and credited, if any."""
    pulse = Heartbeat.objects.filter(pk=Heartbeat.THE_ONE).first()
    if pulse is None:
        Heartbeat.objects.get_or_create(pk=Heartbeat.THE_ONE, defaults={"at": now})
        return None
    if now - pulse.at <= OUTAGE_AFTER:
        Heartbeat.objects.filter(pk=pulse.pk, at__lt=now).update(at=now)
        return None
    with transaction.atomic():
        won = Heartbeat.objects.filter(pk=pulse.pk, at=pulse.at).update(
            at=now, outages=F("outages") + 1
        )
        if not won:
            return None
        _credit(since=pulse.at, now=now)
    presence.watch_anew(now=now)
    return now - pulse.at


def pulse_is_fresh(now: datetime) -> bool:
    """Whether players are being served, so that a silent one may be held to the clock."""
    return Heartbeat.objects.filter(at__gte=now - OUTAGE_AFTER).exists()


def _credit(*, since: datetime, now: datetime) -> None:
    """Move the deadlines of people by what the outage took from them, and say so.

    A turn that began during the outage lost only the rest of it. The hands are locked in the
    order of their keys and written in one statement: there may be many, and all are in play.
    """
    waiting = Hand.objects.filter(
        status=Hand.Status.PLAYING, person_to_act=True, deadline__isnull=False
    )
    hands = list(
        waiting.select_related("game")
        .only("deadline", "turn_since", "bank_since", "to_act", "game__table_id")
        .select_for_update(of=("self",), no_key=True)
        .order_by("pk")
    )
    credits = []
    for hand in hands:
        lost = now - max(since, hand.turn_since)
        if hand.deadline is not None and lost > timedelta(0):
            hand.deadline += lost
            if hand.bank_since is not None:
                hand.bank_since += lost
            credits.append(
                Notice(
                    table_id=hand.game.table_id,
                    hand=hand,
                    kind=Notice.Kind.CLOCK_CREDIT,
                    seat=hand.to_act,
                    data={"seconds": round(lost.total_seconds(), 3)},
                )
            )
    Hand.objects.bulk_update(hands, ["deadline", "bank_since"], batch_size=500)
    for notice in Notice.objects.bulk_create(credits):
        notices.announce(notice)
        broadcast.refresh(notice.table_id)
    Game.objects.filter(seeds_due__isnull=False, seeds_due__gt=since).update(
        seeds_due=F("seeds_due") + (now - since)
    )
    for path in settings.OUTAGE_CREDITS:
        import_string(path)(since=since, now=now)
