"""What ratings do in the workers. Each task finds its work in the database and may run twice."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from ratings.hooks import RATE_GAME
from ratings.services import rate_game as rating
from ratings.services import sweeping


@shared_task(name=RATE_GAME)
def rate_game(game_id: str) -> None:
    """Rate a game that has ended; nothing happens if it is rated already."""
    rating.rate(game_id=UUID(game_id), now=timezone.now())


@shared_task(name="ratings.sweep", expires=10)
def sweep() -> None:
    """Rate what a lost message left."""
    sweeping.rate_waiting(now=timezone.now())


@shared_task(name="ratings.unrank")
def unrank() -> None:
    """Take the rank of the inactive."""
    sweeping.unrank_idle(now=timezone.now())
