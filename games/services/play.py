"""One action, from whoever may take it, into the log of its hand.

Everything that plays comes through here: a person's socket or request, a bot's task, the sweep
at a deadline. The log is written by compare-and-swap on (hand, seq): no row updated means that
somebody was first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games import broadcast
from games.codes import TableCode
from games.engine import Action, HandState, apply
from games.engine.events import PublicEvent
from games.engine.log import Cause, LogEntry, parse_log
from games.engine.seats import Seat as SeatName
from games.models import Hand, Notice, Seat
from games.selectors.access import can_see_table, hidden
from games.selectors.live import hand_in_play
from games.selectors.state import state_of
from games.services import notices, settlement
from games.services.append import append
from games.services.turns import Turn, announce_turn, pause_after, plan_turn
from players.errors import Conflict, NotAllowed
from players.models import User

TIMEOUTS_UNTIL_AWAY = 2


@dataclass(frozen=True, slots=True)
class Ack:
    """The action at `seq` of the hand stands."""

    hand_id: int
    seq: int


class _Overtaken(Exception):
    """Another action took this seq between reading and writing; the transaction rolls back."""


def act(*, user: User, hand_id: int, seq: int, token: object) -> Ack:
    """A seated person's action; acknowledged again if it already stands at `seq`.

    Raises NotFound, NotAllowed (not seated), Conflict (STALE_SEQ, NOT_YOUR_TURN, HAND_PAUSED,
    HAND_ENDED) or IllegalAction; a refused action changes nothing.
    """
    now = timezone.now()
    hand, seats = _load(hand_id)
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    if seat is None:
        if not can_see_table(user, hand.game.table):
            raise hidden()
        raise NotAllowed(TableCode.NOT_SEATED)
    return _take(hand, seats, seat.index, seq, token, cause=Cause.PERSON, now=now)


def act_for_bot(*, hand_id: int, seq: int, token: str) -> bool:
    """A bot's action for the seat to act; False if the turn is no longer a bot's or has passed."""
    now = timezone.now()
    hand, seats = _load(hand_id)
    if hand.seq != seq or hand.to_act is None or seats[hand.to_act].is_person:
        return False
    try:
        _take(hand, seats, hand.to_act, seq, token, cause=Cause.BOT, now=now)
    except Conflict:
        return False
    # unmoved where somebody else took the turn with the same action, which is acknowledged too
    return hand.seq > seq


def act_for_absent(hand: Hand, seats: Sequence[Seat], action: Action, *, now: datetime) -> bool:
    """The automatic action of a person whose time is up; False if the turn has passed."""
    if hand.to_act is None:
        return False
    seq = hand.seq
    try:
        _take(hand, seats, hand.to_act, seq, str(action), cause=Cause.TIMEOUT, now=now)
    except Conflict:
        return False
    return hand.seq > seq


def _load(hand_id: int) -> tuple[Hand, list[Seat]]:
    found = hand_in_play(hand_id)
    if found is None:
        raise hidden()
    return found


def _take(
    hand: Hand,
    seats: Sequence[Seat],
    seat: int,
    seq: int,
    token: object,
    *,
    cause: Cause,
    now: datetime,
) -> Ack:
    action = Action.parse(token)
    if seq != hand.seq:
        return _again(hand, seat, seq, action)
    if hand.status == Hand.Status.PAUSED:
        raise Conflict(TableCode.HAND_PAUSED)
    if hand.status != Hand.Status.PLAYING:
        raise Conflict(TableCode.HAND_ENDED)
    before = state_of(hand)
    if before.to_act != seat:
        raise Conflict(TableCode.NOT_YOUR_TURN)
    after = apply(before, action)
    ms = max(0, int((now - hand.started_at) / timedelta(milliseconds=1)))
    entry = LogEntry(seat=SeatName(seat), cause=cause, ms=ms, token=str(action))
    happened = PublicEvent.of(before, action, seq=seq, ms=ms, cause=cause)
    try:
        _write(hand, seats, entry, before, after, happened, now)
    except _Overtaken:
        return _again(_load(hand.pk)[0], seat, seq, action)
    return Ack(hand.pk, seq)


def _again(hand: Hand, seat: int, seq: int, action: Action) -> Ack:
    """A resend of what already stands at `seq` is acknowledged; anything else there is stale."""
    entries = parse_log(hand.log)
    if 0 <= seq < len(entries) and (entries[seq].seat, entries[seq].token) == (seat, str(action)):
        return Ack(hand.pk, seq)
    raise Conflict(TableCode.STALE_SEQ)


def _write(
    hand: Hand,
    seats: Sequence[Seat],
    entry: LogEntry,
    before: HandState,
    after: HandState,
    happened: PublicEvent,
    now: datetime,
) -> None:
    table = hand.game.table
    seat = seats[entry.seat]
    seat_changes = entry.cause == Cause.TIMEOUT or (
        entry.cause == Cause.PERSON and (seat.timeouts > 0 or seat.away)
    )
    if not after.is_over and not seat_changes:
        # one statement is its own transaction: the common path takes no lock
        _swap(
            hand,
            entry,
            after,
            plan_turn(table, seats, after, now=now, pause=pause_after(before, after)),
        )
        broadcast.event(table.pk, hand, happened)
        announce_turn(hand, seats)
        return
    with transaction.atomic():
        if after.is_over:
            settlement.lock(hand)
        if seat_changes:
            _note_presence(hand, seat, entry.cause)
        turn = plan_turn(table, seats, after, now=now, pause=pause_after(before, after))
        _swap(hand, entry, after, turn)
        broadcast.event(table.pk, hand, happened)
        if after.is_over:
            settlement.settle(hand, after, now=now)
        else:
            announce_turn(hand, seats)


def _swap(hand: Hand, entry: LogEntry, after: HandState, turn: Turn) -> None:
    if not append(hand, entry, after, turn):
        raise _Overtaken


def _note_presence(hand: Hand, seat: Seat, cause: Cause) -> None:
    """Count an expired turn, or end the count: two in a row and a bot plays until the return."""
    table = hand.game.table
    if cause == Cause.TIMEOUT:
        seat.timeouts += 1
        if seat.timeouts >= TIMEOUTS_UNTIL_AWAY and not seat.away:
            seat.away = True
            notices.record(table, Notice.Kind.AWAY, hand=hand, seat=seat.index)
            broadcast.table_changed(table.pk)
    else:
        if seat.away:
            notices.record(table, Notice.Kind.BACK, hand=hand, seat=seat.index)
            broadcast.table_changed(table.pk)
        seat.away, seat.timeouts = False, 0
    seat.save(update_fields=["away", "timeouts"])
