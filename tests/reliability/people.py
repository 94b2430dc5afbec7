"""Socket clients that play random legal moves and never give up an unanswered action."""

import asyncio
import hashlib
import itertools
import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.reliability.history import History, Kind

SEATS = "NESW"
SILENCE = 8.0  # seconds without a frame after which a client asks for a snapshot
THINKING = (0.01, 0.06)  # seconds before a move; a socket may send 20 frames a second
TWICE = 0.05  # share of actions whose frame is sent twice at once

sockets = itertools.count()


@dataclass(frozen=True, slots=True)
class Move:
    hand: int
    seq: int
    token: str


@dataclass(slots=True)
class Person:
    """One player at one table, reconnecting until the game has ended."""

    name: str
    token: str
    sockets_url: str  # ws://host:port/ws/v1/
    table: str
    history: History
    rng: random.Random
    seed: bytes = b""
    game: str = ""
    ended: str = ""  # status of the game once it is over
    progress: tuple[int, int] = (0, 0)  # newest hand and next seq seen
    faults: list[str] = field(default_factory=list)
    _seat: int = -1
    _pending: Move | None = None
    _legal: tuple[int, int, list[str]] | None = None
    _resend: bool = False  # once there is a snapshot, or the server has asked for it
    _socket: int = -1
    _seeds_sent: set[str] = field(default_factory=set)

    async def play(self) -> None:
        while not self.ended:
            try:
                async with connect(
                    f"{self.sockets_url}tables/{self.table}/",
                    additional_headers={"Authorization": f"Token {self.token}"},
                    open_timeout=10,
                    close_timeout=0.5,
                    proxy=None,
                ) as socket:
                    await self._converse(socket)
            except (OSError, TimeoutError, WebSocketException, InvalidHandshake):
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))
            if self._pending:
                self._note(Kind.INFO, self._pending)

    async def _converse(self, socket: ClientConnection) -> None:
        self._socket = next(sockets)
        self._legal = None
        self._seeds_sent.clear()
        self._resend = self._pending is not None
        snapshot = False
        while not self.ended:
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), SILENCE))
            except TimeoutError:
                await socket.send('{"type": "sync"}')
                continue
            self._take(frame)
            await self._give_seeds(socket, frame.get("game"))
            await self._come_back(socket, frame.get("table"))
            snapshot = snapshot or frame["type"] == "snapshot"
            if self._resend and self._pending and snapshot:
                self._resend = False
                await self._send(socket, self._pending)
            elif self._pending is None and self._legal is not None:
                await self._move(socket)

    def _take(self, frame: dict[str, Any]) -> None:
        """Learn from one frame of the server."""
        kind, hand, seq = frame["type"], frame.get("hand"), frame.get("seq")
        if kind in ("snapshot", "event") and hand is not None:
            self.history.frame(self._socket, kind, hand, seq)
            upcoming = (hand, seq + (kind == "event"))
            self.progress = max(self.progress, upcoming)
            legal = frame.get("legal")
            if legal and upcoming == self.progress:
                self._legal = (*upcoming, legal)
        elif kind == "ack":
            self._answered(Kind.OK, hand, seq)
        elif kind == "error" and frame["code"] == "RETRY":
            self._answered(Kind.INFO, hand, seq, frame["code"])
        elif kind == "error":
            if seq is None and frame["code"] != "SEEDS_CLOSED":  # seeds are given within 3 s or not
                self.faults.append(f"{self.name}: {frame}")
            self._answered(Kind.FAIL, hand, seq, frame["code"])
        if table := frame.get("table"):
            self._seat = SEATS.index(table["you"]) if table["you"] else -1
        if game := frame.get("game"):
            self.game = game["id"]
            if game["status"] in ("finished", "annulled"):
                self.ended = game["status"]

    def _answered(self, kind: Kind, hand: int | None, seq: int | None, code: str = "") -> None:
        move = self._pending
        if move is not None and (move.hand, move.seq) == (hand, seq):
            self._note(kind, move, code)
            if kind is Kind.INFO:
                self._resend = True
                return
            self._pending = None
            if kind is Kind.OK:  # the event may come after its acknowledgement
                self.progress = max(self.progress, (move.hand, move.seq + 1))

    async def _move(self, socket: ClientConnection) -> None:
        assert self._legal is not None
        hand, seq, legal = self._legal
        self._legal = None
        if (hand, seq) != self.progress:
            return
        await asyncio.sleep(self.rng.uniform(*THINKING))
        self._pending = Move(hand, seq, self.rng.choice(legal))
        await self._send(socket, self._pending)
        if self.rng.random() < TWICE:
            await self._send(socket, self._pending)

    async def _send(self, socket: ClientConnection, move: Move) -> None:
        self._note(Kind.INVOKE, move)
        await socket.send(
            json.dumps({"type": "action", "hand": move.hand, "seq": move.seq, "action": move.token})
        )

    async def _give_seeds(self, socket: ClientConnection, game: dict[str, Any] | None) -> None:
        """The seed's hash while hashes are gathered, then the seed, once per connection."""
        if not game or game["status"] in self._seeds_sent:
            return
        if game["status"] == "hashing":
            frame = {"type": "seed", "hash": hashlib.sha256(self.seed).hexdigest()}
        elif game["status"] == "revealing":
            frame = {"type": "seed", "seed": self.seed.hex()}
        else:
            return
        self._seeds_sent.add(game["status"])
        await socket.send(json.dumps(frame))

    async def _come_back(self, socket: ClientConnection, table: dict[str, Any] | None) -> None:
        if table and self._seat >= 0 and table["seats"][self._seat]["away"]:
            await socket.send('{"type": "back"}')

    def _note(self, kind: Kind, move: Move, code: str = "") -> None:
        self.history.step(
            kind,
            client=self.name,
            seat=self._seat,
            hand=move.hand,
            seq=move.seq,
            token=move.token,
            code=code,
        )
