"""What the queue is to one player: the ticket, the ready check, what keeps out."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.models import Game, GameSeat
from players.models import User
from players.moments import iso
from players.selectors.conduct import banned_until
from ratings.engine.matchmaking import UNLIMITED, reach
from ratings.models import Ladder, Rating, ReadyCheck, Ticket, TicketPlayer
from ratings.selectors.waits import expected_wait, recent_waits

LEASE = timedelta(seconds=30)  # who gives no sign of life for so long is gone
READY_SECONDS = 20


def greeting(user_id: int) -> dict[str, object]:
    """What a player's personal socket says of the queue when it opens."""
    return {"queue": standing(User.objects.get(pk=user_id))}


def standing(user: User, *, now: datetime | None = None) -> dict[str, Any]:
    """The queue as it is to `user`, in plain values."""
    now = now or timezone.now()
    ticket = live_ticket(user.pk)
    return {
        "ticket": None if ticket is None else ticket_facts(ticket, user.pk, now=now),
        "ready_check": _ready_check(ticket, user.pk, now=now),
        "banned_until": _iso(banned_until(user.pk, now=now)),
        "rated_game": rated_game_of(user.pk),
    }


def live_ticket(user_id: int) -> Ticket | None:
    """The ticket the player waits or is called with."""
    return Ticket.objects.filter(players__player=user_id).first()


def has_gone(*, now: datetime) -> Exists:
    """Whether one of a ticket's players gives no sign of life any more, or was suspended."""
    gone = Q(seen_at__lt=now - LEASE) | Q(player__is_active=False)
    return Exists(TicketPlayer.objects.filter(gone, ticket=OuterRef("pk")))


def ticket_facts(ticket: Ticket, user_id: int, *, now: datetime) -> dict[str, Any]:
    """A live ticket as its player sees it; `reach` is None once it is unlimited."""
    ladders = list(ticket.ladders.order_by("id"))
    partner = ticket.players.exclude(player=user_id).values_list("player__username", flat=True)
    points = reach(waited(ticket, now=now))
    return {
        "ladders": [ladder.slug for ladder in ladders],
        "partner": partner.first(),
        "since": iso(ticket.since),
        "front": ticket.front,
        "reach": None if points >= UNLIMITED else points,
        "expected_wait": _expected(ladders, user_id, now=now),
    }


def waited(ticket: Ticket, *, now: datetime) -> int:
    """How long the ticket has waited, in whole seconds."""
    return max(0, int((now - ticket.since).total_seconds()))


def ready_check_facts(check: ReadyCheck, user_id: int, *, now: datetime) -> dict[str, Any]:
    """A ready check as one of its four sees it: how many, and nothing of who. The seconds are for
    those whose clock is wrong."""
    seats = list(check.seats.all())
    return {
        "id": str(check.pk),
        "ladder": check.ladder.slug,
        "deadline": iso(check.deadline),
        "seconds_left": max(0, round((check.deadline - now).total_seconds())),
        "ready": sum(seat.ready_at is not None for seat in seats),
        "of": len(seats),
        "you_are_ready": any(seat.player_id == user_id and seat.ready_at for seat in seats),
    }


def rated_game_of(user_id: int) -> dict[str, str] | None:
    """The rated game that is on and that the player began; None if there is none."""
    seat = (
        GameSeat.objects.filter(user=user_id, game__rated=True)
        .filter(game__status__in=Game.UNFINISHED)
        .values_list("game__table_id", "game_id")
        .first()
    )
    return None if seat is None else {"table": str(seat[0]), "game": str(seat[1])}


def _ready_check(ticket: Ticket | None, user_id: int, *, now: datetime) -> dict[str, Any] | None:
    if ticket is None or ticket.ready_check_id is None:
        return None
    check = ReadyCheck.objects.select_related("ladder").prefetch_related("seats")
    return ready_check_facts(check.get(pk=ticket.ready_check_id), user_id, now=now)


def _expected(ladders: list[Ladder], user_id: int, *, now: datetime) -> int | None:
    """The shortest of the waits to be expected on the ladders, in seconds."""
    ratings = dict(
        Rating.objects.filter(player=user_id, ladder__in=ladders).values_list("ladder_id", "mu")
    )
    waits = recent_waits(now=now)
    expected = [expected_wait(waits.get(each.pk, ()), ratings.get(each.pk)) for each in ladders]
    return min((seconds for seconds in expected if seconds is not None), default=None)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else iso(moment)
