"""What ratings do with the news of play: a game that ended becomes a task."""

from uuid import UUID

from celery import current_app

from ratings.models import RatedGame

RATE_GAME = "ratings.rate_game"


def game_ended(*, game_id: str) -> None:
    """Have a worker rate the game, if it is a rated one.

    The broker is asked once; if it does not answer, the sweep rates the game.
    """
    if RatedGame.objects.filter(pk=UUID(game_id), status=RatedGame.Status.WAITING).exists():
        current_app.send_task(RATE_GAME, kwargs={"game_id": game_id}, retry=False)
