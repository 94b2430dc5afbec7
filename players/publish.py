"""Publishing to channel groups from any thread or process, in order and without waiting.

One long-lived loop per process does all sending, so that a worker keeps one connection to Redis
instead of one per message, and a slow or absent Redis never holds up a transaction. News lost on
the way is found by its receivers (a gap in seq, a quiet spell), never by the sender.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Mapping
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

LONGEST_SEND = 5  # seconds

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_queue: "asyncio.Queue[tuple[str, dict[str, Any]]] | None" = None
_pid: int | None = None


def publish(group: str, message: Mapping[str, Any]) -> None:
    """Send `message` to everything listening to `group`; returns at once, never raises."""
    loop, queue = _sender()
    loop.call_soon_threadsafe(queue.put_nowait, (group, dict(message)))


def _sender() -> tuple[asyncio.AbstractEventLoop, "asyncio.Queue[tuple[str, dict[str, Any]]]"]:
    global _loop, _queue, _pid
    with _lock:
        # a forked worker inherits the names but not the thread
        if _loop is None or _queue is None or _pid != os.getpid():
            _loop, _queue, _pid = asyncio.new_event_loop(), asyncio.Queue(), os.getpid()
            threading.Thread(
                target=_run, args=(_loop, _queue), name="publisher", daemon=True
            ).start()
        return _loop, _queue


def _run(
    loop: asyncio.AbstractEventLoop, queue: "asyncio.Queue[tuple[str, dict[str, Any]]]"
) -> None:
    asyncio.set_event_loop(loop)
    loop.run_until_complete(_drain(queue))


async def _drain(queue: "asyncio.Queue[tuple[str, dict[str, Any]]]") -> None:
    while True:
        group, message = await queue.get()
        try:
            await asyncio.wait_for(get_channel_layer().group_send(group, message), LONGEST_SEND)
        except (Exception, asyncio.CancelledError) as error:
            # cancelled: the receivers' loop ended while the message was on its way
            logger.warning("not published to %s: %r", group, error)
