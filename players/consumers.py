"""The personal socket of a player, `/ws/v1/me/`: what every app has to say to them."""

from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from players import attendance
from players.database import in_database
from players.guarded import GuardedConsumer
from players.notify import news_of


class MeConsumer(GuardedConsumer):
    """Greets with what the apps know of the player, then passes their notices on."""

    attends = False

    async def admitted(self) -> None:
        assert self.actor is not None  # nobody anonymous is admitted here
        await self.channel_layer.group_add(news_of(self.actor.user_id), self.channel_name)
        await self.accept()
        if self.actor.kind == "session":  # a program's socket says nothing of a person
            self.attends = True
            await attendance.come(self.actor.user_id)
        facts = await in_database(greeting)(self.actor.user_id)
        await self.send_json({"type": "hello", "username": self.actor.username, **facts})

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.attends and self.actor is not None:  # also where it failed without a goodbye
                attendance.go(self.actor.user_id)

    async def disconnect(self, code: int) -> None:
        if self.actor is not None:
            await self.channel_layer.group_discard(news_of(self.actor.user_id), self.channel_name)
        await super().disconnect(code)

    async def frame(self, content: dict[str, object]) -> None:
        if content.get("type") != "pong":
            await super().frame(content)

    async def notice(self, message: dict[str, Any]) -> None:
        if await self.keep_or_close():
            await self.send_json({"type": "notice", "notice": message["notice"]})


def greeting(user_id: int) -> dict[str, object]:
    """What the apps named in settings.HELLO_FACTS have to say to a player who comes in."""
    facts: dict[str, object] = {"tables": []}
    for path in settings.HELLO_FACTS:
        facts |= import_string(path)(user_id)
    return facts
