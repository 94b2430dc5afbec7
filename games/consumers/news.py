"""What a table's room tells its sockets.

`at` is when the room heard of it, by the monotonic clock: a table read since then knows of it.
"""

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import orjson
from django.utils import timezone

from games.engine import SeatView
from games.engine.events import PublicEvent
from games.engine.wire import event_json
from games.models import Audience
from games.selectors.views import clock


class HandEvent:
    """An action that was taken, as the channel layer brought it.

    The sockets of a table in one process share this object: the action is decoded once and put
    into words once, and only what a seat may do next is added for that seat.
    """

    def __init__(self, message: dict[str, Any]) -> None:
        self.hand: int = message["hand"]
        self.seq: int = message["seq"]
        self.at = time.monotonic()
        self._message = message
        self._shared = ""

    @cached_property
    def event(self) -> PublicEvent:
        """The action itself."""
        return PublicEvent.from_dict(self._message["event"])

    def frame(self, seen: SeatView) -> str:
        """The frame for the owner of `seen`, the view after the action."""
        if not self._shared:
            self._shared = self._text(event_json(self.event, seen))
        legal = seen.legal
        if not legal:
            return self._shared
        return f'{self._shared[:-1]},"legal":{_text([str(action) for action in legal])}}}'

    def bare_frame(self) -> str:
        """The frame where a view must be read anew; the snapshot that follows says the rest."""
        return self._text(self.event.to_dict())

    def _text(self, facts: dict[str, object]) -> str:
        turn = clock(self._message["turn"], now=timezone.now())
        return _text(
            {"type": "event", "hand": self.hand, "seq": self.seq, "event": facts, "clock": turn}
        )


@dataclass(frozen=True, slots=True)
class Refresh:
    """A hand, a pause or a credit has changed everything: take a fresh snapshot."""

    at: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class Changed:
    """Seats, host, status or seeds are no longer what was shown."""

    at: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that is not an action, as it stands in its own row."""

    notice: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """Something was said at the table: for those of `audience` who read the author."""

    author: int
    audience: Audience
    message: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pulse:
    """Where the table stands every few seconds, for those who may have missed news."""

    position: tuple[int | None, int]
    online: frozenset[int]
    at: float = field(default_factory=time.monotonic)


News = HandEvent | Refresh | Changed | Noted | Said | Pulse


def read(message: dict[str, Any]) -> News:
    """What a message of the table's group (games/broadcast.py) says."""
    match message["type"]:
        case "hand.event":
            return HandEvent(message)
        case "table.refresh":
            return Refresh()
        case "table.changed":
            return Changed()
        case "table.notice":
            return Noted(message["notice"])
        case "table.said":
            return Said(message["author"], Audience(message["audience"]), message["message"])
        case unknown:
            raise ValueError(f"no table is told of {unknown}")


def _text(content: object) -> str:
    return orjson.dumps(content).decode()
