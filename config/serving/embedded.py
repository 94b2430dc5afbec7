"""Everything in one process: the server in the main thread, the worker and the clock beside it.

This is the newcomer's mode. Tasks travel through memory, so that nothing outlives the process
but the database; the sweep finds again whatever was queued when it stopped.
"""

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable

from celery import beat
from celery.worker import WorkController

from config.celery import app
from config.serving.server import make_server, run_until_signalled

logger = logging.getLogger(__name__)

WORKER_THREADS = 2
DRAIN_SECONDS = 1  # for running requests, and again for running tasks


class Worker(threading.Thread):
    """A Celery worker in a thread; ends the whole process when it fails, rather than play on."""

    def __init__(self) -> None:
        super().__init__(name="worker", daemon=True)
        self._stopping = False
        self._controller: WorkController = app.WorkController(
            hostname="embedded@localhost",
            pool="threads",
            concurrency=WORKER_THREADS,
            without_heartbeat=True,
            without_gossip=True,
            without_mingle=True,
        )

    def run(self) -> None:
        self._controller.start()
        if not self._stopping:
            logger.critical("the worker has failed; the server stops")
            os.kill(os.getpid(), signal.SIGTERM)

    def stop(self) -> None:
        """Let the running tasks end; what is only queued is dropped."""
        self._stopping = True
        stopper = threading.Thread(target=self._controller.stop, daemon=True)
        stopper.start()
        stopper.join(DRAIN_SECONDS)


class Clock(threading.Thread):
    """Celery's beat in a thread: sends the periodic tasks when they are due."""

    def __init__(self) -> None:
        super().__init__(name="clock", daemon=True)
        # the schedule is static: there is nothing to remember in a file
        self._service = beat.Service(app, max_interval=1, scheduler_cls=beat.Scheduler)

    def run(self) -> None:
        app.set_current()
        self._service.start()

    def stop(self) -> None:
        self._service.stop()


def serve_embedded(listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM, then stop the clock, the server and the worker in order."""
    worker = Worker()
    clock = Clock()

    def start_the_rest() -> None:
        worker.start()
        clock.start()
        on_ready()

    run_until_signalled(
        make_server(drain_seconds=DRAIN_SECONDS, on_ready=start_the_rest), listening
    )
    clock.stop()
    worker.stop()
