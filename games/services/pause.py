"""Pausing a game: by consent of all people at the table, for ten minutes at most."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import broadcast
from games.codes import TableCode
from games.models import Hand, Notice, Seat, Table
from games.services import notices
from games.services.rows import change
from games.services.seating import lock_table, my_seat, refuse_at_rated, replan_if_outdated
from games.services.sweeping import count_done
from games.services.turns import announce_turn
from players.errors import Conflict
from players.models import User

LONGEST = timedelta(minutes=10)


def ask_pause(*, user: User, table_id: UUID, wants: bool) -> bool:
    """Say that a person wants a pause, or no longer; True when the game is paused with that."""
    with transaction.atomic():
        table, seats = lock_table(table_id)
        seat = my_seat(user, table, seats)
        refuse_at_rated(table)
        if table.status != Table.Status.PLAYING:
            raise Conflict(TableCode.NO_GAME)
        if table.paused_until is not None:
            return wants
        change(seat, wants_pause=wants)
        broadcast.table_changed(table.pk)
        return wants and _pause_if_agreed(table, seats, now=timezone.now())


def _pause_if_agreed(table: Table, seats: Sequence[Seat], *, now: datetime) -> bool:
    people = [seat for seat in seats if seat.is_person]
    hand = _live_hand(table)
    if hand is None or not all(seat.wants_pause for seat in people):
        return False
    paused = Hand.objects.filter(pk=hand.pk, status=Hand.Status.PLAYING).update(
        status=Hand.Status.PAUSED
    )
    if not paused:
        return False
    until = now + LONGEST
    change(table, paused_until=until)
    table.seats.update(wants_pause=False)
    notices.record(table, Notice.Kind.PAUSED, hand=hand, until=until.isoformat())
    broadcast.refresh(table.pk)
    return True


def resume(*, user: User, table_id: UUID) -> None:
    """End the pause; any person at the table may."""
    with transaction.atomic():
        table, seats = lock_table(table_id)
        my_seat(user, table, seats)
        if table.paused_until is None:
            raise Conflict(TableCode.NOT_PAUSED)
        _resume(table, seats, now=timezone.now())


def end_due_pauses(*, now: datetime) -> int:
    """Resume every table whose pause has run out."""
    due = Table.objects.filter(paused_until__lte=now).values_list("pk", flat=True)
    return count_done("the pause of table", due, partial(_end_pause, now=now))


def _end_pause(table_id: UUID, *, now: datetime) -> bool:
    with transaction.atomic():
        table, seats = lock_table(table_id)
        if table.paused_until is None or table.paused_until > now:
            return False
        _resume(table, seats, now=now)
        return True


def _resume(table: Table, seats: Sequence[Seat], *, now: datetime) -> None:
    """Go on where the game stood: deadlines move by the length of the pause.

    Where somebody came or left meanwhile, the turn is planned anew.
    """
    hand = _live_hand(table)
    if hand is not None and hand.status == Hand.Status.PAUSED and table.paused_until is not None:
        lasted = now - (table.paused_until - LONGEST)
        change(
            hand,
            status=Hand.Status.PLAYING,
            turn_since=hand.turn_since + lasted,
            deadline=None if hand.deadline is None else hand.deadline + lasted,
        )
        notices.record(table, Notice.Kind.RESUMED, hand=hand)
        if not replan_if_outdated(hand, seats, now=now):
            announce_turn(hand, seats)
    change(table, paused_until=None)
    broadcast.refresh(table.pk)


def _live_hand(table: Table) -> Hand | None:
    return Hand.objects.in_play().filter(game__table=table, status__in=Hand.LIVE).first()
