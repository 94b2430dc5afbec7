"""A game of the queue that counts on a ladder, and whether it has been counted."""

from django.db import models

from games.models import Game
from ratings.models.ladder import Ladder


class RatedGame(models.Model):
    """Made with the game. Its row is the lock under which the game is rated, once."""

    class Status(models.TextChoices):
        WAITING = "waiting"  # being played, or played and not rated yet
        RATED = "rated"
        ANNULLED = "annulled"  # never counted, or no longer

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.PROTECT, related_name="rated_game"
    )
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="rated_games")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    rated_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["game"],
                condition=models.Q(status="waiting"),
                name="rated_game_waiting",
            ),
        ]

    def __str__(self) -> str:
        return str(self.game_id)
