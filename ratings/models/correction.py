"""What staff decided about games that were rated, and the rows of the journal it changed."""

from django.db import models
from django.db.models import F, Q

from players.models import User
from ratings.models.journal import JournalRow
from ratings.models.ladder import Ladder
from ratings.models.rated_game import RatedGame


class Correction(models.Model):
    """An annulment of one game, or a refund of what was lost to one player on one ladder.

    One of the staff proposes it, an admin who is another person confirms it; it can be taken
    back. While it is in force the rows it names have its cause.
    """

    class Kind(models.TextChoices):
        ANNUL = "annul"
        REFUND = "refund"

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        IN_FORCE = "in_force"
        WITHDRAWN = "withdrawn"  # before it was confirmed
        REVERSED = "reversed"  # after

    OPEN = (Status.PROPOSED, Status.IN_FORCE)

    kind = models.CharField(max_length=6, choices=Kind.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PROPOSED)
    ladder = models.ForeignKey(
        Ladder,
        on_delete=models.PROTECT,
        related_name="corrections",
        help_text="the players' ladder; its partnership ladder follows",
    )
    game = models.ForeignKey(
        RatedGame, null=True, on_delete=models.PROTECT, related_name="corrections"
    )
    offender = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField(null=True, help_text="refund: losses from here on")
    reason = models.TextField(max_length=500)
    proposed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    confirmed_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    confirmed_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        User,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="who withdrew or reversed it",
    )
    ended_at = models.DateTimeField(null=True)
    end_reason = models.TextField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="annul", game__isnull=False, offender__isnull=True)
                | Q(kind="refund", game__isnull=True, offender__isnull=False),
                name="correction_is_of_a_game_or_an_offender",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by__isnull=True) | ~Q(confirmed_by=F("proposed_by")),
                name="correction_is_confirmed_by_another_person",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["proposed", "withdrawn"])
                | Q(confirmed_by__isnull=False, confirmed_at__isnull=False),
                name="correction_in_force_was_confirmed",
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(kind="annul", status__in=["proposed", "in_force"]),
                name="game_is_annulled_once",
            ),
            models.UniqueConstraint(
                fields=["offender", "ladder"],
                condition=Q(kind="refund", status="proposed"),
                name="offender_has_one_refund_proposed_a_ladder",
            ),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id or self.offender_id} ({self.status})"


class CorrectedRow(models.Model):
    """A row of the journal that a confirmed correction covers."""

    correction = models.ForeignKey(Correction, on_delete=models.CASCADE, related_name="rows")
    row = models.ForeignKey(JournalRow, on_delete=models.PROTECT, related_name="corrections")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["correction", "row"], name="correction_covers_a_row_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.correction_id}: {self.row_id}"
