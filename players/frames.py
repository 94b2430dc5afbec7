"""JSON from outside, read without trust: bounded depth, finite numbers, storable texts.

Shared by the sockets and the HTTP parser. What passes here can be stored by either database and
written back as JSON.
"""

import time
from collections import deque

import orjson

from players.errors import Malformed

SOCKET_DEPTH = 8
SOCKET_FRAMES_A_SECOND = 20
SOCKET_FRAME_BYTES = 8 * 1024

LARGEST_INTEGER = 2**63 - 1


def read_object(text: str | bytes, *, depth: int) -> dict[str, object]:
    """The JSON object in `text`, nested at most `depth` deep; Malformed otherwise."""
    try:
        value = orjson.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("MALFORMED", "Not valid JSON.") from error
    if not isinstance(value, dict):
        raise Malformed("MALFORMED", "A JSON object is expected.")
    _check(value, depth)
    return value


def _check(value: object, depth: int) -> None:
    if isinstance(value, str):
        if "\x00" in value:
            raise Malformed("MALFORMED", "Texts may not hold the character NUL.")
    elif isinstance(value, int):  # larger ones were read as floats, which no integer field takes
        if value > LARGEST_INTEGER:
            raise Malformed("MALFORMED", "A number is out of range.")
    elif isinstance(value, dict | list):
        if depth == 0:
            raise Malformed("MALFORMED", "Nested too deeply.")
        if isinstance(value, dict):
            for key, item in value.items():
                _check(key, depth - 1)
                _check(item, depth - 1)
        else:
            for item in value:
                _check(item, depth - 1)


class FrameBudget:
    """Counts one socket's frames: at most `SOCKET_FRAMES_A_SECOND` in any second."""

    __slots__ = ("_recent",)

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=SOCKET_FRAMES_A_SECOND)

    def spend(self) -> bool:
        """Count a frame; False when the socket has sent too many and is to be closed (4429)."""
        now = time.monotonic()
        recent = self._recent
        exceeded = len(recent) == recent.maxlen and now - recent[0] < 1.0
        recent.append(now)
        return not exceeded
