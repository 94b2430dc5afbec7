"""A serving process beats while it serves, and survives a pulse that fails."""

import asyncio
from datetime import datetime
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from config.lifespan import Lifespan

beats: list[datetime] = []


def note_beat(*, now: datetime) -> None:
    beats.append(now)


def fail(*, now: datetime) -> None:
    beats.append(now)
    raise RuntimeError("the database is away")


async def serve_for(seconds: float) -> None:
    beats.clear()
    server = ApplicationCommunicator(Lifespan(), {"type": "lifespan"})
    await server.send_input({"type": "lifespan.startup"})
    assert await server.receive_output() == {"type": "lifespan.startup.complete"}
    await asyncio.sleep(seconds)
    await server.send_input({"type": "lifespan.shutdown"})
    assert await server.receive_output() == {"type": "lifespan.shutdown.complete"}
    await server.wait()


@pytest.fixture(autouse=True)
def quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.lifespan.PULSE_SECONDS", 0.05)


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_server_beats_until_it_stops(settings: Any) -> None:
    settings.ASGI_PULSE = "tests.config.test_lifespan.note_beat"
    await serve_for(0.4)
    counted = len(beats)
    assert counted >= 3
    assert beats == sorted(beats)
    assert beats[0].tzinfo is not None
    await asyncio.sleep(0.2)
    assert len(beats) <= counted + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_failing_pulse_is_tried_again_and_logged_once(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ASGI_PULSE = "tests.config.test_lifespan.fail"
    await serve_for(0.4)
    assert len(beats) >= 3
    assert [record.levelname for record in caplog.records].count("ERROR") == 1


@pytest.mark.asyncio
async def test_a_server_without_a_pulse_starts_and_stops(settings: Any) -> None:
    settings.ASGI_PULSE = ""
    await serve_for(0.1)
    assert beats == []


@pytest.mark.asyncio
async def test_a_server_told_twice_to_stop_ends_without_an_error(settings: Any) -> None:
    settings.ASGI_PULSE = "tests.config.test_lifespan.note_beat"
    server = ApplicationCommunicator(Lifespan(), {"type": "lifespan"})
    await server.send_input({"type": "lifespan.startup"})
    await server.receive_output()
    server.future.cancel()
    await asyncio.wait([server.future])
    assert server.future.exception() is None
