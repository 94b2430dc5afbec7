"""`manage.py platform` as a person or an operator meets it: real processes, real signals."""

import os
import queue
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from django.conf import settings

from config.env import BASE_DIR, environment_with
from config.serving.server import PortTaken, listen
from config.serving.supervisor import LONGEST_BACKOFF_SECONDS, backoff_seconds
from tests.reliability.processes import command_line, descendants

pytestmark = [pytest.mark.e2e]

START_SECONDS = 90.0
Note = Callable[[str, object], None]
needs_services = pytest.mark.skipif(
    not (settings.DATABASE_URL and settings.REDIS_URL), reason="needs DATABASE_URL and REDIS_URL"
)


class Running:
    """A platform on a free port, and what it has said so far."""

    def __init__(self, environment: dict[str, str], *arguments: str) -> None:
        self.said: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "platform", "--port", "0", *arguments],
            cwd=BASE_DIR,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def wait_for(self, text: str) -> str:
        """The line that holds `text`; fails after a while, showing what was said instead."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                line = self._lines.get(timeout=0.5)
            except queue.Empty:
                if self.process.poll() is not None:
                    break
                continue
            self.said.append(line)
            if text in line:
                return line
        pytest.fail(f"never said {text!r}:\n" + "".join(self.said))

    def address(self) -> str:
        return self.wait_for("Spadework is up at").split(" at ")[1].split()[0]

    def children(self, role: str) -> list[int]:
        marker = f"config.serving.child {role}"
        return [pid for pid in descendants(self.process.pid) if marker in command_line(pid)]

    def stop(self, number: int = signal.SIGINT) -> float:
        """The seconds until it had ended."""
        begun = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(30)
        return time.monotonic() - begun

    def ending_cpu_seconds(self) -> float:
        """Stop; the processor time between the last line it says and the end of the process."""
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.process.send_signal(signal.SIGINT)
        self.wait_for("Stopped.")
        ticks = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        spent = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        self.process.wait(30)
        buried = resource.getrusage(resource.RUSAGE_CHILDREN)
        whole = buried.ru_utime + buried.ru_stime - children.ru_utime - children.ru_stime
        return whole - spent

    def end(self) -> None:
        if self.process.poll() is None:
            for pid in (self.process.pid, *descendants(self.process.pid)):
                os.kill(pid, signal.SIGKILL)
            self.process.wait()


@pytest.fixture
def newcomer(tmp_path: Path) -> dict[str, str]:
    """The environment of a fresh clone: no services, its own database file."""
    return environment_with(
        DJANGO_SETTINGS_MODULE="config.settings.dev",
        SPADEWORK_ENV_FILE="/dev/null",
        SQLITE_PATH=str(tmp_path / "spadework.sqlite3"),
        DATABASE_URL="",
        REDIS_URL="",
    )


@pytest.fixture
def operator() -> Iterator[dict[str, str]]:
    """PostgreSQL and Redis, with a database of the test's own."""
    server, _, _ = settings.DATABASE_URL.rpartition("/")
    name = f"spadework_platform_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(settings.DATABASE_URL, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield environment_with(
            DJANGO_SETTINGS_MODULE="config.settings.dev",
            SPADEWORK_ENV_FILE="/dev/null",
            DATABASE_URL=f"{server}/{name}",
            DATABASE_POOL="4",
        )
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def started() -> Iterator[list[Running]]:
    running: list[Running] = []
    yield running
    for platform in running:
        platform.end()


def actions_stored(path: str) -> int:
    with sqlite3.connect(path) as database:
        return int(database.execute("SELECT coalesce(sum(seq), 0) FROM games_hand").fetchone()[0])


def wait_until(what: str, holds: Callable[[], bool], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, what
        time.sleep(0.1)


def test_a_newcomer_meets_bots_at_play_and_finds_everything_again(
    newcomer: dict[str, str], started: list[Running], record_property: Note
) -> None:
    first = Running(newcomer)
    started.append(first)
    address = first.address()
    assert httpx.get(f"{address}/api/v1/health/").status_code == 200
    database = newcomer["SQLITE_PATH"]
    wait_until("bots play", lambda: actions_stored(database) >= 4)
    record_property("seconds from Ctrl-C to the end", first.stop())
    assert first.process.returncode == 0
    kept = actions_stored(database)

    begun = time.monotonic()
    second = Running(newcomer)
    started.append(second)
    second.address()
    record_property("seconds of the second start", time.monotonic() - begun)
    assert not any("Seeded" in line for line in second.said)
    wait_until("the hands go on", lambda: actions_stored(database) > kept)
    record_property("seconds from SIGTERM to the end", second.stop(signal.SIGTERM))
    assert second.process.returncode == 0


def test_after_its_last_word_the_process_ends_at_once(
    newcomer: dict[str, str], started: list[Running]
) -> None:
    # on a busy machine half a second of tidying is what makes Ctrl-C slow
    platform = Running(newcomer)
    started.append(platform)
    platform.address()
    assert platform.ending_cpu_seconds() < 0.2


def test_a_port_that_is_taken_is_said_before_anything_starts(newcomer: dict[str, str]) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken):
            listen("127.0.0.1", port)
        done = subprocess.run(
            [sys.executable, "manage.py", "platform", "--port", str(port)],
            cwd=BASE_DIR,
            env=newcomer,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1:{port}" in done.stderr
    assert not Path(newcomer["SQLITE_PATH"]).exists()


def test_several_processes_are_refused_on_sqlite_and_memory(newcomer: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "platform", "--port", "0", "--asgi", "2"],
        cwd=BASE_DIR,
        env=newcomer,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "in-memory channel layer" in done.stderr


@needs_services
@pytest.mark.slow
def test_a_dead_child_is_replaced_and_all_stop_together(
    operator: dict[str, str], started: list[Running], record_property: Note
) -> None:
    tree = Running(operator, "--asgi", "2", "--workers", "1")
    started.append(tree)
    address = tree.address()
    assert [len(tree.children(role)) for role in ("server", "worker", "clock")] == [2, 1, 1]
    for role in ("server", "worker"):
        (victim, *_) = tree.children(role)
        os.kill(victim, signal.SIGKILL)
        tree.wait_for("ended with status -9")
        wait_until(
            f"another {role}",
            lambda role=role, victim=victim: (
                victim not in tree.children(role)
                and len(tree.children(role)) == {"server": 2, "worker": 1}[role]
            ),
        )
        assert httpx.get(f"{address}/api/v1/health/", timeout=10).status_code == 200
    everyone = descendants(tree.process.pid)
    record_property("seconds until the tree had stopped", tree.stop())
    assert tree.process.returncode == 0
    assert not any(command_line(pid) for pid in everyone)


@needs_services
@pytest.mark.slow
def test_no_orphan_is_left_when_the_supervisor_is_killed(
    operator: dict[str, str], started: list[Running]
) -> None:
    tree = Running(operator, "--asgi", "1", "--workers", "1")
    started.append(tree)
    tree.address()
    children = descendants(tree.process.pid)
    assert len(children) == 3
    tree.process.kill()
    wait_until(
        "the children end",
        lambda: not any("config.serving.child" in command_line(pid) for pid in children),
        seconds=15,
    )


def test_a_child_that_keeps_dying_is_started_ever_later() -> None:
    waits = [backoff_seconds(failures) for failures in range(12)]
    assert waits[0] == 0
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_BACKOFF_SECONDS
