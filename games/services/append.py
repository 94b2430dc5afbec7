"""The one write of play: an entry appended to the log of its hand, by compare-and-swap.

Every card of the platform is this statement. Its text is kept, because building it anew takes
several times as long as the database takes to carry it out.
"""

import json
from datetime import datetime
from typing import Any

from django.db import connection

from games.engine import HandState
from games.engine.log import Cause, LogEntry
from games.models import Hand
from games.services.turns import Turn
from players.admission import Admission

_APPEND = """
UPDATE games_hand
SET log = %s, seq = %s, phase = %s, to_act = %s, tricks = %s,
    turn_since = %s, deadline = %s, person_to_act = %s, bank_since = NULL
WHERE id = %s AND seq = %s AND seating = %s AND status = %s AND log = %s
"""


def append(
    hand: Hand,
    entry: LogEntry,
    after: HandState,
    turn: Turn,
    *,
    admission: Admission | None = None,
) -> bool:
    """Append `entry` and the turn that follows it, if `hand` is stored as it was read.

    False if anything was appended since, chairs have changed (the turn that follows was planned
    for others), the drawing on the bank has begun or ended, or the hand is no longer being played;
    for a timeout also if its deadline was moved, with an `admission` if that no longer holds.
    `hand` is brought up to date when it was written.
    """
    log = f"{hand.log} {entry}" if hand.log else str(entry)
    tricks = list(after.public.tricks_won)
    values: list[Any] = [
        *(log, hand.seq + 1, after.phase, after.to_act, json.dumps(tricks)),
        *(_moment(turn.since), _moment(turn.deadline), turn.person),
        *(hand.pk, hand.seq, hand.seating, Hand.Status.PLAYING, hand.log),
    ]
    text = _APPEND
    if hand.bank_since is None:
        text += " AND bank_since IS NULL"
    else:
        text += " AND bank_since = %s"
        values.append(_moment(hand.bank_since))
    if entry.cause == Cause.TIMEOUT:
        text += " AND deadline = %s"
        values.append(_moment(hand.deadline))
    if admission is not None:
        text += f" AND {admission.text}"
        values += admission.values
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        written: bool = cursor.rowcount == 1
    if written:
        hand.log, hand.seq, hand.phase, hand.to_act = log, hand.seq + 1, after.phase, after.to_act
        hand.tricks, hand.bank_since = tricks, None
        hand.turn_since, hand.deadline, hand.person_to_act = turn.since, turn.deadline, turn.person
    return written


def _moment(value: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(value)
