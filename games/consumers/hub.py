"""One ear a table: what the channel layer says to a table is heard once in a process.

The sockets of a table share its room. The room decodes a message once and puts it into every
socket's inbox, where a slow one delays nobody; it reads the table once for all who need it at the
same time; and every few seconds it renews their leases and tells them where the table stands, so
that what the layer lost is found.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games import broadcast, presence
from games.consumers.news import Changed, News, Pulse, Said, read
from games.selectors.snapshots import TableNow, position, read_table, with_hand_anew
from games.selectors.talk import hearers
from players.database import in_database

logger = logging.getLogger(__name__)

MOST_UNHEARD = 256  # what is said beyond that, while the store is slow, is not delivered
DEBOUNCE_SECONDS = 0.05  # several changes of a table at once are shown as one


class Socket(Protocol):
    """One who is told."""

    @property
    def player_id(self) -> int | None:
        """Whose socket it is; None for nobody known."""

    def hear(self, news: News) -> None:
        """Take the news, at once."""


class Room:
    """The sockets of one table in this process."""

    def __init__(self, table_id: UUID) -> None:
        self.table_id = table_id
        self.sockets: set[Socket] = set()
        self._group = broadcast.group_of(table_id)
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._next_reading: asyncio.Task[TableNow] | None = None
        self._reading = asyncio.Lock()
        self._said: asyncio.Queue[Said] = asyncio.Queue(MOST_UNHEARD)
        self._changing: asyncio.TimerHandle | None = None
        self._read: TableNow | None = None
        self._read_at = 0.0
        self.opened = asyncio.ensure_future(self._open())

    async def table(self, since: float) -> TableNow:
        """The table as it was read at `since` (monotonic) or later; NotFound if it is gone.

        Who wants it after the same news, or while others wait for it, shares one reading.
        """
        if self._read is not None and self._read_at >= since:
            return self._read
        if self._next_reading is None:
            self._next_reading = asyncio.create_task(self._read_anew())
        return await asyncio.shield(self._next_reading)

    async def hand(self, since: float) -> TableNow:
        """The table with its hand as of `since` or later, and all else as it was last read."""
        if self._read is None or self._read_at >= since:
            return await self.table(since)
        async with self._reading:
            return await in_database(with_hand_anew)(self._read)

    def serves(self, player_id: int) -> bool:
        """Whether a socket of the player is here."""
        return any(socket.player_id == player_id for socket in self.sockets)

    def tell(self, news: News) -> None:
        """Put the news into every inbox."""
        for socket in self.sockets:
            socket.hear(news)

    async def close(self) -> None:
        """Hear no more; the last socket has left."""
        for task in (self.opened, *self._tasks):
            task.cancel()
        await asyncio.gather(self.opened, *self._tasks, return_exceptions=True)
        if self._changing is not None:
            self._changing.cancel()
        if self._channel:
            await self._layer.group_discard(self._group, self._channel)

    async def _open(self) -> None:
        self._channel = await self._layer.new_channel()
        await self._layer.group_add(self._group, self._channel)
        work = (self._listen(), self._pass_on(), self._beat())
        self._tasks = [asyncio.create_task(task) for task in work]

    async def _listen(self) -> None:
        while True:
            try:
                news = read(await self._layer.receive(self._channel))
            except Exception:
                # what was lost with it, a gap in seq or the next beat shows
                logger.exception("a table's group was told what could not be read")
                await asyncio.sleep(1)
                continue
            if isinstance(news, Changed):
                self._change_soon()
            elif isinstance(news, Said):
                with suppress(asyncio.QueueFull):
                    self._said.put_nowait(news)
            else:
                self.tell(news)

    async def _pass_on(self) -> None:
        """Hand what is said to those it is for; the game does not wait for that."""
        while True:
            said = await self._said.get()
            here = {s.player_id for s in self.sockets if s.player_id is not None}
            try:
                found = await in_database(hearers)(self.table_id, said.audience, said.author, here)
            except Exception:
                logger.exception("something said at table %s was not passed on", self.table_id)
                continue
            for socket in self.sockets:
                if socket.player_id in found:
                    socket.hear(said)

    def _change_soon(self) -> None:
        if self._changing is None:
            loop = asyncio.get_running_loop()
            self._changing = loop.call_later(DEBOUNCE_SECONDS, self._change)

    def _change(self) -> None:
        self._changing = None
        self.tell(Changed())

    async def _read_anew(self) -> TableNow:
        async with self._reading:
            # who asks from here on wants to see what happens from here on
            self._next_reading, begun = None, time.monotonic()
            now = await in_database(read_table)(self.table_id)
        self._read, self._read_at = now, begun
        return now

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(presence.RENEW_SECONDS)
            here = {s.player_id for s in self.sockets if s.player_id is not None}
            try:
                # the in-memory layer ends a membership after a day
                await self._layer.group_add(self._group, self._channel)
                self.tell(await in_database(self._pulse)(here))
            except Exception:
                logger.exception("a beat of table %s was left out", self.table_id)

    def _pulse(self, here: set[int]) -> Pulse:
        presence.renew(self.table_id, *here)
        people = self._read.people if self._read is not None else []
        online = presence.connected(self.table_id, people)
        return Pulse(position(table_id=self.table_id), online)


# a loop has its own connection to the layer, and so its own rooms
_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[UUID, Room]] = WeakKeyDictionary()


async def join(table_id: UUID, socket: Socket) -> Room:
    """Enter the table's room; from now on the socket hears everything that is said to it."""
    rooms = _rooms.setdefault(asyncio.get_running_loop(), {})
    room = rooms.get(table_id)
    if room is None:
        room = rooms[table_id] = Room(table_id)
    room.sockets.add(socket)
    try:
        await asyncio.shield(room.opened)
    except BaseException:
        await leave(room, socket)
        raise
    return room


async def leave(room: Room, socket: Socket) -> None:
    """Hear no more; the last one to leave closes the room."""
    room.sockets.discard(socket)
    rooms = _rooms.get(asyncio.get_running_loop(), {})
    if not room.sockets and rooms.get(room.table_id) is room:
        del rooms[room.table_id]
        await room.close()
