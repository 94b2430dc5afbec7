#!/usr/bin/env python3
"""How fast a live move is, beside the same path without the game.

    python -m benchmarks.live_move [--worlds sqlite,postgres] [--tables 6] [--rounds 10]

One move: a client sends a frame, the server decodes it, checks it, commits it, acknowledges it and
shows it to the four seats; it is over when all four have it. The other paths do a bare
compare-and-swap UPDATE and a publish in the same process, through the same kind of sockets:
`bare` with a channel for each socket, `shared` with one ear a process as the table's sockets have
(benchmarks/bare_move.py). They take turns, the moves of one hand at every table each, so that a
noisy machine is noisy for all. What counts is the ratio `engine / bare` in moves per second (goal:
0.7 or more on PostgreSQL and Redis); `cpu` is the same in processor time of the server. The last
card of a hand settles it and deals the next one: it is no move like the others and measured by
itself (`hand_change`).

The `postgres` world needs DATABASE_URL and REDIS_URL. Progress goes to standard error, one line
of JSON to standard output.
"""

import argparse
import asyncio
import hashlib
import json
import os
import secrets
import statistics
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.servers import Server, database, serving

Json = dict[str, Any]
GOAL = 0.7
MOVE_TIMEOUT = 20
BIDS, CARDS = 4, 52


def call(method: str, url: str, body: Json | None = None, token: str = "") -> Json:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or b"{}")


@dataclass(eq=False)
class Client:
    """One seat's socket: where it stands, and what it may do."""

    socket: ClientConnection
    hand: int = 0
    seq: int = 0
    legal: list[str] | None = None
    acked: int = -1


@dataclass(eq=False)
class Room:
    """Four sockets of one table, and who waits for news from them."""

    clients: list[Client] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    readers: list["asyncio.Task[None]"] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)

    def open(self, socket: ClientConnection) -> Client:
        client = Client(socket)
        self.clients.append(client)
        self.readers.append(asyncio.create_task(self._read(client)))
        return client

    async def _read(self, client: Client) -> None:
        async for text in client.socket:
            frame = json.loads(text)
            self.take(client, frame)
            async with self.changed:
                self.changed.notify_all()

    def take(self, client: Client, frame: Json) -> None:
        raise NotImplementedError

    async def until(self, holds: Any) -> None:
        async with asyncio.timeout(MOVE_TIMEOUT), self.changed:
            await self.changed.wait_for(holds)

    async def close(self) -> None:
        for client in self.clients:
            await client.socket.close()
        await asyncio.gather(*self.readers, return_exceptions=True)


@dataclass(eq=False)
class Table(Room):
    """A table of the site where four programs play by the rules, any legal move."""

    played: int = 0  # cards of the hand that is on

    def take(self, client: Client, frame: Json) -> None:
        match frame["type"]:
            case "snapshot":
                client.hand, client.seq = frame["hand"] or 0, frame["seq"]
                client.legal = frame["legal"]
            case "event":
                client.seq = frame["seq"] + 1
                client.legal = frame.get("legal")
            case "ack":
                client.acked = frame["seq"]
            case "error" | "closed":
                raise RuntimeError(f"the server says {frame}")

    def mover(self) -> Client | None:
        return next((client for client in self.clients if client.legal), None)

    async def hand_but_one(self) -> None:
        """Every action of the hand but the last card."""
        while self.played < CARDS - 1:
            await self.move()

    async def last_card(self) -> None:
        """The last card, until everybody has the next hand."""
        hand = self.clients[0].hand
        await self.move()
        await self.until(lambda: all(client.hand != hand for client in self.clients))
        self.played = 0

    async def move(self) -> None:
        await self.until(self.mover)
        mover = self.mover()
        assert mover is not None
        assert mover.legal
        hand, seq, token = mover.hand, mover.seq, _pick(mover.legal)
        mover.legal, mover.acked = None, -1
        self.played += token.startswith("p")
        sent = {"type": "action", "hand": hand, "seq": seq, "action": token}
        begun = time.perf_counter()
        await mover.socket.send(json.dumps(sent))
        await self.until(
            lambda: mover.acked == seq and all(c.seq > seq or c.hand != hand for c in self.clients)
        )
        self.latencies.append(time.perf_counter() - begun)


@dataclass(eq=False)
class BareTable(Room):
    """Four sockets of the bare path."""

    turn: int = 0

    async def hand_but_one(self) -> None:
        """As many moves as a hand has before its last."""
        for _ in range(BIDS + CARDS - 1):
            await self.move()

    def take(self, client: Client, frame: Json) -> None:
        if frame["type"] == "event":
            client.seq = frame["seq"] + 1
        elif frame["type"] == "ack":
            client.acked = frame["seq"]
        else:
            raise RuntimeError(f"the server says {frame}")

    async def move(self) -> None:
        mover = self.clients[self.turn % 4]
        self.turn += 1
        seq = mover.seq
        sent = {"type": "action", "hand": mover.hand, "seq": seq, "action": "pSA"}
        begun = time.perf_counter()
        await mover.socket.send(json.dumps(sent))
        await self.until(lambda: mover.acked == seq and all(c.seq > seq for c in self.clients))
        self.latencies.append(time.perf_counter() - begun)


def _pick(legal: list[str]) -> str:
    """Looks, bids three, plays whatever comes first: games of many hands."""
    return "look" if "look" in legal else "b3" if "b3" in legal else legal[0]


