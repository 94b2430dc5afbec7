"""What a seat or a spectator may see of a table right now, as the first frame of a socket."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.engine import SeatView, view
from games.engine.seats import Seat as SeatName
from games.models import Game, Hand, Seat
from games.selectors.access import Viewer, has_place, hidden
from games.selectors.live import game_now, table_now
from games.selectors.state import state_of
from games.selectors.tables import game_facts, table_facts


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The frame a client starts from, and the view its socket goes on folding."""

    frame: dict[str, Any]
    hand_id: int | None
    seq: int
    view: SeatView | None


def seat_view(*, hand: Hand, seat: int | None) -> SeatView:
    """What `seat` may know of the hand; None is a spectator. The one door for cards."""
    return view(state_of(hand), None if seat is None else SeatName(seat))


def seat_of(user: Viewer, seats: list[Seat]) -> int | None:
    """The index of the seat whose cards `user` may see: their own, also while a bot stands in."""
    if user.pk is None:  # nobody known, who is not the nobody of a bot's seat
        return None
    return next((seat.index for seat in seats if seat.user_id == user.pk), None)


def snapshot(*, table_id: UUID, user: Viewer) -> Snapshot:
    """Everything `user` may see of the table; NotFound where it must stay hidden."""
    found = table_now(table_id)
    if found is None:
        raise hidden()
    table, seats = found
    if not (table.public or has_place(user, seats)):
        raise hidden()
    game, hand = game_now(table) or (None, None)
    if hand is None and game is not None and game.deals_used:
        hand = _last_hand(game)
    mine = seat_of(user, seats)
    seen = seat_view(hand=hand, seat=mine) if hand is not None else None
    now = timezone.now()
    frame: dict[str, Any] = {
        "type": "snapshot",
        "hand": hand.pk if hand else None,
        "seq": hand.seq if hand else 0,
        "view": seen.to_dict() if seen else None,
        "legal": legal_tokens(seen, hand),
        "clock": clock(turn_of(hand), now=now) if hand else None,
        "table": table_facts(table, seats, user),
        "game": game_facts(game) if game else None,
    }
    return Snapshot(
        frame=frame,
        hand_id=hand.pk if hand else None,
        seq=hand.seq if hand else 0,
        view=seen,
    )


def _last_hand(game: Game) -> Hand | None:
    """Between games the last hand stays in view with its result."""
    hand = Hand.objects.filter(game=game).order_by("-id").first()
    if hand is not None:
        hand.game = game
    return hand


def legal_tokens(seen: SeatView | None, hand: Hand | None) -> list[str] | None:
    """The tokens the seat may send now; None when it is not its turn."""
    if seen is None or hand is None or hand.status != Hand.Status.PLAYING or not seen.legal:
        return None
    return [str(action) for action in seen.legal]


def turn_of(hand: Hand) -> dict[str, Any]:
    """Whose turn it is and until when: `deadline` in epoch seconds, None where nobody hurries."""
    hurried = hand.person_to_act and hand.status == Hand.Status.PLAYING
    deadline = hand.deadline.timestamp() if hurried and hand.deadline else None
    since = hand.turn_since.timestamp()
    return {"to_act": hand.to_act, "since": since, "deadline": deadline}


def clock(turn: dict[str, Any], *, now: datetime) -> dict[str, Any] | None:
    """The clock as a client shows it, with the seconds left at this moment."""
    if turn["to_act"] is None:
        return None
    deadline = turn["deadline"]
    return {
        "seat": SeatName(turn["to_act"]).name,
        "deadline": None if deadline is None else _iso(deadline),
        "seconds_left": None
        if deadline is None
        else max(0.0, round(deadline - now.timestamp(), 1)),
        "seconds": None if deadline is None else round(deadline - turn["since"]),
    }


def _iso(epoch: float) -> str:
    return datetime.fromtimestamp(epoch, tz=timezone.get_default_timezone()).isoformat()


def position(*, table_id: UUID) -> tuple[int | None, int]:
    """The id and seq of the table's shown hand: a cheap question whether news was missed."""
    newest = (
        Hand.objects.filter(game__table=table_id).order_by("-id").values_list("pk", "seq").first()
    )
    return newest or (None, 0)
