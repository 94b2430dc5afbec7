"""A player's complaint about another, with what it is about, and what staff decided."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.hand import Hand
from games.models.message import Message
from games.models.table import Table


class Report(models.Model):
    """One complaint. Who made it is for staff only; the reported player is never told."""

    LONGEST = 1000

    class Reason(models.TextChoices):
        STALLING = "stalling", _("Stalling")
        COLLUSION = "collusion", _("Playing together secretly")
        ABUSE = "abuse", _("Abusive words")
        NAME = "name", _("Offensive name")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        OPEN = "open"
        DECIDED = "decided"

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_made"
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_received"
    )
    reason = models.CharField(max_length=10, choices=Reason.choices)
    text = models.TextField(max_length=LONGEST, blank=True)
    # -- what it is about: one of these, or nothing where a name is the matter -----------------
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="reports")
    game = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="reports")
    hand = models.ForeignKey(Hand, null=True, on_delete=models.PROTECT, related_name="reports")
    message = models.ForeignKey(
        Message, null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    subject = models.CharField(max_length=50, blank=True, help_text="hand:12, game:…, message:5")
    created_at = models.DateTimeField()
    # -- the decision; what was done stands in the record of staff actions -------------------
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "reported", "reason", "subject"],
                condition=Q(status="open"),
                name="complaint_is_open_once",
            ),
            models.CheckConstraint(
                condition=~Q(reporter=F("reported")), name="nobody_reports_themselves"
            ),
        ]
        indexes = [models.Index(fields=["status", "created_at"], name="report_queue")]
        permissions = [("decide_report", "Can decide reports")]

    def __str__(self) -> str:
        return f"report {self.pk}"
