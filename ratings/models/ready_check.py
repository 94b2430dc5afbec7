"""Four who were matched, and whether all of them are there."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game
from ratings.models.ladder import Ladder


class ReadyCheck(models.Model):
    """A table that is to be, once all four have said that they are ready."""

    class Status(models.TextChoices):
        OPEN = "open"
        STARTED = "started"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="ready_checks")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField()
    deadline = models.DateTimeField(help_text="an outage of ours moves it")
    ended_at = models.DateTimeField(null=True)
    game = models.OneToOneField(
        Game, null=True, on_delete=models.PROTECT, related_name="ready_check"
    )
    told = models.BooleanField(default=False, help_text="the sweep has announced the game, too")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status="started", game__isnull=False)
                | (~Q(status="started") & Q(game__isnull=True)),
                name="ready_check_started_has_its_game",
            ),
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(status="open"), name="ready_check_due"),
            models.Index(
                fields=["ended_at"],
                condition=Q(status="started", told=False),
                name="ready_check_untold",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class ReadySeat(models.Model):
    """One of the four, at the seat the game will begin with."""

    ready_check = models.ForeignKey(ReadyCheck, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(help_text="0 N, 1 E, 2 S, 3 W")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ready_seats"
    )
    ready_at = models.DateTimeField(null=True)
    ticket = models.ForeignKey(
        "ratings.Ticket",
        null=True,
        on_delete=models.SET_NULL,
        related_name="ready_seats",
        help_text="what the player waited with, also after it has ended",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ready_check", "index"], name="ready_seat_is_for_one"),
            models.UniqueConstraint(
                fields=["ready_check", "player"], name="player_has_one_seat_of_a_ready_check"
            ),
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return f"{self.ready_check_id}/{self.index}"
