"""Frames from the server that a table's socket makes out of what it knows."""

from collections import OrderedDict
from datetime import datetime
from typing import Any

import orjson

from games.engine import SeatView
from games.engine.events import PublicEvent
from games.engine.wire import event_json
from games.selectors.views import clock

MOST_EVENTS = 500

# An event and what it changed is the same text for everybody at the table, made once a process.
_texts: "OrderedDict[tuple[int, int], bytes]" = OrderedDict()


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
        "event": event.to_dict() if seen is None else _shared(message["hand"], event, seen),
        "clock": clock(message["turn"], now=now),
    }
    if seen is not None and seen.legal:
        frame["legal"] = [str(action) for action in seen.legal]
    return frame


def _shared(hand: int, event: PublicEvent, seen: SeatView) -> orjson.Fragment:
    key = (hand, event.seq)
    text = _texts.get(key)
    if text is None:
        text = _texts[key] = orjson.dumps(event_json(event, seen))
        if len(_texts) > MOST_EVENTS:
            _texts.popitem(last=False)
    return orjson.Fragment(text)
