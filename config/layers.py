"""The in-memory channel layer made safe to send to from other threads of the same process."""

import asyncio
from typing import Any

from channels.layers import InMemoryChannelLayer


class ThreadSafeInMemoryChannelLayer(InMemoryChannelLayer):
    """Delivers in the loop where the receivers live.

    The library's layer puts a message into a queue of whichever loop happens to send; a receiver
    waiting in another loop is not woken. Sends from elsewhere hop to the receivers' loop first.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._home: asyncio.AbstractEventLoop | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        self._home = asyncio.get_running_loop()
        name: str = await super().new_channel(prefix)
        return name

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._at_home(super().send, channel, message)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._at_home(super().group_send, group, message)

    async def _at_home(self, send: Any, *args: Any) -> None:
        home = self._home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await send(*args)
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(send(*args), home))
