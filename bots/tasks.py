"""The work of bots that runs in the workers."""

from celery import shared_task

from bots.hooks import PLAY_TURN
from bots.services import turns


@shared_task(name=PLAY_TURN, soft_time_limit=5, time_limit=10)
def play_turn(hand_id: int, seq: int) -> None:
    """Take a bot's turn; nothing happens if it is taken already."""
    turns.play_turn(hand_id=hand_id, seq=seq)
