"""The site with two more sockets: a move without the game, to measure the game against.

They read a frame like the table's socket does, append to the log of a hand row by the same
compare-and-swap, and publish to the same channel layer. They know no rules, no seats, no clock and
no cards. At `/ws/bench/plain/{hand}/` each socket has a channel of its own, which is the plain way
of this stack; at `/ws/bench/shared/{hand}/` the process hears a message once and sends one text to
its sockets, which is the least a live move can cost on it.
"""

import asyncio
from typing import Any, ClassVar

import orjson
from channels.routing import URLRouter
from django.db import connection
from django.urls import path

from config.asgi import application as site
from games.models import Hand
from players import frames
from players.database import in_database
from players.guarded import GuardedConsumer
from players.publish import publish

# A benchmark plays faster than anybody may.
frames.SOCKET_FRAMES_A_SECOND = 1_000_000

ACTIONS_A_HAND = 56  # the log begins anew after as many, as long as a real one
SWAP = f"""
UPDATE games_hand SET seq = seq + 1,
  log = CASE WHEN seq %% {ACTIONS_A_HAND} = 0 THEN %s ELSE log || %s END
WHERE id = %s AND seq = %s
"""
TWIN_DEALS = range(30_000, 30_002)  # deal numbers no game reaches
PREFIX = "/ws/bench/"


class BareMove(GuardedConsumer):
    """Swap and publish, nothing else."""

    anonymous_allowed: ClassVar[bool] = True
    twin_deal: ClassVar[int] = TWIN_DEALS[0]

    async def admitted(self) -> None:
        live: int = self.scope["url_route"]["kwargs"]["hand"]
        self.hand, self.group = await in_database(_twin)(live, self.twin_deal)
        await self.join()
        await self.accept()

    async def join(self) -> None:
        await self.channel_layer.group_add(self.group, self.channel_name)

    async def frame(self, content: dict[str, object]) -> None:
        seq, token = content["seq"], content["action"]
        if await in_database(_swap)(self.hand, self.group, seq, token):
            await self.send_json({"type": "ack", "hand": self.hand, "seq": seq})
        else:
            await self.send_error("STALE_SEQ", "Somebody was first.")

    async def bench_event(self, message: dict[str, Any]) -> None:
        await self.send_json({"type": "event", "hand": self.hand, "seq": message["seq"]})


class SharedMove(BareMove):
    """The same with one ear a process for all sockets of a hand."""

    twin_deal: ClassVar[int] = TWIN_DEALS[1]

    async def join(self) -> None:
        if self.hand not in _ears:
            _ears[self.hand] = []
            channel = await self.channel_layer.new_channel()
            await self.channel_layer.group_add(self.group, channel)
            _tasks.add(asyncio.create_task(_listen(self.channel_layer, channel, self.hand)))
        _ears[self.hand].append(self)

    async def disconnect(self, code: int) -> None:
        _ears[self.hand].remove(self)


_ears: dict[int, list[SharedMove]] = {}
_tasks: set["asyncio.Task[None]"] = set()


async def _listen(layer: Any, channel: str, hand: int) -> None:
    while True:
        message = await layer.receive(channel)
        text = orjson.dumps({"type": "event", "hand": hand, "seq": message["seq"]}).decode()
        for socket in _ears[hand]:
            await socket.send(text_data=text)


def _swap(hand: int, group: str, seq: object, token: object) -> bool:
    with connection.cursor() as cursor:
        entry = f" 1p12340{token}"
        cursor.execute(SWAP, [entry, entry, hand, seq])
        written: bool = cursor.rowcount == 1
    if written:
        publish(group, {"type": "bench.event", "seq": seq, "action": token})
    return written


def _twin(live: int, deal: int) -> tuple[int, str]:
    """The row that stands beside the live hand's and is nobody's, and the group that hears of it."""
    hand = Hand.objects.get(pk=live)
    twin = Hand.objects.filter(game=hand.game_id, deal_number=deal).first()
    if twin is None:
        hand.pk, hand.deal_number, hand.status = None, deal, Hand.Status.ANNULLED
        hand.log, hand.seq = "", 0
        hand.save(force_insert=True)
        twin = hand
    # by the game: hands of other runs on the same Redis have the same numbers
    return twin.pk, f"bench.{twin.game_id.hex}.{deal}"


bare = URLRouter(
    [
        path(f"{PREFIX[1:]}plain/<int:hand>/", BareMove.as_asgi()),
        path(f"{PREFIX[1:]}shared/<int:hand>/", SharedMove.as_asgi()),
    ]
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The site, with the bare socket beside the real ones."""
    is_bare = scope["type"] == "websocket" and scope["path"].startswith(PREFIX)
    await (bare if is_bare else site)(scope, receive, send)
