"""Four people in their browsers queue, are asked whether they are ready, and play a rated game.

By sessions and CSRF tokens over HTTP, by cookie and origin over sockets, on the platform as it is
run; and one person alone, with the three partners of `manage.py demo_queue`.
"""

import asyncio
import json
import os
import secrets
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.e2e.scripted_game import Player
from tests.e2e.test_scripted_game import SERVICES, free_port
from tests.reliability import worlds
from tests.reliability.processes import ROOT, Platform

Json = dict[str, Any]

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

OPEN_A_QUICK_LADDER = """
from ratings.services.ladders import open_ladder
open_ladder(preset="quick250")
"""
JOURNAL_ROWS = """
from ratings.models import JournalRow, RatedGame
print(JournalRow.objects.filter(game={game!r}, player__isnull=False).count(),
      RatedGame.objects.get(pk={game!r}).status)
"""


@dataclass
class Browser(Player):
    """A player with a session instead of a token."""

    url: str = ""
    http: httpx.AsyncClient = field(default_factory=httpx.AsyncClient)

    async def sign_in(self) -> None:
        """Open an account and log in by the form of the site."""
        self.http = httpx.AsyncClient(base_url=self.url, timeout=30, follow_redirects=True)
        password = secrets.token_urlsafe(16)
        account = {"username": self.name, "password": password}
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as stranger:
            assert (await stranger.post("/api/v1/players/", json=account)).status_code == 201
        await self.http.get("/accounts/login/")
        form = {
            "login": self.name,
            "password": password,
            "csrfmiddlewaretoken": self.http.cookies["csrftoken"],
        }
        await self.http.post("/accounts/login/", data=form, headers={"Referer": self.url})
        assert "sessionid" in self.http.cookies

    async def call(self, method: str, path: str, body: Json | None = None) -> Json:
        headers = {"X-CSRFToken": self.http.cookies["csrftoken"], "Origin": self.url}
        answer = await self.http.request(method, f"/api/v1{path}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def socket(self, path: str) -> connect:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws{self.url.removeprefix('http')}/ws/v1{path}"
        return connect(address, additional_headers={"Cookie": cookies, "Origin": self.url})

    async def play_rated(self, ladder: str) -> str:
        """Queue, be ready, play to the end; the id of the game."""
        async with self.socket("/me/") as personal:
            assert (await self.frame(personal))["queue"]["ticket"] is None
            await self.call("POST", "/queue/", {"ladders": [ladder]})
            check = (await self.notice(personal, "ready_check"))["ready_check"]
            assert "names" not in check
            await self.call("POST", "/queue/ready/", {"ready_check": check["id"], "ready": True})
            found = await self.notice(personal, "rated_game")
        async with self.socket(f"/tables/{found['table']}/") as table:
            first = await self.frame(table)
            self.seat = first["table"]["you"]
            over = await self.take(table, first)
            while not over:
                over = await self.take(table, await self.frame(table))
        game: str = found["game"]
        return game

    async def notice(self, socket: ClientConnection, kind: str) -> Json:
        while True:
            frame = await self.frame(socket)
            if frame["type"] == "notice" and frame["notice"]["kind"] == kind:
                notice: Json = frame["notice"]
                return notice


async def four_play(url: str) -> str:
    four = [Browser(f"rated{n}_{secrets.token_hex(3)}", "", url=url) for n in range(4)]
    for each in four:
        await each.sign_in()
    async with asyncio.timeout(400):
        games = await asyncio.gather(*(each.play_rated("quick250") for each in four))
    assert len(set(games)) == 1
    stranger = await four[0].call("GET", f"/games/{games[0]}/")
    assert stranger["status"] == "finished"
    return games[0]


async def rated(world: worlds.World, game: str) -> str:
    """How many players' rows the journal has, and how the game stands, once it is rated."""
    for _ in range(60):
        said = world.manage("shell", "-v0", "-c", JOURNAL_ROWS.format(game=game)).stdout.strip()
        if said.endswith("rated"):
            return said
        await asyncio.sleep(0.5)
    return said


def check_four(world: worlds.World, log: Path) -> None:
    platform = Platform(free_port(), world.arguments, world.environment, log)
    try:
        asyncio.run(platform.start())
        opened = world.manage("shell", "-v0", "-c", OPEN_A_QUICK_LADDER)
        assert opened.returncode == 0, opened.stderr
        game = asyncio.run(four_play(platform.base))
        assert asyncio.run(rated(world, game)) == "4 rated"
    finally:
        platform.stop()


def test_four_people_play_a_rated_game_in_the_newcomers_world(tmp_path):
    with worlds.embedded(tmp_path) as world:
        check_four(world, tmp_path / "platform.log")


@pytest.mark.skipif(
    any(name not in os.environ for name in SERVICES),
    reason="needs PostgreSQL and Redis (DATABASE_URL, REDIS_URL)",
)
def test_four_people_play_a_rated_game_in_the_scaled_world(tmp_path):
    database_url, redis_url = (os.environ[name] for name in SERVICES)
    with worlds.scaled(database_url, redis_url) as world:
        check_four(world, tmp_path / "platform.log")


def test_one_person_gets_a_table_with_the_demo_players(tmp_path):
    """Up to the first trick: at the pace of people a game takes a quarter of an hour."""
    with worlds.embedded(tmp_path) as world:
        platform = Platform(free_port(), [], world.environment, tmp_path / "platform.log")
        try:
            asyncio.run(platform.start())
            command = [sys.executable, "manage.py", "demo_queue", "--preset", "quick250", "--json"]
            demo = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **world.environment},
                stdout=subprocess.PIPE,
                text=True,
            )
            try:
                asyncio.run(meet_the_demo_players(platform.base))
            finally:
                demo.terminate()
                said, _ = demo.communicate(timeout=20)
        finally:
            platform.stop()
    events = [json.loads(line)["event"] for line in said.splitlines()]
    assert events[0] == "waiting"
    assert "playing" in events
    assert events[-1] == "ended"
    assert demo.returncode == 0


async def meet_the_demo_players(url: str) -> None:
    alice = Browser(f"alone_{secrets.token_hex(3)}", "", url=url)
    await alice.sign_in()
    async with asyncio.timeout(120), alice.socket("/me/") as personal:
        await alice.frame(personal)
        for _ in range(50):  # until the command has opened the ladder
            queues = (await alice.call("GET", "/queue/"))["ladders"]
            if "quick250-demo" in {each["ladder"] for each in queues}:
                break
            await asyncio.sleep(0.3)
        await alice.call("POST", "/queue/", {"ladders": ["quick250-demo"]})
        check = (await alice.notice(personal, "ready_check"))["ready_check"]
        await alice.call("POST", "/queue/ready/", {"ready_check": check["id"], "ready": True})
        table = (await alice.notice(personal, "rated_game"))["table"]
        async with alice.socket(f"/tables/{table}/") as socket:
            first = await alice.frame(socket)
            alice.seat = first["table"]["you"]
            assert {seat["kind"] for seat in first["table"]["seats"]} == {"person"}
            await alice.take(socket, first)
            while alice.seq < 8:
                await alice.take(socket, await alice.frame(socket))
