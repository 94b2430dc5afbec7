"""Whom a player does not want to read, or to sit with."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Mute(models.Model):
    """`muter` does not read what `muted` says."""

    muter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["muter", "muted"], name="player_mutes_another_once"),
            models.CheckConstraint(condition=~Q(muter=F("muted")), name="nobody_mutes_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.muter_id} mutes {self.muted_id}"


class Block(models.Model):
    """`blocker` is not seated with `blocked`, gets no invitation from them and reads nothing."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["blocker", "blocked"], name="player_blocks_another_once"
            ),
            models.CheckConstraint(
                condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"
