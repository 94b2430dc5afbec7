"""The site with one more socket: a move without the game, to measure the game against.

`/ws/bench/{hand}/` reads a frame like the table's socket does, appends to the log of a hand row by
the same compare-and-swap, and publishes to the same channel layer. It knows no rules, no seats, no
clock and no cards: what it does is what any live move costs on this stack.
"""

from typing import Any, ClassVar

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
TWIN_DEAL = 30_000  # a deal number no game reaches
PREFIX = "/ws/bench/"


class BareMove(GuardedConsumer):
    """Swap and publish, nothing else."""

    anonymous_allowed: ClassVar[bool] = True

    async def admitted(self) -> None:
        live: int = self.scope["url_route"]["kwargs"]["hand"]
        self.hand: int = await in_database(_twin)(live)
        await self.channel_layer.group_add(_group(self.hand), self.channel_name)
        await self.accept()

    async def frame(self, content: dict[str, object]) -> None:
        seq, token = content["seq"], content["action"]
        if await in_database(_swap)(self.hand, seq, token):
            await self.send_json({"type": "ack", "hand": self.hand, "seq": seq})
        else:
            await self.send_error("STALE_SEQ", "Somebody was first.")

    async def bench_event(self, message: dict[str, Any]) -> None:
        await self.send_json({"type": "event", "hand": self.hand, "seq": message["seq"]})


def _swap(hand: int, seq: object, token: object) -> bool:
    with connection.cursor() as cursor:
        entry = f" 1p12340{token}"
        cursor.execute(SWAP, [entry, entry, hand, seq])
        written: bool = cursor.rowcount == 1
    if written:
        publish(_group(hand), {"type": "bench.event", "seq": seq, "action": token})
    return written


def _twin(live: int) -> int:
    """The row that stands beside the live hand's and is nobody's."""
    hand = Hand.objects.get(pk=live)
    twin = Hand.objects.filter(game=hand.game_id, deal_number=TWIN_DEAL).first()
    if twin is None:
        hand.pk, hand.deal_number, hand.status, hand.log, hand.seq = (
            None,
            TWIN_DEAL,
            "annulled",
            "",
            0,
        )
        hand.save(force_insert=True)
        twin = hand
    return twin.pk


def _group(hand: int) -> str:
    return f"bench.{hand}"


bare = URLRouter([path(f"{PREFIX[1:]}<int:hand>/", BareMove.as_asgi())])


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The site, with the bare socket beside the real ones."""
    is_bare = scope["type"] == "websocket" and scope["path"].startswith(PREFIX)
    await (bare if is_bare else site)(scope, receive, send)