async def open_table(url: str) -> tuple[Table, BareTable, BareTable]:
    """A table with a hand on, and two bare ones on the row of that hand's twin."""
    api, table = f"{url}/api/v1", Table()
    tokens = [
        (await asyncio.to_thread(call, "POST", f"{api}/players/guest/", {"token": True}))["token"]
        for _ in range(4)
    ]
    wanted = {
        "preset": "classic",
        "fill_with_bots": False,
        "options": {"target": 10_000, "hand_cap": 1000},
    }
    made = await asyncio.to_thread(call, "POST", f"{api}/tables/", wanted, tokens[0])
    for token in tokens[1:]:
        seats = f"{api}/tables/{made['id']}/seats/"
        await asyncio.to_thread(call, "POST", seats, {}, token)
    sockets = f"ws{url.removeprefix('http')}/ws"
    for token in tokens:
        headers = {"Authorization": f"Token {token}"}
        address = f"{sockets}/v1/tables/{made['id']}/"
        table.open(await connect(address, additional_headers=headers))
    start = f"{api}/tables/{made['id']}/start/"
    game = await asyncio.to_thread(call, "POST", start, {}, tokens[0])
    seeds = [secrets.token_bytes(16) for _ in tokens]
    for kind, values in (
        ("hash", [hashlib.sha256(seed).hexdigest() for seed in seeds]),
        ("seed", [seed.hex() for seed in seeds]),
    ):
        for token, value in zip(tokens, values, strict=True):
            path = f"{api}/games/{game['id']}/seed/"
            await asyncio.to_thread(call, "POST", path, {kind: value}, token)
    await table.until(lambda: all(client.hand for client in table.clients))
    plain, shared, live = BareTable(), BareTable(), table.clients[0].hand
    for _ in range(4):
        plain.open(await connect(f"{sockets}/bench/plain/{live}/"))
        shared.open(await connect(f"{sockets}/bench/shared/{live}/"))
    return table, plain, shared


@dataclass(frozen=True, slots=True)
class Block:
    """What one path did in its turn."""

    moves: int
    seconds: float
    cpu: float
    latencies: list[float]

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


async def measure(server: Server, rooms: list[Any], step: str) -> Block:
    """All rooms do `step` at the same time, each as fast as it is answered."""
    for room in rooms:
        room.latencies.clear()
    begun, cpu = time.perf_counter(), server.cpu_seconds()
    await asyncio.gather(*(getattr(room, step)() for room in rooms))
    seconds, cpu = time.perf_counter() - begun, server.cpu_seconds() - cpu
    latencies = [latency for room in rooms for latency in room.latencies]
    return Block(len(latencies), seconds, cpu, latencies)


async def run(server: Server, *, tables: int, rounds: int) -> Json:
    """All paths in turns; rates, ratios per round, and what a move costs the server."""
    opened = [await open_table(server.url) for _ in range(tables)]
    live, plain, shared = (list(rooms) for rooms in zip(*opened, strict=True))
    done: dict[str, list[Block]] = {"engine": [], "bare": [], "shared": [], "hand_change": []}
    for number in range(-1, rounds):  # the first round only warms up
        blocks = {
            "engine": await measure(server, live, "hand_but_one"),
            "bare": await measure(server, plain, "hand_but_one"),
            "shared": await measure(server, shared, "hand_but_one"),
            "hand_change": await measure(server, live, "last_card"),
        }
        if number < 0:
            continue
        for path, block in blocks.items():
            done[path].append(block)
        rates = "  ".join(f"{path} {block.rate:.0f}/s" for path, block in blocks.items())
        print(f"  round {number + 1}/{rounds}: {rates}", file=sys.stderr, flush=True)
    for room in (*live, *plain, *shared):
        await room.close()
    return _summary(done)


def _summary(done: dict[str, list[Block]]) -> Json:
    paths = {path: _path(blocks) for path, blocks in done.items()}
    bare, shared = (_ratio(done["engine"], done[path]) for path in ("bare", "shared"))
    return {"ratio": bare["rate"], "engine/bare": bare, "engine/shared": shared, "paths": paths}


def _ratio(engine: list[Block], other: list[Block]) -> Json:
    """How many moves for each of the other path: the median of the rounds, and in CPU time."""
    rounds = [e.rate / o.rate for e, o in zip(engine, other, strict=True)]
    cost = [sum(b.cpu for b in done) / sum(b.moves for b in done) for done in (engine, other)]
    return {
        "rate": round(statistics.median(rounds), 3),
        "rounds": [round(ratio, 3) for ratio in rounds],
        "cpu": round(cost[1] / cost[0], 3),
    }


def _path(blocks: list[Block]) -> Json:
    moves = sum(block.moves for block in blocks)
    latencies = sorted(latency for block in blocks for latency in block.latencies)
    return {
        "moves": moves,
        "moves_per_second": round(moves / sum(block.seconds for block in blocks), 1),
        "server_cpu_ms": round(1000 * sum(block.cpu for block in blocks) / moves, 3),
        "latency_ms": {
            name: round(1000 * latencies[int(share * (len(latencies) - 1))], 2)
            for name, share in (("p50", 0.5), ("p99", 0.99))
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    both = "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ
    parser.add_argument("--worlds", default="sqlite,postgres" if both else "sqlite")
    parser.add_argument("--tables", type=int, default=6, help="tables that play at the same time")
    parser.add_argument("--rounds", type=int, default=10, help="hands a table plays")
    parser.add_argument("--port", type=int, default=8130)
    args = parser.parse_args()
    results: Json = {"benchmark": "live_move", "goal": GOAL, "tables": args.tables, "worlds": {}}
    for world in args.worlds.split(","):
        print(f"{world}:", file=sys.stderr, flush=True)
        with database(world) as environment, serving(environment, args.port) as server:
            size = {"tables": args.tables, "rounds": args.rounds}
            results["worlds"][world] = asyncio.run(run(server, **size))
    print(json.dumps(results))


if __name__ == "__main__":
    main()
