"""What stands against a player in ranked play, and what lets it fade (docs/fair-play.md)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class OffenceKind(models.TextChoices):
    """What keeps a player out of the queue for a while."""

    QUIT = "quit", _("Quit a rated game")
    LEFT_BEFORE_DEAL = "left_before_deal", _("Left a rated game before the deal")
    MISSED_READY = "missed_ready", _("Missed a ready check")


class Offence(models.Model):
    """One thing held against a player; `source` is the game or ready check it happened in."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offences"
    )
    kind = models.CharField(max_length=20, choices=OffenceKind.choices)
    source = models.UUIDField()
    at = models.DateTimeField()
    ban_until = models.DateTimeField(help_text="no queue before")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "source"], name="offence_is_recorded_once"
            ),
        ]
        indexes = [models.Index(fields=["user", "at"], name="offence_of_player")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"


class CleanGame(models.Model):
    """A rated game played to its end by a player with something to live down."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clean_games"
    )
    source = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "source"], name="clean_game_counts_once"),
        ]
        indexes = [models.Index(fields=["user", "at"], name="clean_game_of_player")]

    def __str__(self) -> str:
        return f"clean game of {self.user_id}"
