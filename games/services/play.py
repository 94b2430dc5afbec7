"""One action, from whoever may take it, into the log of its hand.

Everything that plays comes through here: a person's socket or request, a bot's task, the sweep
at a deadline. The log is written by compare-and-swap on (hand, seq): no row updated means that
somebody was first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django.utils import timezone

from games import broadcast, presence
from games.codes import TableCode
from games.engine import Action, HandState, IllegalAction, apply
from games.engine.events import PublicEvent
from games.engine.log import Cause, LogEntry, parse_log
from games.engine.seats import Seat as SeatName
from games.models import GameSeat, Hand, Notice, Seat
from games.selectors.access import can_see_table, hidden
from games.selectors.live import hand_in_play
from games.selectors.state import state_of
from games.services import bank, notices, quitting, settlement, warm
from games.services.absence import absence_begins, absence_ends
from games.services.append import append
from games.services.rows import change
from games.services.seating import refuse_programs
from games.services.turns import Turn, announce_turn, pause_after, plan_turn
from games.services.warm import Held
from players.admission import Admission
from players.errors import AccessLost, Conflict, NotAllowed
from players.models import User

TIMEOUTS_UNTIL_AWAY = 2
AWAY_TURNS_UNTIL_QUIT = 6
ATTEMPTS = 5  # each but the first because something else was written to the hand meanwhile


@dataclass(frozen=True, slots=True)
class Ack:
    """The action at `seq` of the hand stands."""

    hand_id: int
    seq: int


class Presence(Enum):
    """What an action, or a turn without one, says of the person at its seat."""

    SILENT = "silent"  # the turn ran out
    STOOD_IN = "stood in"  # a bot took it for a person who is away; rated games count them
    BACK = "back"


class _Overtaken(Exception):
    """The hand or the chairs changed between reading and writing; the transaction rolls back."""


def act(
    *,
    user: User,
    hand_id: int,
    seq: int,
    token: object,
    admission: Admission | None = None,
    program: bool = False,
) -> Ack:
    """A seated person's action; acknowledged again if it already stands at `seq`.

    `program` says that a token acts, which rated games take no action from. Raises NotFound,
    NotAllowed (NOT_SEATED, RATED_BROWSER_ONLY), Conflict (STALE_SEQ, NOT_YOUR_TURN, HAND_PAUSED,
    HAND_ENDED), IllegalAction, or AccessLost where `admission` does not hold: who acts by an open
    socket may have been admitted long ago. A refused action changes nothing.
    """
    now = timezone.now()
    held = warm.take(hand_id, seq)
    if held and _act_warm(held, user, token, admission, now=now, program=program):
        return Ack(hand_id, seq)
    if admission is not None and not admission.holds():
        raise AccessLost("ACCESS_LOST")
    for _ in range(ATTEMPTS):
        hand, seats = _load(hand_id)
        seat = _seat_of(user, hand, seats)
        refuse_programs(hand.game.table, program=program)
        try:
            return _take(hand, seats, seat, seq, token, cause=Cause.PERSON, now=now)
        except _Overtaken:
            continue
    raise Conflict(TableCode.STALE_SEQ)


def act_for_bot(*, hand_id: int, seq: int, token: str) -> bool:
    """A bot's action for the seat to act; False if the turn is no longer a bot's or has passed."""
    now = timezone.now()
    for _ in range(ATTEMPTS):
        hand, seats = _load(hand_id)
        if hand.seq != seq or hand.to_act is None or seats[hand.to_act].is_person:
            return False
        try:
            _take(hand, seats, hand.to_act, seq, token, cause=Cause.BOT, now=now)
        except _Overtaken:
            continue
        except Conflict:
            return False
        return True
    return False


def act_for_absent(
    hand: Hand, seats: list[Seat], action: Action, *, now: datetime, counts: bool = True
) -> bool:
    """The automatic action of a person whose time is up; False if the turn has passed.

    Unless it `counts`, nothing is held against the person.
    """
    if hand.to_act is None:
        return False
    try:
        _take(
            hand,
            seats,
            hand.to_act,
            hand.seq,
            str(action),
            cause=Cause.TIMEOUT,
            now=now,
            counts=counts,
        )
    except (Conflict, _Overtaken):
        return False
    return True


def _act_warm(
    held: Held,
    user: User,
    token: object,
    admission: Admission | None,
    *,
    now: datetime,
    program: bool,
) -> bool:
    """The usual case in one statement: a legal card by the person whose turn it is.

    False for anything else, also if what was kept is no longer so: then nothing has changed, and
    the hand has to be read to say what is the matter.
    """
    hand, seats, before = held.hand, held.seats, held.state
    seat = None if before.to_act is None else seats[before.to_act]
    if seat is None or seat.user_id != user.pk or seat.away or seat.timeouts:
        return False
    if hand.bank_since is not None or (program and hand.game.table.rated):
        return False
    try:
        action = Action.parse(token)
        after = apply(before, action)
    except IllegalAction:
        return False
    if after.is_over:
        return False
    entry = _entry(hand, seat.index, action, Cause.PERSON, now)
    happened = PublicEvent.of(before, action, seq=hand.seq, ms=entry.ms, cause=entry.cause)
    try:
        _play_on(hand, seats, entry, before, after, happened, now, admission)
    except _Overtaken:
        return False
    return True


def _load(hand_id: int) -> tuple[Hand, list[Seat]]:
    found = hand_in_play(hand_id)
    if found is None:
        raise hidden()
    return found


def _seat_of(user: User, hand: Hand, seats: Sequence[Seat]) -> int:
    for seat in seats:
        if seat.user_id == user.pk:
            return seat.index
    if can_see_table(user, hand.game.table):
        raise NotAllowed(TableCode.NOT_SEATED)
    raise hidden()


def _take(
    hand: Hand,
    seats: list[Seat],
    seat: int,
    seq: int,
    token: object,
    *,
    cause: Cause,
    now: datetime,
    counts: bool = True,
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
    entry = _entry(hand, seat, action, cause, now)
    happened = PublicEvent.of(before, action, seq=seq, ms=entry.ms, cause=cause)
    _write(hand, seats, entry, before, after, happened, now, counts=counts)
    return Ack(hand.pk, seq)


def _entry(hand: Hand, seat: int, action: Action, cause: Cause, now: datetime) -> LogEntry:
    ms = max(0, int((now - hand.started_at) / timedelta(milliseconds=1)))
    return LogEntry(seat=SeatName(seat), cause=cause, ms=ms, token=str(action))


def _again(hand: Hand, seat: int, seq: int, action: Action) -> Ack:
    """A resend of what already stands at `seq` is acknowledged; anything else there is stale."""
    entries = parse_log(hand.log)
    if 0 <= seq < len(entries) and (entries[seq].seat, entries[seq].token) == (seat, str(action)):
        return Ack(hand.pk, seq)
    raise Conflict(TableCode.STALE_SEQ)


def _write(
    hand: Hand,
    seats: list[Seat],
    entry: LogEntry,
    before: HandState,
    after: HandState,
    happened: PublicEvent,
    now: datetime,
    *,
    counts: bool,
) -> None:
    table = hand.game.table
    seat = seats[entry.seat]
    told = _changed_presence(hand, seat, entry.cause, counts=counts, now=now)
    if not after.is_over and told is None:
        _play_on(hand, seats, entry, before, after, happened, now)
        return
    with transaction.atomic():
        if after.is_over or told is Presence.STOOD_IN:
            settlement.lock(hand)
        if told is not None:
            _note_presence(hand, seat, told, now=now)
        turn = plan_turn(table, seats, after, now=now, pause=pause_after(before, after))
        _swap(hand, entry, after, turn)
        broadcast.event(table.pk, hand, happened)
        if told is Presence.STOOD_IN and seat.away_turns >= AWAY_TURNS_UNTIL_QUIT:
            quitting.quit_game(hand.game, seats, seat, cause=GameSeat.QuitCause.AWAY, now=now)
        if after.is_over:
            settlement.settle(hand, after, now=now)
        else:
            announce_turn(hand, seats)


def _play_on(
    hand: Hand,
    seats: list[Seat],
    entry: LogEntry,
    before: HandState,
    after: HandState,
    happened: PublicEvent,
    now: datetime,
    admission: Admission | None = None,
) -> None:
    """Write the common case: one statement, which is its own transaction and takes no lock."""
    table = hand.game.table
    turn = plan_turn(table, seats, after, now=now, pause=pause_after(before, after))
    _swap(hand, entry, after, turn, admission)
    broadcast.event(table.pk, hand, happened)
    announce_turn(hand, seats)
    warm.keep(Held(hand, seats, after))


def _swap(
    hand: Hand,
    entry: LogEntry,
    after: HandState,
    turn: Turn,
    admission: Admission | None = None,
) -> None:
    if not append(hand, entry, after, turn, admission=admission):
        raise _Overtaken


def _changed_presence(
    hand: Hand, seat: Seat, cause: Cause, *, counts: bool, now: datetime
) -> Presence | None:
    """What an action says of the seat's person that was not known before."""
    if cause == Cause.PERSON:
        was_missed = seat.timeouts > 0 or seat.away or hand.bank_since is not None
        return Presence.BACK if was_missed else None
    if not counts:
        return None
    if cause == Cause.TIMEOUT:
        return Presence.SILENT
    stands_in = hand.game.rated and seat.user_id is not None
    return Presence.STOOD_IN if stands_in and presence.is_watched(now=now) else None


def _note_presence(hand: Hand, seat: Seat, told: Presence, *, now: datetime) -> None:
    """Count an expired turn, or end the count: two in a row and a bot plays until the return."""
    was_away = seat.away
    match told:
        case Presence.SILENT:
            timeouts = seat.timeouts + 1
            change(seat, timeouts=timeouts, away=was_away or timeouts >= TIMEOUTS_UNTIL_AWAY)
        case Presence.STOOD_IN:
            change(seat, away_turns=seat.away_turns + 1)
        case Presence.BACK:
            change(seat, timeouts=0, away=False)
            bank.charge(hand, seat, now=now)
    if hand.game.rated:
        note = absence_begins if seat.away else absence_ends
        note(hand.game, seat.index)
    if seat.away != was_away:
        kind = Notice.Kind.AWAY if seat.away else Notice.Kind.BACK
        notices.record(hand.game.table, kind, hand=hand, seat=seat.index)
        broadcast.table_changed(hand.game.table_id)
