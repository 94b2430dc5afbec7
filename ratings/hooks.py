"""What ratings do with the news of play: a game that ended becomes tasks."""

from uuid import UUID

from celery import current_app

from ratings.models import RatedGame

RATE_GAME = "ratings.rate_game"
COUNT_GAME = "ratings.count_game"


def game_ended(*, game_id: str) -> None:
    """Have a worker rate the game, if it is a rated one.

    The broker is asked once; if it does not answer, the sweep rates the game.
    """
    if RatedGame.objects.filter(pk=UUID(game_id), status=RatedGame.Status.WAITING).exists():
        current_app.send_task(RATE_GAME, kwargs={"game_id": game_id}, retry=False)


def count_figures(*, game_id: str) -> None:
    """Have a worker count the game into the figures of its players, unless it is to be rated
    first: who rates it counts it then. What is lost here the sweep finds."""
    if not RatedGame.objects.filter(pk=UUID(game_id), status=RatedGame.Status.WAITING).exists():
        current_app.send_task(COUNT_GAME, kwargs={"game_id": game_id}, retry=False)
