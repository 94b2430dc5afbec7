"""What a socket has still to be told, in order and within bounds."""

import asyncio

from games.consumers.news import News, Refresh

MOST_WAITING = 256


class Inbox:
    """A queue that never makes the sender wait.

    A socket that falls too far behind loses what comes then, and is told to take a fresh
    snapshot once it has caught up with the rest.
    """

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[News] = asyncio.Queue(MOST_WAITING)
        self._lost = False

    def put(self, news: News) -> None:
        """Tell the socket, at once."""
        try:
            self._waiting.put_nowait(news)
        except asyncio.QueueFull:
            self._lost = True

    async def get(self) -> News:
        """The next news; waits for it."""
        if self._lost and self._waiting.empty():
            self._lost = False
            return Refresh()
        return await self._waiting.get()
