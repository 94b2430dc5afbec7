"""What a socket asks of the database runs on a connection it keeps, and survives its loss."""

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, close_old_connections, connection

from players import database
from players.database import in_database

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="a server is to be lost"),
]


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def drop_connections() -> None:
    """As a restart of the server does, seen from another thread of this process; waits for it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
    finally:
        close_old_connections()


async def everybody_is_dropped() -> None:
    await sync_to_async(drop_connections, thread_sensitive=False)()


async def failures(calls: int) -> int:
    failed = 0
    for _ in range(calls):
        try:
            await in_database(backend)()
        except OperationalError:
            failed += 1
    return failed


async def test_calls_in_quick_succession_use_one_connection():
    first = await in_database(backend)()
    assert await in_database(backend)() == first


async def test_after_a_restart_of_the_server_one_call_fails_at_most():
    await in_database(backend)()
    await everybody_is_dropped()
    assert await failures(4) <= 1
    assert await failures(4) == 0


async def test_after_a_quiet_time_the_connection_is_looked_at_first(monkeypatch):
    await in_database(backend)()
    await everybody_is_dropped()
    monkeypatch.setattr(database, "QUIET_SECONDS", -1)
    assert await failures(4) == 0
