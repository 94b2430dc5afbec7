"""Keeps a tree of processes alive: servers that share one listening socket, workers, one clock.

A child that dies is started again, at once the first time and ever later while it keeps dying.
A signal stops the clock first, then everything else, and waits for what is running to end. When
the supervisor itself is killed its children notice (config/serving/child.py) and stop.
"""

import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType

from config.env import BASE_DIR, environment_with

PATIENCE_SECONDS = 10.0  # for a clean end, then the child is killed
LONGEST_BACKOFF_SECONDS = 30.0
STEADY_SECONDS = 10.0  # a child that ran this long has not failed to start

STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Role:
    """What one child is: its name in messages, and its arguments."""

    name: str
    arguments: tuple[str, ...]
    inherits: tuple[int, ...] = ()  # file descriptors


def server_role(number: int, listening: socket.socket) -> Role:
    descriptor = listening.fileno()
    return Role(f"server-{number}", ("server", "--listen", str(descriptor)), (descriptor,))


def worker_role(number: int) -> Role:
    return Role(f"worker-{number}", ("worker",))


def clock_role() -> Role:
    return Role("clock", ("clock",))


@dataclass(slots=True)
class Child:
    """A role and the process that now fills it, if any."""

    role: Role
    process: subprocess.Popen[bytes] | None = None
    tie: socket.socket | None = None
    started: float = 0.0
    failures: int = 0
    due: float = field(default=0.0)  # when it is to be started, while there is no process
    ready: bool = False

    def start(self, environment: dict[str, str]) -> socket.socket:
        """Start the process; returns our end of its tie."""
        ours, its = socket.socketpair()
        with its:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "config.serving.child", *self.role.arguments),
                    *("--tie", str(its.fileno()), "--name", self.role.name),
                ],
                cwd=BASE_DIR,
                env=environment,
                pass_fds=(its.fileno(), *self.role.inherits),
                # Ctrl-C reaches the supervisor alone, which then stops the others in order
                start_new_session=True,
            )
        self.started, self.ready, self.tie = time.monotonic(), False, ours
        return ours

    def bury(self) -> int:
        """Note the death of the process and when to try again; returns its exit status."""
        assert self.process is not None
        assert self.tie is not None
        status = self.process.wait()
        self.tie.close()
        now = time.monotonic()
        steady = now - self.started >= STEADY_SECONDS
        self.failures = 0 if steady else self.failures + 1
        self.due = now + backoff_seconds(self.failures)
        self.process = self.tie = None
        return status


def backoff_seconds(failures: int) -> float:
    """How long to wait before the next start: nothing after a steady run, then ever longer."""
    return 0.0 if failures == 0 else min(LONGEST_BACKOFF_SECONDS, 0.25 * 2.0**failures)


class Supervisor:
    """Runs the children of `roles` until a signal says stop."""

    def __init__(
        self,
        roles: Sequence[Role],
        *,
        environment: dict[str, str],
        on_ready: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        self._children = [Child(role) for role in roles]
        self._environment = environment
        self._on_ready = on_ready
        self._say = say
        self._stopping = False
        self._announced = False
        self._selector = selectors.DefaultSelector()

    def run(self) -> None:
        """Returns when every child has ended."""
        before = {number: signal.signal(number, self._on_signal) for number in STOPPING_SIGNALS}
        alarm, alarmed = socket.socketpair()
        alarm.setblocking(False)
        wakeup = signal.set_wakeup_fd(alarm.fileno())
        self._selector.register(alarmed, selectors.EVENT_READ)
        try:
            while not self._stopping:
                self._start_what_is_due()
                self._listen()
            self._stop_all()
        finally:
            signal.set_wakeup_fd(wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)
            self._selector.close()
            alarm.close()
            alarmed.close()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _start_what_is_due(self) -> None:
        now = time.monotonic()
        for child in self._children:
            if child.process is None and child.due <= now:
                tie = child.start(self._environment)
                self._selector.register(tie, selectors.EVENT_READ, child)

    def _listen(self) -> None:
        """Wait until a child says something or dies, a start falls due or a signal comes."""
        waiting = [child.due for child in self._children if child.process is None]
        timeout = max(0.0, min(waiting) - time.monotonic()) if waiting else None
        for key, _ in self._selector.select(timeout):
            if isinstance(key.data, Child):
                self._hear(key.data)

    def _hear(self, child: Child) -> None:
        assert child.tie is not None
        try:
            heard = child.tie.recv(1)
        except ConnectionError:
            heard = b""
        if heard:
            child.ready = True
            if not self._announced and all(each.ready for each in self._children):
                self._announced = True
                self._on_ready()
            return
        self._selector.unregister(child.tie)
        status = child.bury()
        wait = max(0.0, child.due - time.monotonic())
        self._say(f"{child.role.name} ended with status {status}; starting it in {wait:.1f} s")

    def _stop_all(self) -> None:
        clocks_last_tick_first = sorted(
            self._children, key=lambda child: child.role.name != "clock"
        )
        running = [child.process for child in clocks_last_tick_first if child.process is not None]
        for process in running:
            process.terminate()
        patience = time.monotonic() + PATIENCE_SECONDS
        for process in running:
            try:
                process.wait(max(0.0, patience - time.monotonic()))
            except subprocess.TimeoutExpired:
                self._say(f"process {process.pid} did not end in time and is killed")
                process.kill()
                process.wait()


def environment_of_children(*, servers: int, workers: int) -> dict[str, str]:
    """The environment a child runs in: ours, and how many there are of each kind."""
    return environment_with(
        ASGI_PROCESSES=str(servers),
        WORKER_PROCESSES=str(workers),
        # the supervisor has run them
        CELERY_SKIP_CHECKS="1",
    )
