"""An event as it is sent to clients, with what it changed, so that they need no rules."""

from games.engine.events import PublicEvent
from games.engine.notation import bids_json, score_json, seat_json
from games.engine.views import SeatView


def event_json(event: PublicEvent, after: SeatView) -> dict[str, object]:
    """The event and the public facts of the view after it; the same for every receiver.

    `trick_winner` is set by the card that ends a trick, `score` by the last one.
    """
    ends_trick = event.action.card is not None and not after.trick
    return event.to_dict() | {
        "phase": after.phase.value,
        "to_act": seat_json(after.to_act),
        "bids": bids_json(after.bids),
        "looked": list(after.looked),
        "may_bid_blind": list(after.may_bid_blind),
        "contracts": list(after.contracts),
        "tricks": list(after.tricks),
        "broken": after.broken,
        "counts": list(after.counts),
        "trick_winner": seat_json(after.last_winner) if ends_trick else None,
        "score": score_json(after.score),
    }
