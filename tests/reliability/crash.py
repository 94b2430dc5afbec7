"""Kill server and worker at random moments of many games; nothing acknowledged may be missing.

    python -m tests.reliability.crash --games 20 --kills 20 --seed 1

Starts the platform, plays games with real socket clients, kills its processes with SIGKILL at
moments chosen by the seed, starts it again, and lets the clients reconnect and resend. The verdict
comes from the clients' history and the database alone. Prints one JSON line and a closing figure;
exits 1 if a promise was broken.
"""

import argparse
import asyncio
import json
import math
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.reliability.checker import figures, violations
from tests.reliability.history import History
from tests.reliability.http import Http
from tests.reliability.people import Person
from tests.reliability.processes import Platform
from tests.reliability.tables import PEOPLE_AT_A_TABLE, Account, open_account, seat_people
from tests.reliability.worlds import World, embedded, scaled

ACTIONS_A_HAND = 57  # of all seats, looks and exchanges included
STALLED = 60.0  # seconds without an action at a table, the platform being up
LONG_OUTAGE = 4.0  # seconds, once in a run: longer than what the clocks let pass


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played and how often it is broken."""

    seed: int
    games: int
    hands: int
    kills: int
    at_once: int
    seconds: float

    def thresholds(self, rng: random.Random) -> list[int]:
        """After how many acknowledged actions each kill comes, in order.

        People hold a bit more than half of the seats, so that many of the actions are theirs.
        """
        expected = int(self.games * self.hands * ACTIONS_A_HAND * 0.6)
        return sorted(rng.sample(range(1, expected), min(self.kills, expected - 1)))


@dataclass(slots=True)
class Run:
    """One run in one world."""

    plan: Plan
    world: World
    platform: Platform
    history: History = field(default_factory=History)
    people: list[Person] = field(default_factory=list)
    kills: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    recoveries: list[float] = field(default_factory=list)  # from restart to action, by table
    measuring: list[asyncio.Task[None]] = field(default_factory=list)
    stalled: list[str] = field(default_factory=list)
    up_since: float = 0.0  # infinity while it is down

    async def play(self) -> list[str]:
        """All games to their end under fire; the violations found."""
        rng = random.Random(self.plan.seed)
        await self.platform.start()
        self.up_since = time.monotonic()
        http = Http(self.platform.base)
        breaking = asyncio.create_task(self._break(random.Random(rng.random())))
        watching = asyncio.create_task(self._watch())
        try:
            async with asyncio.timeout(self.plan.seconds):
                await self._play_games(http, rng)
        except TimeoutError:
            self.stalled.append(f"not finished within {self.plan.seconds:.0f} s")
        finally:
            background = [breaking, watching, *self.measuring]
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await http.close()
        if not breaking.cancelled() and breaking.exception():
            self.stalled.append(f"the breaking ended: {breaking.exception()}")
        if not self.platform.alive:
            await self.platform.start()
        stopped = self.platform.stop()
        stored = self.world.stored()
        audit = self.world.manage("verify_logs")
        found = [
            *violations(self.history, stored),
            *self.stalled,
            *http.server_errors,
            *(fault for person in self.people for fault in person.faults),
        ]
        if audit.returncode:
            found.append(f"verify_logs: {(audit.stdout + audit.stderr)[-500:]}")
        counts = figures(self.history, stored)
        if counts["games"] < self.plan.games:
            found.append(f"only {counts['games']} of {self.plan.games} games were finished")
        self.report(counts, found, stopped)
        return found

    async def _play_games(self, http: Http, rng: random.Random) -> None:
        """`at_once` places, each with accounts of its own, play one game after another."""
        games = iter(range(self.plan.games))

        async def place(number: int) -> None:
            accounts = [await open_account(http, f"crash{number}{letter}") for letter in "abcd"]
            for game in games:
                people = accounts[: PEOPLE_AT_A_TABLE[game % 4]]
                await self._play_game(http, people, random.Random(rng.random()))

        async with asyncio.TaskGroup() as group:
            for number in range(min(self.plan.at_once, self.plan.games)):
                group.create_task(place(number))

    async def _play_game(self, http: Http, accounts: list[Account], rng: random.Random) -> None:
        people = await seat_people(
            http, accounts, hands=self.plan.hands, history=self.history, rng=rng
        )
        self.people += people
        await asyncio.gather(*(person.play() for person in people))

    async def _break(self, rng: random.Random) -> None:
        """Kill when the acknowledged actions reach each threshold, and start again."""
        thresholds = self.plan.thresholds(rng)
        long_one = rng.choice(thresholds)
        for threshold in thresholds:
            while self.history.acked < threshold:
                await asyncio.sleep(0.005)
            await asyncio.sleep(rng.uniform(0, 0.05))  # anywhere on the way of an action
            part = rng.choice(self.parts())
            self.up_since = math.inf
            killed = self.platform.kill(part)
            self.kills.append(f"{part}:{killed}")
            if threshold == long_one:
                await asyncio.sleep(LONG_OUTAGE)
            begun = time.monotonic()
            if part == "all":
                self.starts.append(await self.platform.start())
            else:
                await self._mended()
            self.up_since = time.monotonic()
            self.measuring += [
                asyncio.create_task(self._acting_again(table, begun, len(self.kills)))
                for table in {person.table for person in self._playing()}
            ]

    async def _acting_again(self, table: str, begun: float, kills: int) -> None:
        """Measure until somebody acts at the table, unless the next kill comes first."""
        people = [person for person in self.people if person.table == table]
        before = max(person.progress for person in people)
        while max(person.progress for person in people) == before:
            if people[0].ended or len(self.kills) > kills:
                return
            await asyncio.sleep(0.02)
        self.recoveries.append(time.monotonic() - begun)

    def parts(self) -> list[str]:
        return ["all"] if self.world.name == "embedded" else ["all", "child server", "child worker"]

    async def _mended(self) -> None:
        """After the loss of a part: the tree mends itself, or ends and is started again."""
        await asyncio.sleep(0.5)
        if self.platform.alive:
            await self.platform.ready()
        else:
            await self.platform.start()

    def _playing(self) -> list[Person]:
        return [person for person in self.people if not person.ended]

    async def _watch(self) -> None:
        """Note tables where nothing happens although the platform is up."""
        seen: dict[str, tuple[tuple[int, int], float]] = {}
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for person in self._playing():
                progress, since = seen.setdefault(person.table, ((0, 0), now))
                if person.progress > progress or self.up_since > since:
                    seen[person.table] = (max(person.progress, progress), now)
                elif now - since > STALLED:
                    self.stalled.append(f"{person.table} stood still at {progress}")
                    seen[person.table] = (progress, now)

    def report(self, counts: dict[str, int], found: list[str], stopped: float) -> None:
        starts = sorted(self.starts) or [0.0]
        recoveries = sorted(self.recoveries) or [0.0]
        result = {
            "group": "crash",
            "world": self.world.name,
            "seed": self.plan.seed,
            "kills": len(self.kills),
            **counts,
            "violations": len(found),
            "stalled": len(self.stalled),
            "start_median": round(starts[len(starts) // 2], 2),
            "recover_median": round(recoveries[len(recoveries) // 2], 2),
            "recover_p99": round(recoveries[int(len(recoveries) * 0.99)], 2),
            "stop_seconds": round(stopped, 2),
        }
        print(json.dumps(result))
        print("crash: " + " ".join(f"{key}={value}" for key, value in result.items()))


@contextmanager
def world_of(name: str, directory: Path) -> Iterator[World]:
    if name == "embedded":
        with embedded(directory) as world:
            yield world
    else:
        with scaled(os.environ["DATABASE_URL"], os.environ["REDIS_URL"]) as world:
            yield world


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run(name: str, plan: Plan, *, port: int | None = None, keep: Path | None = None) -> list[str]:
    """Play `plan` in the world called `name`; the violations. `keep` receives logs and history."""
    with tempfile.TemporaryDirectory(prefix="crash-") as temporary:
        directory = keep or Path(temporary)
        directory.mkdir(parents=True, exist_ok=True)
        with world_of(name, directory) as world:
            platform = Platform(
                port or free_port(), world.arguments, world.environment, directory / "platform.log"
            )
            current = Run(plan, world, platform)
            try:
                return asyncio.run(current.play())
            finally:
                if platform.alive:
                    platform.kill()
                current.history.write(directory / "history.jsonl")


def worlds_at_hand() -> list[str]:
    """The embedded world, and the scaled one where its services are named."""
    services = os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")
    return ["embedded", "scaled"] if services else ["embedded"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--world",
        choices=["embedded", "scaled"],
        help="one of them only; by default also the second where DATABASE_URL and REDIS_URL are set",
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--hands", type=int, default=2, help="hands after which a game ends")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=5, help="tables that play at a time")
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies games and kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1200, help="when to give up")
    parser.add_argument("--port", type=int)
    parser.add_argument("--keep", type=Path, help="directory for logs, history and database")
    options = parser.parse_args()
    plan = Plan(
        seed=options.seed,
        games=max(1, round(options.games * options.scale)),
        hands=options.hands,
        kills=max(1, round(options.kills * options.scale)),
        at_once=options.at_once,
        seconds=options.seconds,
    )
    failed = False
    for world in [options.world] if options.world else worlds_at_hand():
        keep = options.keep and options.keep / world
        for violation in run(world, plan, port=options.port, keep=keep)[:50]:
            failed = True
            print(violation, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
