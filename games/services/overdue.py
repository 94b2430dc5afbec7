"""A person's turn in a rated game whose time is up: gone, idle, or not to be told apart.

Who is gone draws on the bank and, when it is spent, has quit. Who is there gets the automatic
action, and it counts. While nobody can say who is there nothing counts against anybody.
"""

from datetime import datetime
from functools import partial

from games import presence
from games.engine import HandState, automatic_action
from games.models import Hand, Seat
from games.presence import Seen
from games.selectors.live import hand_in_play
from games.services import bank, play, quitting
from games.services.sweeping import count_done


def expire_rated(hand: Hand, seats: list[Seat], state: HandState, *, now: datetime) -> bool:
    """Do what the rule table says for the turn; False if it has passed."""
    assert hand.to_act is not None
    seat = seats[hand.to_act]
    seen = _see(hand, seat, now=now)
    if seen is Seen.GONE:
        if hand.bank_since is None and seat.bank_ms > 0:
            return bank.draw(hand, seats, now=now)
        return quitting.quit_overdue(hand, now=now)
    if seen is Seen.HERE and hand.bank_since is not None:
        return bank.stop(hand, seats, now=now)
    counts = seen is Seen.HERE
    return play.act_for_absent(hand, seats, automatic_action(state), now=now, counts=counts)


def stop_drawings(*, now: datetime) -> int:
    """End the drawing of everybody who is connected again; how many are."""
    drawn = Hand.objects.filter(
        status=Hand.Status.PLAYING, bank_since__isnull=False, deadline__gt=now
    )
    return count_done(
        "the drawing in hand", drawn.values_list("pk", flat=True), partial(_stop_if_back, now=now)
    )


def _stop_if_back(hand_id: int, *, now: datetime) -> bool:
    found = hand_in_play(hand_id)
    if found is None:
        return False
    hand, seats = found
    if hand.to_act is None or _see(hand, seats[hand.to_act], now=now) is not Seen.HERE:
        return False
    return bank.stop(hand, seats, now=now)


def _see(hand: Hand, seat: Seat, *, now: datetime) -> Seen:
    if seat.user_id is None:
        return Seen.UNKNOWN
    return presence.look(hand.game.table_id, seat.user_id, now=now)
