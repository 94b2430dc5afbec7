"""One turn of a house bot, from what its seat may see to an action in the log."""

import hashlib

from bots.strategies import choose
from games.models import Hand, Seat
from games.selectors.views import seat_view
from games.services.play import act_for_bot

STAND_IN = "rules"  # plays for a person who is away


def play_turn(*, hand_id: int, seq: int) -> bool:
    """Take the turn at `seq` of the hand; False if it has passed or is a person's.

    Running it again, or twice at once, changes nothing: the log takes one action at each seq.
    """
    hand = (
        Hand.objects.select_related("game__table")
        .filter(pk=hand_id, seq=seq, status=Hand.Status.PLAYING, to_act__isnull=False)
        .first()
    )
    if hand is None or hand.to_act is None:
        return False
    seat = Seat.objects.get(table=hand.game.table, index=hand.to_act)
    if seat.is_person:
        return False
    seen = seat_view(hand=hand, seat=seat.index)
    action = choose(seat.bot or STAND_IN, seen, turn_seed(hand_id, seq, seat.index))
    return act_for_bot(hand_id=hand_id, seq=seq, token=str(action))


def turn_seed(hand_id: int, seq: int, seat: int) -> int:
    """A seed of 64 bits that no two turns share, the same whenever the turn is taken."""
    digest = hashlib.sha256(f"{hand_id}:{seq}:{seat}".encode()).digest()
    return int.from_bytes(digest[:8])
