"""Background work on accounts."""

from celery import shared_task
from django.utils import timezone

from players.services.tidying import tidy


@shared_task(name="players.tidy")
def tidy_players() -> int:
    """Forget what is past its time; running it twice changes nothing."""
    return tidy(now=timezone.now())
