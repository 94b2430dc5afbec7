"""What happened at a table that is not an action: kept in order, without a seq."""

from django.db import models

from games.models.hand import Hand
from games.models.table import Table


class Notice(models.Model):
    """A clock credit, a seat given to a bot, a pause, a new host, an annulment."""

    class Kind(models.TextChoices):
        CLOCK_CREDIT = "clock_credit"
        SEATED = "seated"
        LEFT = "left"
        AWAY = "away"
        BACK = "back"
        HOST = "host"
        PAUSED = "paused"
        RESUMED = "resumed"
        ANNULLED = "annulled"
        SEEDS_CLOSED = "seeds_closed"
        BANK = "bank"
        BANK_STOPPED = "bank_stopped"
        QUIT = "quit"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notices")
    hand = models.ForeignKey(Hand, null=True, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id}"
