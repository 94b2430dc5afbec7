"""One process of the tree: a server, a worker or the clock. Started by the supervisor only.

Each child holds one end of a socket pair, its tie. It says on it that it is ready; when the other
end closes, the supervisor is gone, however it went, and the child stops too.
"""

import argparse
import gc
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress

from config.celery import app

DRAIN_SECONDS = 8  # less than the supervisor's patience
WORKER_THREADS = 4


class Tie:
    """This process's end of the pair."""

    def __init__(self, descriptor: int) -> None:
        self._end = socket.socket(fileno=descriptor)
        threading.Thread(target=self._stop_with_the_supervisor, daemon=True).start()

    def say_ready(self) -> None:
        # a supervisor that is gone by now is noticed by the thread
        with suppress(OSError):
            self._end.sendall(b"r")

    def _stop_with_the_supervisor(self) -> None:
        self._end.recv(1)  # nothing is ever sent here: it returns at the end of the other side
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(DRAIN_SECONDS + 1)
        os._exit(1)


def run_server(tie: Tie, listening: socket.socket) -> int:
    from config.serving.server import make_server, run_until_signalled

    server = make_server(drain_seconds=DRAIN_SECONDS, on_ready=tie.say_ready)
    run_until_signalled(server, listening)
    return 0


def run_worker(tie: Tie, name: str) -> int:
    """A worker of threads: killing the one process leaves nothing of it behind."""
    from celery.signals import worker_ready

    def say_ready(**_: object) -> None:
        tie.say_ready()

    worker_ready.connect(say_ready)
    worker = app.Worker(
        hostname=f"{name}.{os.getpid()}@{socket.gethostname()}",
        pool_cls="threads",
        concurrency=WORKER_THREADS,
        without_gossip=True,
        without_mingle=True,
        quiet=True,
    )
    worker.start()
    return worker.exitcode or 0


def run_clock(tie: Tie) -> int:
    from celery.signals import beat_init

    def say_ready(**_: object) -> None:
        tie.say_ready()

    beat_init.connect(say_ready)
    app.Beat(scheduler_cls="celery.beat:Scheduler", max_interval=1, quiet=True).run()
    return 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="config.serving.child")
    parser.add_argument("role", choices=["server", "worker", "clock"])
    parser.add_argument("--tie", type=int, required=True, help="file descriptor")
    parser.add_argument("--listen", type=int, help="file descriptor")
    parser.add_argument("--name", required=True)
    options = parser.parse_args(arguments)
    tie = Tie(options.tie)
    match options.role:
        case "server":
            return run_server(tie, socket.socket(fileno=options.listen))
        case "worker":
            return run_worker(tie, options.name)
        case _:
            return run_clock(tie)


if __name__ == "__main__":
    status = main(sys.argv[1:])
    gc.freeze()  # nothing is left to look after: end at once, without a last search for garbage
    sys.exit(status)
