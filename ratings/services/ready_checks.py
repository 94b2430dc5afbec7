"""Ready checks: four are asked, and play only if all four answer in time.

A check is decided under its own lock, once: by the last of the four to be ready, by one who
declines, or by the sweep that finds its deadline passed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.selectors.access import hidden
from games.services.outage import pulse_is_fresh
from games.services.rated import start_rated_game
from games.services.rows import change
from games.services.sweeping import count_done
from players.errors import Conflict
from players.models import OffenceKind, User
from players.selectors.blocks import apart
from players.services.conduct import record_offence
from ratings import broadcast
from ratings.codes import QueueCode
from ratings.models import Ladder, RatedGame, ReadyCheck, ReadySeat, Ticket, TicketPlayer
from ratings.selectors.queue import READY_SECONDS
from ratings.services.tickets import end, lock_check, lock_tickets, players_of, put_to_the_front

TOLD_FOR = timedelta(minutes=2)  # a game that began longer ago is found by the site itself


@dataclass(frozen=True, slots=True)
class Call:
    """A table found: its players N, E, S, W and the tickets they wait with."""

    players: tuple[int, int, int, int]
    tickets: tuple[int, ...]
    ratings: tuple[int, ...]  # of each ticket, on the ladder


def call_to_tables(ladder: Ladder, calls: Sequence[Call], *, now: datetime) -> list[ReadyCheck]:
    """Open a ready check for each table whose tickets all still wait; the others stay waiting."""
    with transaction.atomic():
        wanted = [ticket for call in calls for ticket in call.tickets]
        waiting = Ticket.objects.select_for_update(no_key=True).filter(
            pk__in=wanted, status=Ticket.Status.WAITING, ladders=ladder
        )
        locked = {ticket.pk: ticket for ticket in waiting.order_by("pk")}
        places = TicketPlayer.objects.filter(ticket__in=locked)
        ticket_of = dict(places.values_list("player_id", "ticket_id"))
        checks = [
            _open(ladder, call, [locked[number] for number in call.tickets], ticket_of, now=now)
            for call in calls
            if locked.keys() >= set(call.tickets)
        ]
        # a round may call thousands: a few statements for all of them
        ReadyCheck.objects.bulk_create(check for check, _, _ in checks)
        ReadySeat.objects.bulk_create(seat for _, seats, _ in checks for seat in seats)
        Ticket.objects.bulk_update(
            [ticket for _, _, tickets in checks for ticket in tickets],
            ["status", "ready_check", "ladder", "rating", "called_at"],
        )
        opened = ReadyCheck.objects.select_related("ladder").prefetch_related("seats")
        found = list(opened.filter(pk__in=[check.pk for check, _, _ in checks]).order_by("pk"))
        for check in found:
            broadcast.ready_check_changed(check)
        return found


def _open(
    ladder: Ladder,
    call: Call,
    tickets: list[Ticket],
    ticket_of: Mapping[int, int],
    *,
    now: datetime,
) -> tuple[ReadyCheck, list[ReadySeat], list[Ticket]]:
    """The rows of one check, to be written with those of the others."""
    check = ReadyCheck(
        ladder=ladder, created_at=now, deadline=now + timedelta(seconds=READY_SECONDS)
    )
    seats = [
        ReadySeat(ready_check=check, index=index, player_id=player, ticket_id=ticket_of[player])
        for index, player in enumerate(call.players)
    ]
    for ticket, rating in zip(tickets, call.ratings, strict=True):
        ticket.status, ticket.ready_check = Ticket.Status.CALLED, check
        ticket.ladder, ticket.rating, ticket.called_at = ladder, rating, now
    return check, seats, tickets


def answer(*, user: User, check_id: UUID, ready: bool, now: datetime) -> ReadyCheck:
    """Be ready for the table, or decline it; the fourth to be ready starts the game.

    Being ready twice is fine. Raises NotFound for a check that asks somebody else, Conflict
    (READY_CHECK_OVER) when it failed, started without need of this answer, or ran out.
    """
    with transaction.atomic():
        check = lock_check(check_id)
        seat = None if check is None else check.seats.filter(player=user).first()
        if check is None or seat is None:
            raise hidden()
        if check.status == ReadyCheck.Status.STARTED and ready:
            return check
        if check.status != ReadyCheck.Status.OPEN or check.deadline <= now:
            raise Conflict(QueueCode.READY_CHECK_OVER)
        if not ready:
            fail(check, missing={user.pk}, now=now)
            return check
        if seat.ready_at is None:
            change(seat, ready_at=now)
        if check.seats.filter(ready_at__isnull=True).exists():
            broadcast.ready_check_changed(check)
        else:
            _start(check, now=now)
        return check


def fail(check: ReadyCheck, *, missing: Collection[int], now: datetime) -> None:
    """End a check that is locked and open, because of the `missing`: they may not queue for a
    while, the others go to the front with their wait kept."""
    change(check, status=ReadyCheck.Status.FAILED, ended_at=now)
    tickets = lock_tickets(check)
    theirs = set(
        TicketPlayer.objects.filter(ticket__in=tickets, player__in=missing).values_list(
            "ticket_id", flat=True
        )
    )
    out = [ticket for ticket in tickets if ticket.pk in theirs]
    others = [ticket for ticket in tickets if ticket.pk not in theirs]
    partners = set(players_of(out)) - set(missing)
    for ticket in out:
        end(ticket, Ticket.Status.MISSED, now=now)
    put_to_the_front(others)
    for player in sorted(() if check.ladder.demo else missing):
        record_offence(user_id=player, kind=OffenceKind.MISSED_READY, source=check.pk, now=now)
    broadcast.queue_changed(missing, cause="missed")
    broadcast.queue_changed(partners, cause="partner_missed")
    broadcast.queue_changed(players_of(others), cause="front")


def run_out(check: ReadyCheck, *, now: datetime) -> bool:
    """Fail a check that is locked if its time has passed; those who have not answered missed it."""
    due = check.status == ReadyCheck.Status.OPEN and check.deadline <= now
    if due and pulse_is_fresh(now):
        missing = check.seats.filter(ready_at__isnull=True).values_list("player_id", flat=True)
        fail(check, missing=set(missing), now=now)
        return True
    return False


def expire_due(*, now: datetime) -> int:
    """Fail every check whose time has passed with somebody missing; how many there were."""
    if not pulse_is_fresh(now):
        return 0
    due = ReadyCheck.objects.filter(status=ReadyCheck.Status.OPEN, deadline__lte=now)
    return count_done("ready check", due.values_list("pk", flat=True), partial(_expire, now=now))


def tell_again(*, now: datetime) -> int:
    """Announce, once more, the games that have just begun: who started one may have died before
    it could say so, or sat in a process from which no news travels."""
    started = ReadyCheck.objects.filter(
        status=ReadyCheck.Status.STARTED, told=False, ended_at__gte=now - TOLD_FOR
    )
    return count_done("the news of ready check", started.values_list("pk", flat=True), _tell)


def _expire(check_id: UUID, *, now: datetime) -> bool:
    with transaction.atomic():
        check = lock_check(check_id)
        return check is not None and run_out(check, now=now)


def _tell(check_id: UUID) -> bool:
    with transaction.atomic():
        if not ReadyCheck.objects.filter(pk=check_id, told=False).update(told=True):
            return False
        broadcast.game_started(ReadyCheck.objects.select_related("game").get(pk=check_id))
        return True


def _start(check: ReadyCheck, *, now: datetime) -> None:
    """The game, its place on the ladder and the end of the tickets, all in one transaction."""
    tickets = lock_tickets(check)
    seats = list(check.seats.select_related("player").order_by("index"))
    if gone := {seat.player_id for seat in seats if not seat.player.is_active}:
        fail(check, missing=gone, now=now)  # suspended since they said that they were ready
        return
    if not check.ladder.is_open or apart([seat.player_id for seat in seats]):
        fail(check, missing=(), now=now)  # closed, or one has blocked another, since the round
        return
    game = start_rated_game(
        preset=check.ladder.preset,
        players=[seat.player for seat in seats],
        clock=(settings.BID_SECONDS, settings.PLAY_SECONDS),
        demo=check.ladder.demo,
    )
    RatedGame.objects.create(game=game, ladder=check.ladder)
    change(check, status=ReadyCheck.Status.STARTED, game=game, ended_at=now)
    for ticket in tickets:
        end(ticket, Ticket.Status.PLAYING, now=now)
    broadcast.game_started(check)
