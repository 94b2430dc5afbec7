"""The present strength of a player or a pair on a ladder."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from ratings.models.ladder import Ladder
from ratings.models.pair import Pair, of_player_or_pair


class Rating(models.Model):
    """Where the journal of one player or pair on one ladder has arrived; recomputable from it."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="ratings")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="ratings"
    )
    pair = models.ForeignKey(Pair, null=True, on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField(help_text="the shown number, and what the ladder is sorted by")
    sigma = models.FloatField(help_text="uncertainty of mu; the shown ± is a multiple of it")
    games = models.PositiveIntegerField(default=0, help_text="those that count: wins and losses")
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    form = models.CharField(
        max_length=10, blank=True, help_text="last ten results: W, L, oldest first"
    )
    last_game_at = models.DateTimeField(null=True)
    ranked = models.BooleanField(
        default=False, help_text="enough games, certain enough, active: has a rank"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "player"], name="player_has_one_rating_a_ladder"
            ),
            models.UniqueConstraint(fields=["ladder", "pair"], name="pair_has_one_rating_a_ladder"),
            of_player_or_pair("rating_is_of_a_player_or_a_pair"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_is_never_certain"),
        ]
        indexes = [
            models.Index(
                "ladder",
                models.F("mu").desc(),
                models.F("id").desc(),
                condition=Q(ranked=True),
                name="rating_standings",
            ),
            models.Index(
                "ladder",
                models.F("mu").desc(),
                models.F("id").desc(),
                condition=Q(ranked=False),
                name="rating_unranked",
            ),
            models.Index(
                fields=["last_game_at"], condition=Q(ranked=True), name="rating_active_since"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.mu:.0f} ± {self.sigma:.0f}"
