"""The platform as a tree of processes that can be killed at any moment and started again."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180.0  # a service that is not ready by then has failed the run


class NotReady(Exception):
    """The platform did not come up."""


@dataclass(slots=True)
class Platform:
    """`manage.py platform` with the given arguments and environment."""

    port: int
    arguments: list[str]
    environment: Mapping[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> float:
        """Start it and wait until it is ready; the seconds that took."""
        begun = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "manage.py", "platform", "--no-seed"),
                    *(f"--port={self.port}", *self.arguments),
                ],
                cwd=ROOT,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        await self.ready()
        return time.monotonic() - begun

    async def ready(self) -> None:
        """Wait until requests are answered; NotReady if the process ends or time is up."""
        until = time.monotonic() + START_SECONDS
        async with httpx.AsyncClient(timeout=2) as client:
            while time.monotonic() < until:
                if not self.alive:
                    raise NotReady(f"the platform ended; see {self.log}")
                try:
                    if (await client.get(f"{self.base}/api/v1/ready/")).is_success:
                        return
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.1)
        raise NotReady(f"not ready after {START_SECONDS:.0f} s; see {self.log}")

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self, part: str = "all") -> int:
        """SIGKILL the whole tree, or those of its processes whose command line names `part`.

        Returns how many processes were killed.
        """
        assert self.process is not None
        tree = [self.process.pid, *descendants(self.process.pid)]
        if part != "all":
            tree = [pid for pid in tree[1:] if part in command_line(pid)]
        for pid in tree:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        if part == "all":
            self.process.wait()
        return len(tree)

    def stop(self) -> float:
        """Ctrl-C; the seconds until it has ended. Whatever is left after ten is killed."""
        assert self.process is not None
        begun = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
        return time.monotonic() - begun


def descendants(pid: int) -> list[int]:
    """Children, their children and so on, read from /proc."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                # the command name in parentheses may hold spaces: count fields after it
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, queue = [], [pid]
    while queue:
        children = parents.get(queue.pop(), [])
        found += children
        queue += children
    return found


def command_line(pid: int) -> str:
    try:
        return (
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        )
    except (FileNotFoundError, ProcessLookupError):
        return ""
