"""Seasons, how far their roll-over has come, and what is kept of them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from ratings.models.ladder import Ladder
from ratings.models.pair import Pair, of_player_or_pair


class Season(models.Model):
    """A stretch of time on all ladders; each begins when the one before it ends.

    At its end the standings are frozen and every rating becomes less certain.
    """

    number = models.PositiveIntegerField(unique=True)
    starts_at = models.DateTimeField(unique=True)
    ends_at = models.DateTimeField(unique=True)
    rolled_over_at = models.DateTimeField(null=True, help_text="when the last ladder was done")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(starts_at__lt=F("ends_at")), name="season_ends_after_it_starts"
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return str(self.number)


class RollOver(models.Model):
    """The end of a season on one ladder, step by step; its row is the lock of each step."""

    class Step(models.TextChoices):
        DRAINING = "draining"  # games that ended in the season are still being rated
        FREEZING = "freezing"  # standings are being copied, from the top
        WIDENING = "widening"  # ratings are being made less certain, by key
        DONE = "done"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="roll_overs")
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="roll_overs")
    step = models.CharField(max_length=10, choices=Step.choices, default=Step.DRAINING)
    frozen = models.PositiveIntegerField(default=0, help_text="ranks kept so far")
    widened_to = models.BigIntegerField(default=0, help_text="key of the last rating widened")
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "ladder"], name="season_ends_once_on_a_ladder"
            ),
            models.UniqueConstraint(
                fields=["ladder"],
                condition=~Q(step="done"),
                name="ladder_ends_one_season_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.ladder_id}: {self.step}"


class FinalStanding(models.Model):
    """A place in the standings of a season that is over; it never changes again."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="standings")
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    pair = models.ForeignKey(Pair, null=True, on_delete=models.PROTECT, related_name="+")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    losses = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "ladder", "rank"], name="final_rank_is_held_once"
            ),
            models.UniqueConstraint(
                fields=["season", "ladder", "player"], name="player_has_one_final_rank"
            ),
            models.UniqueConstraint(
                fields=["season", "ladder", "pair"], name="pair_has_one_final_rank"
            ),
            of_player_or_pair("final_rank_is_of_a_player_or_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.ladder_id}: {self.rank}"


class Badge(models.Model):
    """What a player keeps of a season that ended near the top of a ladder."""

    class Kind(models.TextChoices):
        CHAMPION = "champion"  # first
        PODIUM = "podium"  # second, third
        TOP_TEN = "top_ten"

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="badges"
    )
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="badges")
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="badges")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    rank = models.PositiveIntegerField(help_text="of a player with several pairs: the best")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "season", "ladder"], name="season_gives_one_badge_a_ladder"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} {self.season_id}/{self.ladder_id}"
