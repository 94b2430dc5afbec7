"""A server under measurement: its own database, its own process, ended by its own pid."""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
QUICK = {
    # people only, and as fast as they come: nothing waits for an eye
    "CARD_SHOWN_SECONDS": "0",
    "TRICK_SHOWN_SECONDS": "0",
    "HAND_SHOWN_SECONDS": "0",
    "API_REQUESTS_A_MINUTE": "1000000",
    "API_REQUESTS_A_MINUTE_KNOWN": "1000000",
    "SIGN_UPS_AN_HOUR": "1000000",
    "GUESTS_AN_HOUR": "1000000",
    "SPADEWORK_ENV_FILE": "/dev/null",
}
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """Where it listens, and the process that does."""

    url: str
    pid: int

    def cpu_seconds(self) -> float:
        """Processor time of the process so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def database(world: str) -> Iterator[dict[str, str]]:
    """The environment of a fresh database: an SQLite file, or a database beside DATABASE_URL's."""
    if world == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield {"SQLITE_PATH": f"{folder}/bench.sqlite3"}
        return
    url, name = os.environ["DATABASE_URL"], f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
        try:
            fresh = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
            yield {"DATABASE_URL": fresh, "REDIS_URL": os.environ["REDIS_URL"]}
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def serving(environment: dict[str, str], port: int) -> Iterator[Server]:
    """One uvicorn process with the site and the bare socket, on a migrated database."""
    clean = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    env = clean | QUICK | {"DJANGO_SETTINGS_MODULE": "config.settings.dev"} | environment
    manage = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(manage, cwd=ROOT, env=env, check=True)
    command = [sys.executable, "-m", "uvicorn", "benchmarks.bare_move:application"]
    # as the platform serves (config/serving/server.py)
    options = [
        *(f"--port={port}", "--log-level=warning", "--no-proxy-headers", "--ws-max-size=8192"),
        *("--ws-ping-interval=5", "--ws-ping-timeout=5", "--ws-per-message-deflate=false"),
    ]
    process = subprocess.Popen([*command, *options], cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_until_up(url, process)
        yield Server(url, process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        if process.poll() is None:
            process.kill()
            process.wait()


def _wait_until_up(url: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(150):
        if process.poll() is not None:
            raise SystemExit("the server did not start")
        try:
            urllib.request.urlopen(f"{url}/api/v1/rulesets/", timeout=2).close()
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.2)
        else:
            return
    raise SystemExit("the server did not come up")
