"""The journal of ratings: every change of every number, with its cause."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from ratings.engine import Skill
from ratings.models.ladder import Ladder
from ratings.models.pair import Pair, of_player_or_pair
from ratings.models.rated_game import RatedGame
from ratings.models.season import Season


class JournalRow(models.Model):
    """One step of one rating. `before` is the `after` of the row before it of the same rating.

    Keys of rows that share a player rise in the order they were applied: they are drawn under
    the players' locks. A correction changes `cause` and `result` in place and the numbers that
    follow from them; `rated_as` stays what the game was rated as.
    """

    class Cause(models.TextChoices):
        PLAYED = "played"  # by the true result
        QUIT = "quit"  # left for good: a loss whatever the result
        PARTNER_QUIT = "partner_quit"  # exempt: nothing changes
        REFUNDED = "refunded"  # exempt: the game was not a fair one for this player
        ANNULLED = "annulled"  # the game no longer counts for anybody
        SEASON = "season"  # a new season: less certain than before

    class Result(models.TextChoices):
        WIN = "win"
        LOSS = "loss"
        NONE = "none"

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="journal")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="rating_journal"
    )
    pair = models.ForeignKey(Pair, null=True, on_delete=models.PROTECT, related_name="journal")
    # -- the source, one of these ---------------------------------------------------------------
    game = models.ForeignKey(RatedGame, null=True, on_delete=models.PROTECT, related_name="journal")
    round = models.UUIDField(null=True, help_text="an event round")
    season = models.ForeignKey(
        Season,
        null=True,
        on_delete=models.PROTECT,
        related_name="journal",
        help_text="the season that ended",
    )
    # --------------------------------------------------------------------------------------------
    side = models.PositiveSmallIntegerField(null=True, help_text="index of the side played on")
    won = models.BooleanField(
        null=True, help_text="whether that side won, whatever this row counts"
    )
    cause = models.CharField(max_length=12, choices=Cause.choices)
    rated_as = models.CharField(
        max_length=12, choices=Cause.choices, help_text="the cause before any correction"
    )
    result = models.CharField(
        max_length=4, choices=Result.choices, help_text="what this row was computed as"
    )
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    at = models.DateTimeField(help_text="when it was written")

    class Meta:
        constraints = [
            *(
                models.UniqueConstraint(
                    fields=[source, unit, "ladder"],
                    condition=Q(**{f"{source}__isnull": False, f"{unit}__isnull": False}),
                    name=f"{source}_moves_a_{unit}_once_on_a_ladder",
                )
                for source in ("game", "round", "season")
                for unit in ("player", "pair")
            ),
            of_player_or_pair("journal_row_is_of_a_player_or_a_pair"),
            models.CheckConstraint(
                condition=Q(game__isnull=False, round__isnull=True, season__isnull=True)
                | Q(game__isnull=True, round__isnull=False, season__isnull=True)
                | Q(game__isnull=True, round__isnull=True, season__isnull=False, cause="season"),
                name="journal_row_has_one_source",
            ),
            models.CheckConstraint(
                condition=~Q(result="none")
                | Q(cause="season")
                | Q(mu_after=models.F("mu_before"), sigma_after=models.F("sigma_before")),
                name="exempt_row_changes_nothing",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "ladder", "-id"], name="journal_of_player"),
            models.Index(fields=["pair", "ladder", "-id"], name="journal_of_pair"),
            models.Index(fields=["ladder", "id"], name="journal_of_ladder"),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.mu_before:.0f} -> {self.mu_after:.0f} ({self.cause})"

    @property
    def skill_before(self) -> Skill:
        return Skill(self.mu_before, self.sigma_before)

    @property
    def skill_after(self) -> Skill:
        return Skill(self.mu_after, self.sigma_after)
