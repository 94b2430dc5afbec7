"""`/ws/v1/tables/{id}/`: a seat at the table, or somebody watching it.

The socket holds its own seat's view and folds public events into it; it asks the database only
for a first snapshot, after a gap, and when an action changes what its seat alone knows.
"""

import asyncio
import contextlib
import time
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import broadcast, presence
from games.consumers.errors import ANSWERED, error_frame
from games.consumers.frames import event_frame
from games.engine import SeatView
from games.engine.events import PublicEvent
from games.engine.views import NeedsSnapshot
from games.selectors import views
from games.services import pause, play, seeds, tables
from players.database import in_database
from players.errors import Malformed, NotAllowed, Refused
from players.guarded import GuardedConsumer
from players.models import Scope, User
from players.sockets import ACCESS_LOST

QUIET_SECONDS = 5
DEBOUNCE_SECONDS = 0.05


class TableConsumer(GuardedConsumer):
    """Shows one table to one person or program and takes their actions to the services."""

    anonymous_allowed: ClassVar[bool] = True

    table_id: UUID
    user: User | AnonymousUser
    view: SeatView | None = None
    hand_id: int | None = None
    seq = 0  # index of the next action
    shown_table: dict[str, Any] | None = None
    heard_at = 0.0
    _ticking: asyncio.Task[None] | None = None
    _table_news: asyncio.Task[None] | None = None

    async def admitted(self) -> None:
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        self.user = await self._load_user()
        # first the group, then the snapshot: what happens in between is heard and dropped
        await self.channel_layer.group_add(broadcast.group_of(self.table_id), self.channel_name)
        try:
            snapshot = await self._snapshot()
        except Refused:
            await self.close(ACCESS_LOST)
            return
        await self.accept()
        await self._renew()
        await self._send_snapshot(snapshot)
        self._ticking = asyncio.create_task(self._tick())
        await in_database(broadcast.table_changed)(self.table_id)

    async def disconnect(self, code: int) -> None:
        for task in (self._ticking, self._table_news):
            if task is not None:
                task.cancel()
        if self.actor is not None and self._ticking is not None:
            await in_database(self._goodbye)()
        with contextlib.suppress(AttributeError):
            group = broadcast.group_of(self.table_id)
            await self.channel_layer.group_discard(group, self.channel_name)
        await super().disconnect(code)

    # -- from the client --------------------------------------------------------------------

    async def frame(self, content: dict[str, object]) -> None:
        kind = content.get("type")
        if kind == "pong":
            return
        if kind == "sync":
            await self.resync()
            return
        handler = self._handlers().get(kind) if isinstance(kind, str) else None
        if handler is None:
            await super().frame(content)
            return
        try:
            answer = await in_database(self._checked)(handler, content)
        except ANSWERED as error:
            about = {key: content[key] for key in ("hand", "seq") if type(content.get(key)) is int}
            await self.send_json(error_frame(error) | about)
        else:
            if answer is None:
                await self.keep_or_close()
            elif answer:
                await self.send_json(answer)

    def _handlers(self) -> dict[str, Any]:
        return {
            "action": self._act,
            "seed": self._seed,
            "back": self._back,
            "pause": self._pause,
            "resume": self._resume,
        }

    def _checked(self, handler: Any, content: dict[str, object]) -> dict[str, Any] | None:
        """Run a handler for an actor who may still play; None when access is lost."""
        if self.actor is None:
            raise NotAllowed("NOT_SEATED")
        if not self.actor.still_valid():
            return None
        if not self.actor.may(Scope.PLAY):
            raise NotAllowed("SCOPE_MISSING", "This token may not play.")
        return handler(content) or {}

    def _act(self, content: dict[str, object]) -> dict[str, Any]:
        hand_id, seq = _integer(content, "hand"), _integer(content, "seq")
        ack = play.act(user=self._player, hand_id=hand_id, seq=seq, token=content.get("action"))
        return {"type": "ack", "hand": ack.hand_id, "seq": ack.seq}

    def _seed(self, content: dict[str, object]) -> None:
        game_id = seeds.game_awaiting_seeds(table_id=self.table_id)
        if "hash" in content:
            seeds.submit_seed_hash(
                user=self._player, game_id=game_id, digest=_octets(content, "hash")
            )
        else:
            seeds.submit_seed(user=self._player, game_id=game_id, seed=_octets(content, "seed"))

    def _back(self, _content: dict[str, object]) -> None:
        tables.return_to_table(user=self._player, table_id=self.table_id)

    def _pause(self, content: dict[str, object]) -> None:
        wants = content.get("wants", True)
        if not isinstance(wants, bool):
            raise Malformed("MALFORMED", fields={"wants": "true or false"})
        pause.ask_pause(user=self._player, table_id=self.table_id, wants=wants)

    def _resume(self, _content: dict[str, object]) -> None:
        pause.resume(user=self._player, table_id=self.table_id)

    @property
    def _player(self) -> User:
        assert isinstance(self.user, User)  # `_checked` has refused everybody else
        return self.user

    # -- from the table ---------------------------------------------------------------------

    async def hand_event(self, message: dict[str, Any]) -> None:
        """An action was written: fold it, or fetch what cannot be folded."""
        self.heard_at = time.monotonic()
        if message["hand"] != self.hand_id or message["seq"] > self.seq or self.view is None:
            await self.resync()
            return
        if message["seq"] < self.seq:
            return
        event = PublicEvent.from_dict(message["event"])
        try:
            self.view = self.view.after(event)
        except NeedsSnapshot:
            await self.send_json(event_frame(message, event, None, now=timezone.now()))
            await self.resync()
            return
        self.seq += 1
        await self.send_json(event_frame(message, event, self.view, now=timezone.now()))

    async def table_refresh(self, _message: dict[str, Any]) -> None:
        await self.resync()

    async def table_changed(self, _message: dict[str, Any]) -> None:
        """Seats or seeds changed; several changes at once become one frame."""
        if self._table_news is None or self._table_news.done():
            self._table_news = asyncio.create_task(self._show_table())

    async def table_notice(self, message: dict[str, Any]) -> None:
        await self.send_json({"type": "notice", "notice": message["notice"]})

    async def resync(self) -> None:
        """Start again from a fresh snapshot; close when the table is no longer ours to see."""
        try:
            snapshot = await self._snapshot()
        except Refused:
            await self._lose()
        else:
            await self._send_snapshot(snapshot)

    async def _show_table(self) -> None:
        await asyncio.sleep(DEBOUNCE_SECONDS)
        try:
            snapshot = await self._snapshot()
        except Refused:
            await self._lose()
            return
        had, has = (self.shown_table or {}).get("you"), snapshot.frame["table"]["you"]
        if had and not has:
            await self._lose("SEAT_LOST")
            return
        if had != has:
            await self._send_snapshot(snapshot)  # another seat sees other cards
            return
        self.shown_table = snapshot.frame["table"]
        await self.send_json(
            {"type": "table", "table": self.shown_table, "game": snapshot.frame["game"]}
        )

    async def _send_snapshot(self, snapshot: views.Snapshot) -> None:
        self.heard_at = time.monotonic()
        self.view, self.hand_id, self.seq = snapshot.view, snapshot.hand_id, snapshot.seq
        self.shown_table = snapshot.frame["table"]
        await self.send_json(snapshot.frame)

    async def _lose(self, code: str = "NOT_FOUND") -> None:
        """Close, and say why; who lost a seat may open the socket again to watch."""
        await self.send_json({"type": "closed", "code": code})
        await self.close(ACCESS_LOST)

    # -- time -------------------------------------------------------------------------------

    async def _tick(self) -> None:
        """Every few seconds: renew the lease, check access, and look for news that was lost."""
        while True:
            await asyncio.sleep(presence.RENEW_SECONDS)
            await self._renew()
            if not await self.keep_or_close():
                return
            if time.monotonic() - self.heard_at < QUIET_SECONDS:
                continue
            with contextlib.suppress(*ANSWERED):
                here = await in_database(views.position)(table_id=self.table_id)
                if here != (self.hand_id, self.seq):
                    await self.resync()
                elif await self._presence_changed():
                    await self._show_table()

    async def _renew(self) -> None:
        if self.actor is not None and self.user.pk is not None:
            await asyncio.to_thread(presence.renew, self.table_id, self.user.pk)

    def _goodbye(self) -> None:
        if self.user.pk is not None:
            presence.drop(self.table_id, self.user.pk)
        broadcast.table_changed(self.table_id)

    async def _presence_changed(self) -> bool:
        snapshot = await self._snapshot()
        return bool(snapshot.frame["table"] != self.shown_table)

    # -- the database -----------------------------------------------------------------------

    async def _snapshot(self) -> views.Snapshot:
        return await in_database(views.snapshot)(table_id=self.table_id, user=self.user)

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
