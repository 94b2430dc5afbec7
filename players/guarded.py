"""A JSON socket that outlives whatever is sent to it; every consumer of the platform is one."""

from typing import Any, ClassVar

import orjson
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from players import frames
from players.actors import Actor
from players.database import in_database
from players.errors import Malformed
from players.notify import group_of
from players.sockets import ACCESS_LOST, TOO_FAST, TOO_LARGE, authenticate


class GuardedConsumer(AsyncWebsocketConsumer):
    """Admits an actor, reads frames within budget, closes when access is lost.

    Subclasses say what happens once somebody is `admitted` and with each `frame`.
    """

    anonymous_allowed: ClassVar[bool] = False
    actor: Actor | None = None
    closed = False  # from this side: nothing can be said any more

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to the method of its type.

        Without the library's trip to the database thread before each: `in_database` looks after
        the connections, and most messages ask the database nothing.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.budget = frames.FrameBudget()
        self.actor = await in_database(authenticate)(self.scope)
        if self.actor is None and not self.anonymous_allowed:
            await self.close(ACCESS_LOST)
            return
        if self.actor is not None:
            await self.channel_layer.group_add(group_of(self.actor.user_id), self.channel_name)
        await self.admitted()

    async def disconnect(self, code: int) -> None:
        if self.actor is not None:
            await self.channel_layer.group_discard(group_of(self.actor.user_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if len(text_data or bytes_data or "") > frames.SOCKET_FRAME_BYTES:
            await self.close(TOO_LARGE)
        elif not self.budget.spend():
            await self.close(TOO_FAST)
        elif text_data is None:
            await self.send_error("MALFORMED", "Text frames only.")
        else:
            try:
                content = frames.read_object(text_data, depth=frames.SOCKET_DEPTH)
            except Malformed as error:
                await self.send_error(error.code, error.message)
            else:
                await self.frame(content)

    async def admitted(self) -> None:
        """Somebody may come in: accept, and send the first frame."""
        await self.accept()

    async def frame(self, content: dict[str, object]) -> None:
        """A well-formed JSON object has arrived."""
        await self.send_error("UNKNOWN_TYPE", "This socket knows no such message.")

    async def access_changed(self, message: dict[str, Any]) -> None:
        """The player signed out, was suspended or changed a secret: go if that concerns us."""
        await self.keep_or_close()

    async def keep_or_close(self) -> bool:
        """Whether the actor may still be here; closes the socket (4403) when not."""
        if self.actor is None or await in_database(self.actor.still_valid)():
            return True
        await self.send_json({"type": "closed", "code": "ACCESS_LOST"})
        await self.close(ACCESS_LOST)
        return False

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        if not self.closed:
            self.closed = True
            await super().close(code, reason)

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        if not self.closed:
            await super().send(text_data, bytes_data, close)

    async def send_json(self, content: dict[str, Any]) -> None:
        await self.send(text_data=orjson.dumps(content).decode())

    async def send_error(self, code: str, message: str, **facts: object) -> None:
        await self.send_json({"type": "error", "code": code, "message": message, **facts})
