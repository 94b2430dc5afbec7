"""What is kept to compare players and pairs with the field, and what the comparison last gave."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class OfOneOrTwo(models.Model):
    """A row of a player, or of a pair of which `first` has the lower key."""

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    hands = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.first_id) if self.second_id is None else f"{self.first_id}+{self.second_id}"


class Habits(OfOneOrTwo):
    """Moments of a player's or pair's observations, by measure and situation."""

    cells = models.JSONField(default=dict, help_text='{"measure:cell": [n, sum, squares]}')

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="habits_of_a_pair_kept_once"),
            models.UniqueConstraint(
                fields=["first"],
                condition=Q(second__isnull=True),
                name="habits_of_a_player_kept_once",
            ),
            models.CheckConstraint(
                condition=Q(second__isnull=True) | Q(first__lt=F("second")),
                name="pair_with_habits_is_written_in_one_order",
            ),
        ]


class Deviation(OfOneOrTwo):
    """How far a player or pair lies from the field by the last scan; for people to look at.

    One column of standard errors for each measure; empty where too little was seen.
    """

    most = models.FloatField(help_text="the largest of them in the direction that matters")
    flagged = models.CharField(max_length=200, blank=True, help_text="measures past the line")
    bids = models.FloatField(null=True)
    nils = models.FloatField(null=True)
    fit = models.FloatField(null=True)
    results = models.FloatField(null=True)
    leads = models.FloatField(null=True)
    covers = models.FloatField(null=True)
    pace = models.FloatField(null=True)
    evenness = models.FloatField(null=True)
    gains = models.FloatField(null=True)
    details = models.JSONField(
        default=dict, help_text="by measure: observations and mean distance from the field"
    )
    scanned_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second"], name="deviations_of_a_pair_told_once"
            ),
            models.UniqueConstraint(
                fields=["first"],
                condition=Q(second__isnull=True),
                name="deviations_of_a_player_told_once",
            ),
        ]
        indexes = [models.Index(fields=["-most"], name="deviation_most")]
