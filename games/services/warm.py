"""Hands this process wrote last, so that the next card needs no read.

Nothing here is trusted: an action taken from a warm hand is written only if the row, its log and
the seats are still what was kept (`append`), and on any refusal the hand is read anew. Losing
everything kept here costs a read each. It never leaves the process.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from games.engine import HandState
from games.models import Hand, Seat

MOST_HANDS = 1000


@dataclass(frozen=True, slots=True)
class Held:
    """A hand with its game and table, the table's seats in order, and the state of its log."""

    hand: Hand
    seats: list[Seat]
    state: HandState


_lock = threading.Lock()
_hands: "OrderedDict[int, Held]" = OrderedDict()


def keep(held: Held) -> None:
    """Keep a hand as it stands after an action; the one longest untouched makes room."""
    with _lock:
        _hands[held.hand.pk] = held
        _hands.move_to_end(held.hand.pk)
        if len(_hands) > MOST_HANDS:
            _hands.popitem(last=False)


def take(hand_id: int, seq: int) -> Held | None:
    """The hand if it is kept at `seq`. It is then the caller's alone: keep it again after use."""
    with _lock:
        held = _hands.pop(hand_id, None)
    return held if held is not None and held.hand.seq == seq else None
