"""The work of bots that runs in the workers."""

from celery import shared_task
from django.utils import timezone

from bots.hooks import PLAY_HISTORY, PLAY_TURN
from bots.services import demo, history, turns

HISTORY_PAUSE_SECONDS = 0.03


@shared_task(name=PLAY_TURN, soft_time_limit=5, time_limit=10)
def play_turn(hand_id: int, seq: int) -> None:
    """Take a bot's turn; nothing happens if it is taken already."""
    turns.play_turn(hand_id=hand_id, seq=seq)


@shared_task(name=PLAY_HISTORY)
def play_history() -> None:
    """Write one game of a demonstration's past and leave the others to another task.

    In between the turns of live tables come to their right.
    """
    if history.play_next() and history.is_missing():
        play_history.apply_async(countdown=HISTORY_PAUSE_SECONDS, retry=False)


@shared_task(name="bots.play_demo", expires=2)
def play_demo() -> None:
    """Do what is due for demo players that `manage.py demo_queue` wants to play."""
    demo.act_for_the_wanted(now=timezone.now())
