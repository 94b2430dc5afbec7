"""`/ws/v1/tables/{id}/`: a seat at the table, or somebody watching it.

The socket holds its own seat's view and folds public events into it; the table is read anew only
for a first snapshot, after a gap, and when an action changes what its seat alone knows.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import broadcast, presence
from games.consumers import hub
from games.consumers.errors import ANSWERED, STORE_AWAY, error_frame
from games.consumers.inbox import Inbox
from games.consumers.news import Changed, HandEvent, News, Noted, Pulse, Refresh, Said
from games.engine import SeatView
from games.engine.views import NeedsSnapshot
from games.models import Table
from games.selectors.snapshots import Snapshot, TableNow
from games.services import pause, play, seeds, tables, talk
from players.actors import Actor
from players.database import in_database
from players.errors import AccessLost, Malformed, NotAllowed, Refused
from players.guarded import GuardedConsumer
from players.models import Scope, User
from players.sockets import ACCESS_LOST

logger = logging.getLogger(__name__)

Handler = Callable[[dict[str, object]], dict[str, Any] | None]

QUIET_SECONDS = 1  # what was written longer ago has been heard, or is lost
FAILED = 1011


class TableConsumer(GuardedConsumer):
    """Shows one table to one person or program and takes their actions to the services."""

    anonymous_allowed: ClassVar[bool] = True

    table_id: UUID
    user: User | AnonymousUser
    view: SeatView | None = None
    hand_id: int | None = None
    seq = 0  # index of the next action
    online: frozenset[int] = frozenset()
    shown_table: dict[str, Any] | None = None
    heard_at = 0.0
    outdated = False  # a fresh snapshot was due and could not be had
    room: hub.Room
    _has_room = False
    _listening: asyncio.Task[None] | None = None

    async def admitted(self) -> None:
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        self.user = await self._load_user()
        self.inbox = Inbox()
        # a frame of the client and news of the table are dealt with one after the other
        self.one_at_a_time = asyncio.Lock()
        # first the room, then the snapshot: what happens in between is heard and dropped
        self.room, self._has_room = await hub.join(self.table_id, self), True
        try:
            snapshot = (await self.room.table(time.monotonic())).seen_by(self.user)
        except Refused:
            await self.close(ACCESS_LOST)
            return
        await self.accept()
        await self._send_snapshot(snapshot)
        self._listening = asyncio.create_task(self._listen())
        await in_database(self._greet)()

    async def disconnect(self, code: int) -> None:
        await self._leave()
        mine = self.player_id if self._listening is not None else None
        if mine is not None and not self.room.serves(mine):
            await in_database(self._part)(mine)
        await super().disconnect(code)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._leave()  # also where the socket failed and was never told goodbye

    async def _leave(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        if self._has_room:
            self._has_room = False
            await hub.leave(self.room, self)

    @property
    def player_id(self) -> int | None:
        """Whose socket it is; None for nobody known."""
        return self.user.pk

    def hear(self, news: News) -> None:
        self.inbox.put(news)

    def _greet(self) -> None:
        if self.player_id is not None:
            presence.renew(self.table_id, self.player_id)
        broadcast.table_changed(self.table_id)

    def _part(self, player_id: int) -> None:
        presence.drop(self.table_id, player_id)
        broadcast.table_changed(self.table_id)

    # -- from the client --------------------------------------------------------------------

    async def frame(self, content: dict[str, object]) -> None:
        async with self.one_at_a_time:
            await self._answer(content)

    async def _answer(self, content: dict[str, object]) -> None:
        kind = content.get("type")
        if kind == "pong":
            return
        if kind == "sync":
            await self.resync(time.monotonic())
            return
        handler = self._handlers().get(kind) if isinstance(kind, str) else None
        if handler is None:
            await super().frame(content)
            return
        try:
            answer = await in_database(handler)(content)
        except AccessLost:
            await self.keep_or_close()
        except ANSWERED as error:
            about = {key: content[key] for key in ("hand", "seq") if type(content.get(key)) is int}
            await self.send_json(error_frame(error) | about)
        else:
            if answer is not None:
                await self.send_json(answer)

    def _handlers(self) -> dict[str, Handler]:
        return {
            "action": self._act,
            "seed": self._seed,
            "back": self._back,
            "pause": self._pause,
            "resume": self._resume,
            "say": self._say,
        }

    def _playing(self) -> Actor:
        """The actor behind the socket, who was admitted to play; that this still holds is for
        the caller to see."""
        if self.actor is None:
            raise NotAllowed("NOT_SEATED")
        if not self.actor.may(Scope.PLAY):
            raise NotAllowed("SCOPE_MISSING", "This token may not play.")
        return self.actor

    def _still_playing(self) -> User:
        """The player behind the socket, found anew to be admitted; AccessLost if no more."""
        if not self._playing().still_valid():
            raise AccessLost("ACCESS_LOST")
        return self._player

    def _act(self, content: dict[str, object]) -> dict[str, Any]:
        admission = self._playing().admission(now=timezone.now())
        hand_id, seq = _integer(content, "hand"), _integer(content, "seq")
        token = content.get("action")
        ack = play.act(
            user=self._player,
            hand_id=hand_id,
            seq=seq,
            token=token,
            admission=admission,
            program=self._is_program,
        )
        return {"type": "ack", "hand": ack.hand_id, "seq": ack.seq}

    def _seed(self, content: dict[str, object]) -> None:
        user = self._still_playing()
        game_id = seeds.game_awaiting_seeds(table_id=self.table_id)
        if "hash" in content:
            seeds.submit_seed_hash(
                user=user,
                game_id=game_id,
                digest=_octets(content, "hash"),
                program=self._is_program,
            )
        else:
            seed = _octets(content, "seed")
            seeds.submit_seed(user=user, game_id=game_id, seed=seed, program=self._is_program)

    def _back(self, _content: dict[str, object]) -> None:
        tables.return_to_table(
            user=self._still_playing(), table_id=self.table_id, program=self._is_program
        )

    def _pause(self, content: dict[str, object]) -> None:
        wants = content.get("wants", True)
        if not isinstance(wants, bool):
            raise Malformed("MALFORMED", fields={"wants": "true or false"})
        pause.ask_pause(user=self._still_playing(), table_id=self.table_id, wants=wants)

    def _resume(self, _content: dict[str, object]) -> None:
        pause.resume(user=self._still_playing(), table_id=self.table_id)

    def _say(self, content: dict[str, object]) -> None:
        talk.say(
            user=self._still_playing(),
            table_id=self.table_id,
            now=timezone.now(),
            phrase=content.get("phrase"),
            text=content.get("text"),
            program=self._is_program,
        )

    @property
    def _is_program(self) -> bool:
        return self._playing().kind == "token"

    @property
    def _player(self) -> User:
        assert isinstance(self.user, User)  # `_playing` has refused everybody else
        return self.user

    # -- from the table ---------------------------------------------------------------------

    async def _listen(self) -> None:
        """Deal with the inbox, in order, until the socket closes."""
        try:
            while not self.closed:
                news = await self.inbox.get()
                async with self.one_at_a_time:
                    await self._take(news)
        except Exception as error:
            if not isinstance(error, OSError):  # the client went away in the middle
                logger.exception("the socket of table %s failed", self.table_id)
            with suppress(OSError):
                await self.close(FAILED)

    async def _take(self, news: News) -> None:
        match news:
            case HandEvent():
                await self._fold(news)
            case Refresh():
                await self.resync(news.at)
            case Changed():
                await self._show_table(news.at)
            case Noted():
                await self.send_json({"type": "notice", "notice": news.notice})
            case Said():
                await self.send_json({"type": "said", "message": news.message})
            case Pulse():
                await self._check(news)

    async def _fold(self, action: HandEvent) -> None:
        """An action was written: fold it, or fetch what cannot be folded."""
        self.heard_at = time.monotonic()
        if action.hand != self.hand_id or action.seq > self.seq or self.view is None:
            await self.resync(action.at)
            return
        if action.seq < self.seq:
            return
        try:
            self.view = self.view.after(action.event)
        except NeedsSnapshot:
            await self.send(text_data=action.bare_frame())
            await self._start_from(self.room.hand(action.at))
            return
        self.seq += 1
        await self.send(text_data=action.frame(self.view))

    async def _check(self, pulse: Pulse) -> None:
        """Every few seconds: check access, and look for news that was lost."""
        with suppress(*STORE_AWAY):
            if not await self.keep_or_close():
                return
        quiet = time.monotonic() - self.heard_at >= QUIET_SECONDS
        if self.outdated or (quiet and pulse.position != (self.hand_id, self.seq)):
            await self.resync(pulse.at)
        elif pulse.online != self.online:
            await self._show_table(pulse.at)

    async def resync(self, since: float) -> None:
        """Start again from a snapshot taken at `since` or later, if the table is ours to see."""
        await self._start_from(self.room.table(since))

    async def _start_from(self, reading: Awaitable[TableNow]) -> None:
        snapshot = await self._fresh(reading)
        if snapshot is not None:
            await self._send_snapshot(snapshot)

    async def _show_table(self, since: float) -> None:
        snapshot = await self._fresh(self.room.table(since))
        if snapshot is None:
            return
        if self._my_seat != snapshot.frame["table"]["you"]:
            await self._send_snapshot(snapshot)  # another seat sees other cards
            return
        self.shown_table, self.online = snapshot.frame["table"], snapshot.online
        await self.send_json(
            {"type": "table", "table": self.shown_table, "game": snapshot.frame["game"]}
        )

    async def _fresh(self, reading: Awaitable[TableNow]) -> Snapshot | None:
        """Our snapshot of a table; None when there is none: access is lost, or the store away."""
        try:
            snapshot = (await reading).seen_by(self.user)
        except Refused:
            await self._lose("NOT_FOUND")
        except STORE_AWAY:
            self.outdated = True  # the next pulse asks again
        else:
            if not self._my_seat or snapshot.frame["table"]["you"]:
                return snapshot
            is_closed = snapshot.frame["table"]["status"] == Table.Status.CLOSED
            await self._lose("TABLE_CLOSED" if is_closed else "SEAT_LOST")
        return None

    @property
    def _my_seat(self) -> str | None:
        """The seat this socket has shown as its own."""
        return (self.shown_table or {}).get("you")

    async def _send_snapshot(self, snapshot: Snapshot) -> None:
        self.heard_at = time.monotonic()
        self.view, self.hand_id, self.seq = snapshot.view, snapshot.hand_id, snapshot.seq
        self.shown_table, self.online = snapshot.frame["table"], snapshot.online
        self.outdated = False
        await self.send_json(snapshot.frame)

    async def _lose(self, code: str) -> None:
        """Close, and say why; who lost a seat may open the socket again to watch."""
        await self.send_json({"type": "closed", "code": code})
        await self.close(ACCESS_LOST)

    # -- the database -----------------------------------------------------------------------

    @in_database
    def _load_user(self) -> User | AnonymousUser:
        return AnonymousUser() if self.actor is None else User.objects.get(pk=self.actor.user_id)


def _integer(content: dict[str, object], key: str) -> int:
    value = content.get(key)
    if type(value) is not int:
        raise Malformed("MALFORMED", f"`{key}` is a whole number.", fields={key: "a whole number"})
    return value


def _octets(content: dict[str, object], key: str) -> bytes:
    value = content.get(key)
    try:
        return bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        return b""
