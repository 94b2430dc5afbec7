"""The clock's work: every second, everything at the tables that is due.

Each step finds its work in the database, so a lost or doubled run changes nothing.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from celery import shared_task
from django.utils import timezone

from games import presence
from games.services import clocks, games, overdue, pause, quitting, seeds, tables, talk

logger = logging.getLogger(__name__)


@shared_task(name="games.sweep", expires=5)
def sweep() -> None:
    """Expire turns, see who is back or suspended, close seeds, end pauses, close idle tables, go
    on with exhibitions."""
    _run(presence.watch)
    _run(overdue.stop_drawings)
    _run(quitting.quit_suspended)
    _run(clocks.expire_due_turns)
    _run(seeds.close_due_seeds)
    _run(pause.end_due_pauses)
    _run(tables.close_idle_tables)
    _run(games.continue_exhibitions)


@shared_task(name="games.tidy")
def tidy() -> None:
    """Forget what is kept for a while only; running it twice changes nothing."""
    _run(talk.forget_old)


def _run(step: Callable[..., int]) -> None:
    now: datetime = timezone.now()
    try:
        step(now=now)
    except Exception:
        # the other steps must not wait for this one
        logger.exception("sweep step %s failed", step.__name__)
