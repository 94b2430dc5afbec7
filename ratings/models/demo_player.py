"""Accounts that `manage.py demo_queue` plays with."""

from django.conf import settings
from django.db import models


class DemoPlayer(models.Model):
    """Marks an account as a partner for trying things out: it queues on demo ladders only."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="demo_player",
    )
    wanted_until = models.DateTimeField(
        null=True, help_text="the workers play for the account until then; the command renews it"
    )

    def __str__(self) -> str:
        return str(self.player_id)
