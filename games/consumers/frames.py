"""Frames from the server that a table's socket makes out of what it knows."""

from datetime import datetime
from typing import Any

from games.engine import SeatView
from games.engine.events import PublicEvent
from games.engine.wire import event_json
from games.selectors.views import clock


def event_frame(
    message: dict[str, Any], event: PublicEvent, seen: SeatView | None, *, now: datetime
) -> dict[str, Any]:
    """An action that was taken, with what it changed for everybody.

    `seen` is the view after it; None where the view must be fetched anew, and then the snapshot
    that follows says the rest.
    """
    frame: dict[str, Any] = {
        "type": "event",
        "hand": message["hand"],
        "seq": event.seq,
        "event": event.to_dict() if seen is None else event_json(event, seen),
        "clock": clock(message["turn"], now=now),
    }
    if seen is not None and seen.legal:
        frame["legal"] = [str(action) for action in seen.legal]
    return frame
