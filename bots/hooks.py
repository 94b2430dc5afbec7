"""What bots do with the news of play: a turn that is theirs becomes a task."""

from celery import current_app
from django.utils import timezone

from games.models import Hand

PLAY_TURN = "bots.play_turn"
PLAY_HISTORY = "bots.play_history"
# A task older than this is of no use: the sweep has long taken the turn.
STALE_SECONDS = 30


def turn_started(*, hand_id: int, seq: int) -> None:
    """Have a worker take the turn as soon as everybody has seen what was played before it.

    Ids only: the worker asks the database what the seat may see. The broker is asked once; if it
    does not answer, the sweep takes the turn.
    """
    since = (
        Hand.objects.filter(pk=hand_id, seq=seq, status=Hand.Status.PLAYING, person_to_act=False)
        .values_list("turn_since", flat=True)
        .first()
    )
    if since is None:
        return
    wait = max(0.0, (since - timezone.now()).total_seconds())
    current_app.send_task(
        PLAY_TURN,
        kwargs={"hand_id": hand_id, "seq": seq},
        countdown=wait,
        expires=wait + STALE_SECONDS,
        retry=False,
    )


def history_missing() -> None:
    """Have a worker write the past of a demonstration, as soon as one is there."""
    current_app.send_task(PLAY_HISTORY, retry=False)
