"""The bank of a seat at a rated table: time for lost connections, counted down for all to see.

It is drawn from a turn's deadline on while the player is gone, and charged when that ends. A
drawing costs `LEAST` at least: otherwise who goes and comes at each deadline buys a whole clock for
a second.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from games import broadcast
from games.models import Hand, Notice, Seat
from games.selectors.state import state_of
from games.services import notices
from games.services.absence import absence_begins, absence_ends
from games.services.rows import change
from games.services.turns import announce_turn, plan_turn

LEAST = timedelta(seconds=10)
_MS = timedelta(milliseconds=1)


class _Overtaken(Exception):
    """The turn has passed or been planned anew; the transaction rolls back."""


def left_of(hand: Hand, seat: Seat, *, now: datetime) -> int:
    """What is left to the seat, in milliseconds, if its drawing on the hand's turn ends now."""
    if hand.bank_since is None or hand.to_act != seat.index:
        return seat.bank_ms
    return max(0, seat.bank_ms - max(now - hand.bank_since, LEAST) // _MS)


def draw(hand: Hand, seats: Sequence[Seat], *, now: datetime) -> bool:
    """Extend the turn, whose deadline has passed, by the bank; False if the turn has passed."""
    if hand.to_act is None or hand.deadline is None:
        return False
    seat = seats[hand.to_act]
    until = now + seat.bank_ms * _MS
    with transaction.atomic():
        as_read = {"seq": hand.seq, "seating": hand.seating, "deadline": hand.deadline}
        turn = Hand.objects.filter(pk=hand.pk, status=Hand.Status.PLAYING, bank_since=None)
        if not turn.filter(**as_read).update(bank_since=now, deadline=until):
            return False
        absence_begins(hand.game, seat.index)
        seconds = round(seat.bank_ms / 1000)
        notices.record(
            hand.game.table, Notice.Kind.BANK, hand=hand, seat=seat.index, seconds=seconds
        )
        broadcast.refresh(hand.game.table_id)
    return True


def stop(hand: Hand, seats: Sequence[Seat], *, now: datetime) -> bool:
    """The player is back: charge what was used and give the turn its clock anew.

    False if nothing is being drawn any more.
    """
    if hand.bank_since is None or hand.to_act is None:
        return False
    try:
        with transaction.atomic():
            _stop(hand, seats, seats[hand.to_act], now=now)
    except _Overtaken:
        return False
    return True


def _stop(hand: Hand, seats: Sequence[Seat], seat: Seat, *, now: datetime) -> None:
    charge(hand, seat, now=now)  # the seat before the hand, as who acts writes them
    turn = plan_turn(hand.game.table, seats, state_of(hand), now=now)
    as_read = {"seq": hand.seq, "seating": hand.seating, "bank_since": hand.bank_since}
    drawn = Hand.objects.filter(pk=hand.pk, status=Hand.Status.PLAYING, **as_read)
    if not drawn.update(turn_since=turn.since, deadline=turn.deadline, bank_since=None):
        raise _Overtaken
    hand.turn_since, hand.deadline, hand.bank_since = turn.since, turn.deadline, None
    absence_ends(hand.game, seat.index)
    broadcast.refresh(hand.game.table_id)
    announce_turn(hand, seats)


def charge(hand: Hand, seat: Seat, *, now: datetime) -> None:
    """Take from the seat's bank what the hand's turn has drawn, and say so; nothing if nothing."""
    if hand.bank_since is None or hand.to_act != seat.index:
        return
    left = left_of(hand, seat, now=now)
    used = round((seat.bank_ms - left) / 1000)
    change(seat, bank_ms=left)
    notices.record(
        hand.game.table,
        Notice.Kind.BANK_STOPPED,
        hand=hand,
        seat=seat.index,
        used=used,
        seconds=round(left / 1000),
    )
