"""Turns in time: when the seat to act may act, and when the sweep acts for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from games import broadcast, hooks, presence
from games.engine import HandState, Phase
from games.models import Hand, Seat, Table
from players.notify import notify

BOT_PATIENCE = timedelta(seconds=3)  # a bot turn untaken for this long is taken by the sweep


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as the hand's row keeps it; `deadline` None means that nobody is hurried."""

    since: datetime
    deadline: datetime | None
    person: bool


def plan_turn(
    table: Table, seats: Sequence[Seat], state: HandState, *, now: datetime, pause: float = 0.0
) -> Turn:
    """The turn that begins at `now`; `pause` (seconds) lets people see what was just played."""
    since = now + timedelta(seconds=pause)
    if state.to_act is None:
        return Turn(since, None, person=False)
    if not seats[state.to_act].is_person:
        return Turn(since, since + BOT_PATIENCE, person=False)
    if not table.clock_runs(seats):
        return Turn(since, None, person=True)
    playing = state.phase == Phase.PLAY
    seconds = table.play_seconds if playing else table.bid_seconds
    return Turn(since, since + timedelta(seconds=seconds), person=True)


def pause_after(before: HandState, after: HandState) -> float:
    """How long the action just taken stays in view before a bot goes on, in seconds."""
    if before.phase == Phase.PLAY and len(after.public.tricks) > len(before.public.tricks):
        return float(settings.TRICK_SHOWN_SECONDS)
    return float(settings.CARD_SHOWN_SECONDS)


def announce_turn(hand: Hand, seats: Sequence[Seat]) -> None:
    """After commit, tell the person to act, or for a bot the handlers of `turn_started`.

    A person whom this process serves at the table has seen the turn come, and is not told.
    """
    if hand.to_act is None or hand.status != Hand.Status.PLAYING:
        return
    if not hand.person_to_act:
        hooks.announce("turn_started", hand_id=hand.pk, seq=hand.seq)
        return
    user_id, table_id = seats[hand.to_act].user_id, hand.game.table_id
    if user_id is not None and not presence.is_here(table_id, user_id):
        turn = {"kind": "turn", "table": str(table_id), "hand": hand.pk, "seq": hand.seq}
        notify(user_id, turn)


def replan(hand: Hand, seats: Sequence[Seat], state: HandState, *, now: datetime) -> bool:
    """Give the turn to whoever plays the seat now: its person is back, or a bot took over.

    Compare-and-swap on seq and seating: False when the turn has passed or the chairs have changed
    again, and then somebody else has planned it.
    """
    table = hand.game.table
    turn = plan_turn(table, seats, state, now=now)
    planned = {
        "turn_since": turn.since,
        "deadline": turn.deadline,
        "person_to_act": turn.person,
        "bank_since": None,
    }
    as_read = {"pk": hand.pk, "seq": hand.seq, "seating": hand.seating}
    if not Hand.objects.filter(**as_read, status=Hand.Status.PLAYING).update(**planned):
        return False
    hand.turn_since, hand.deadline, hand.person_to_act = turn.since, turn.deadline, turn.person
    hand.bank_since = None
    broadcast.refresh(table.pk)
    announce_turn(hand, seats)
    return True
