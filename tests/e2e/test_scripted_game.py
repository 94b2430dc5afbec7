"""A client that knows nothing of the project plays a whole game on the platform as it is run."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.reliability import worlds
from tests.reliability.processes import ROOT, Platform

SCRIPT = Path(__file__).with_name("scripted_game.py")
SERVICES = ("DATABASE_URL", "REDIS_URL")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def play(world: worlds.World, log: Path, preset: str) -> dict:
    """What the script says of its game on a platform of this world."""
    platform = Platform(free_port(), world.arguments, world.environment, log)
    try:
        asyncio.run(platform.start())
        command = [sys.executable, "-I", str(SCRIPT), "--url", platform.base, "--preset", preset]
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
        )
    finally:
        platform.stop()
    assert done.returncode == 0, done.stdout + done.stderr
    summary: dict = json.loads(done.stdout.splitlines()[-1])
    return summary


def check(summary: dict) -> None:
    assert summary["verified"]
    assert summary["winner"] in ("NS", "EW")
    assert summary["actions"] >= 56 * summary["hands"]


@pytest.mark.e2e
@pytest.mark.slow
def test_a_scripted_game_in_the_newcomers_world(tmp_path):
    with worlds.embedded(tmp_path) as world:
        check(play(world, tmp_path / "platform.log", "short300"))


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.skipif(
    any(name not in os.environ for name in SERVICES),
    reason="needs PostgreSQL and Redis (DATABASE_URL, REDIS_URL)",
)
def test_a_scripted_game_in_the_scaled_world(tmp_path):
    database_url, redis_url = (os.environ[name] for name in SERVICES)
    with worlds.scaled(database_url, redis_url) as world:
        check(play(world, tmp_path / "platform.log", "short300"))
