"""What a serving process does from its start to its end, beside answering: it beats.

The pulse says that players can reach us. Its gaps are the outages for which clocks are credited,
so only serving processes beat, and they do it from the loop that serves: a loop that hangs does
not beat, nor does one that cannot reach the database.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)

PULSE_SECONDS = 1.0

Message = MutableMapping[str, Any]


class Pulse:
    """Calls `settings.ASGI_PULSE` once a second, in a thread of its own."""

    def __init__(self) -> None:
        self._beat = import_string(settings.ASGI_PULSE)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pulse")
        self._failing = False

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(self._thread, self._once)
            await asyncio.sleep(PULSE_SECONDS)

    def _once(self) -> None:
        close_old_connections()
        try:
            self._beat(now=timezone.now())
        except Exception as error:
            # once for each outage: the reader of the log needs to know when, not how often
            if not self._failing:
                logger.error("the pulse has stopped: %s", error)
            self._failing = True
        else:
            if self._failing:
                logger.warning("the pulse is back")
            self._failing = False
        finally:
            close_old_connections()


class Lifespan:
    """The ASGI application for the `lifespan` scope."""

    async def __call__(
        self,
        _scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        assert (await receive())["type"] == "lifespan.startup"
        pulse = asyncio.create_task(Pulse().run()) if settings.ASGI_PULSE else None
        await send({"type": "lifespan.startup.complete"})
        try:
            assert (await receive())["type"] == "lifespan.shutdown"
        except asyncio.CancelledError:
            return  # Ctrl-C twice: the server asks nothing more, and there is nobody to tell
        finally:
            if pulse:
                pulse.cancel()
        await send({"type": "lifespan.shutdown.complete"})
