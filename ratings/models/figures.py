"""What is counted of players: sums over their finished games, kept up game by game.

All of it follows from the logs of the hands; `manage.py recount_figures` compares. Rows are
changed under the lock of the player they begin with.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models import Game
from ratings.models.ladder import Ladder


class CountedGame(models.Model):
    """A finished game that was looked at. Its row is the lock under which the game is counted."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.PROTECT, related_name="counted"
    )
    counts = models.BooleanField(
        default=False, help_text="whether the sums hold it; private and annulled games never count"
    )
    chance = models.FloatField(
        null=True, help_text="of the first side to win, by the ratings it came with"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.game_id)


class ResultSums(models.Model):
    """Games and how they ended for the first of the row's two players, or the only one."""

    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0, help_text="final scores of the own side")
    points_against = models.BigIntegerField(default=0)

    class Meta:
        abstract = True


class PlayerFigures(ResultSums):
    """A player's sums on one ladder, or in unrated games."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="figures"
    )
    ladder = models.ForeignKey(
        Ladder, null=True, on_delete=models.PROTECT, related_name="+", help_text="None: unrated"
    )
    hands = models.PositiveIntegerField(default=0)
    sums = models.JSONField(default=dict, help_text="HandFigures.to_dict()")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "ladder"], name="player_has_one_row_of_figures_a_ladder"
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(ladder__isnull=True),
                name="player_has_one_row_of_unrated_figures",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.ladder_id}"


class PartnerFigures(ResultSums):
    """A player's games with one partner; each of the two has a row."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="partner_figures"
    )
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "partner"], name="player_and_partner_have_one_row"
            ),
        ]
        indexes = [
            models.Index("player", F("games").desc(), "partner", name="partners_most_games"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} with {self.partner_id}"


class HeadToHead(ResultSums):
    """The games of two opponents, seen from `first`, who has the lower key."""

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="two_opponents_have_one_row"),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="opponents_are_written_in_one_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} against {self.second_id}"
