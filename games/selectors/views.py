"""What a seat or a spectator may know of a hand, and whose time it is."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from games.engine import SeatView, view
from games.engine.seats import Seat as SeatName
from games.models import Hand
from games.selectors.state import state_of


def seat_view(*, hand: Hand, seat: int | None) -> SeatView:
    """What `seat` may know of the hand; None is a spectator. The one door for cards."""
    return view(state_of(hand), None if seat is None else SeatName(seat))


def legal_tokens(seen: SeatView | None, hand: Hand | None) -> list[str] | None:
    """The tokens the seat may send now; None when it is not its turn."""
    if seen is None or hand is None or hand.status != Hand.Status.PLAYING or not seen.legal:
        return None
    return [str(action) for action in seen.legal]


def turn_of(hand: Hand) -> dict[str, Any]:
    """Whose turn it is and until when: `deadline` in epoch seconds, None where nobody hurries.

    From `bank_since` on it is the seat's bank that runs, and the deadline is its end.
    """
    hurried = hand.person_to_act and hand.status == Hand.Status.PLAYING
    deadline = hand.deadline.timestamp() if hurried and hand.deadline else None
    since = hand.turn_since.timestamp()
    bank_since = hand.bank_since.timestamp() if deadline and hand.bank_since else None
    return {"to_act": hand.to_act, "since": since, "deadline": deadline, "bank_since": bank_since}


def clock(turn: dict[str, Any], *, now: datetime) -> dict[str, Any] | None:
    """The clock as a client shows it, with the seconds left at this moment."""
    if turn["to_act"] is None:
        return None
    deadline, bank_since = turn["deadline"], turn["bank_since"]
    since = turn["since"] if bank_since is None else bank_since
    return {
        "seat": SeatName(turn["to_act"]).name,
        "deadline": None if deadline is None else _iso(deadline),
        "seconds_left": None
        if deadline is None
        else max(0.0, round(deadline - now.timestamp(), 1)),
        "seconds": None if deadline is None else round(deadline - since),
        "bank_since": None if bank_since is None else _iso(bank_since),
    }


def _iso(epoch: float) -> str:
    return datetime.fromtimestamp(epoch, tz=timezone.get_default_timezone()).isoformat()
