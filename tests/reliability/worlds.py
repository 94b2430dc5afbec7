"""The two worlds a run can be played in, each with storage of its own that is thrown away."""

import base64
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.reliability.processes import ROOT
from tests.reliability.stored import Stored, read_postgres, read_sqlite


@dataclass(frozen=True, slots=True)
class World:
    """How to start the platform there, and how to read what it stored."""

    name: str
    arguments: list[str]
    environment: dict[str, str]
    database: str

    def stored(self) -> Stored:
        if self.name == "embedded":
            return read_sqlite(self.database)
        return read_postgres(self.database)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a management command in this world."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )


def environment() -> dict[str, str]:
    """Secrets of this run alone, and a table that wastes no time on showing cards."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        "SPADEWORK_ENV_FILE": "/dev/null",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DEAL_KEY": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        "CARD_SHOWN_SECONDS": "0",
        "TRICK_SHOWN_SECONDS": "0",
        "HAND_SHOWN_SECONDS": "0",
        "API_REQUESTS_A_MINUTE": "100000",
        "API_REQUESTS_A_MINUTE_KNOWN": "100000",
        "SIGN_UPS_AN_HOUR": "100000",
        "PYTHONUNBUFFERED": "1",
    }


@contextmanager
def embedded(directory: Path) -> Iterator[World]:
    """One process on an SQLite file."""
    path = str(directory / "crash.sqlite3")
    for left_over in directory.glob("crash.sqlite3*"):
        left_over.unlink()
    settings = environment() | {"SQLITE_PATH": path, "DATABASE_URL": "", "REDIS_URL": ""}
    yield World("embedded", [], settings, path)


@contextmanager
def scaled(database_url: str, redis_url: str) -> Iterator[World]:
    """Two servers and two workers on PostgreSQL, in a database made and dropped here, and Redis."""
    name = f"crash_{secrets.token_hex(4)}"
    own = urlunsplit(urlsplit(database_url)._replace(path=f"/{name}"))
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        settings = environment() | {"DATABASE_URL": own, "REDIS_URL": redis_url}
        yield World("scaled", ["--asgi", "2", "--workers", "2"], settings, own)
    finally:
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
            )
