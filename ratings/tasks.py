"""What ratings do in the workers. Each task finds its work in the database and may run twice."""

import logging
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from ratings.hooks import COUNT_GAME, RATE_GAME
from ratings.services import (
    counting,
    queue,
    queue_upkeep,
    ready_checks,
    recounting,
    requeue,
    rounds,
    scanning,
    seasons,
    sweeping,
)
from ratings.services import rate_game as rating

logger = logging.getLogger(__name__)


@shared_task(name=RATE_GAME)
def rate_game(game_id: str) -> None:
    """Rate a game that has ended, then count its figures; nothing happens the second time."""
    rating.rate(game_id=UUID(game_id), now=timezone.now())
    counting.count(game_id=UUID(game_id), now=timezone.now())


@shared_task(name="ratings.sweep", expires=10)
def sweep() -> None:
    """Rate what a lost message left."""
    sweeping.rate_waiting(now=timezone.now())


@shared_task(name="ratings.unrank")
def unrank() -> None:
    """Take the rank of the inactive."""
    sweeping.unrank_idle(now=timezone.now())


@shared_task(name="ratings.sweep_queue", expires=5)
def sweep_queue() -> None:
    """End ready checks that ran out and waits of those who left, queue those anew whose game was
    off before a card, and tell of games once more."""
    _run(ready_checks.expire_due)
    _run(requeue.after_annulment)
    _run(queue.close_the_unfit)
    _run(ready_checks.tell_again)


@shared_task(name="ratings.queue_round", expires=2)
def queue_round() -> None:
    """Call those who wait to tables."""
    _run(rounds.run_round)


@shared_task(name="ratings.tidy_queue")
def tidy_queue() -> None:
    """Forget old tickets, ready checks and empty parties."""
    _run(queue_upkeep.tidy)


def _run(step: Callable[..., int]) -> None:
    now: datetime = timezone.now()
    try:
        step(now=now)
    except Exception:
        # the other steps must not wait for this one
        logger.exception("queue step %s failed", step.__name__)


@shared_task(name=COUNT_GAME)
def count_game(game_id: str) -> None:
    """Count a finished game into the figures of its players; nothing happens the second time."""
    counting.count(game_id=UUID(game_id), now=timezone.now())


@shared_task(name="ratings.count_missed", expires=50)
def count_missed() -> None:
    """Count finished games that no message told of."""
    recounting.sweep(now=timezone.now())


@shared_task(name="ratings.put_figures_right", soft_time_limit=1500, time_limit=1600)
def put_figures_right() -> None:
    """Follow annulments, and count what is missing however old it is."""
    for _ in recounting.backfill(now=timezone.now()):
        pass


@shared_task(name="ratings.compare", soft_time_limit=1500, time_limit=1600)
def compare() -> None:
    """Compare players and pairs with the field."""
    scanning.scan(now=timezone.now())


@shared_task(name="ratings.roll_over", expires=30)
def roll_over() -> None:
    """End the season whose time is up, or go on with that."""
    seasons.roll_over(now=timezone.now())
