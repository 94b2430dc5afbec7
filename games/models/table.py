"""The card table: its rules, its clock and who sits where."""

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _


class Table(models.Model):
    """A place to play one game after another under the same rules."""

    class Status(models.TextChoices):
        OPEN = "open"  # gathering players
        PLAYING = "playing"  # a game is on
        FINISHED = "finished"  # a game has ended; rematch, change partners or leave
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted_tables"
    )
    preset = models.CharField(max_length=20)
    rules = models.JSONField(help_text="RuleSet.to_dict(); frozen once a game has started")
    public = models.BooleanField(default=True)
    accounts_only = models.BooleanField(default=False)
    code = models.CharField(max_length=16, unique=True, help_text="admits to a private table")
    exhibition = models.BooleanField(
        default=False, help_text="house bots play here without end; anybody may take a seat"
    )
    rated = models.BooleanField(
        default=False,
        help_text="its one game counts on a ladder: no host, no change of rules, no rematch",
    )
    fill_with_bots = models.BooleanField(default=True)
    bot_level = models.CharField(max_length=20, default="rules")
    timed = models.BooleanField(
        null=True, help_text="None: clocks run when two or more people are seated"
    )
    bid_seconds = models.PositiveSmallIntegerField()
    play_seconds = models.PositiveSmallIntegerField()
    hands_published = models.BooleanField(
        default=False, help_text="the host shows a private table's hands to everyone"
    )
    paused_until = models.DateTimeField(null=True)
    active_at = models.DateTimeField(help_text="the last change of seats, game or hand")
    close_at = models.DateTimeField(
        null=True, help_text="when a table that nobody waits at is closed"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(bid_seconds__gte=5) & Q(play_seconds__gte=3),
                name="table_clock_leaves_time_to_think",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "public", "-created_at"], name="table_lobby"),
            models.Index(fields=["close_at"], name="table_due_to_close"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """The name as people read it; a rated table has none of its own."""
        return _("Rated game") if self.rated else self.name

    def clock_runs(self, seats: "Iterable[Seat]") -> bool:
        """Whether turns are timed: as the table asks, else when two or more people are here.

        Who waits for the next hand counts: nobody should wait for somebody who may be gone. At an
        exhibition one is enough, because others watch.
        """
        if self.timed is not None:
            return self.timed
        people = sum((seat.user_id is not None) + (seat.taken_by_id is not None) for seat in seats)
        return people >= (1 if self.exhibition else 2)


class Seat(models.Model):
    """One chair at a table: empty, a person's or a bot's."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(help_text="0 N, 1 E, 2 S, 3 W, clockwise")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(
        max_length=20,
        blank=True,
        help_text="strategy that plays here: the seat's owner, or a stand-in for an away person",
    )
    away = models.BooleanField(default=False, help_text="a bot plays until the person is back")
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="expired turns in a row")
    away_turns = models.PositiveSmallIntegerField(
        default=0, help_text="turns of this game in which the person was away; rated games"
    )
    bank_ms = models.PositiveIntegerField(
        default=180_000, help_text="what is left for lost connections in this game; rated games"
    )
    wants_pause = models.BooleanField(default=False)
    wants_rematch = models.BooleanField(default=False)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="who sits down here when the next hand is dealt",
    )
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="who left this seat during the game and may return to it",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_is_one_chair"),
            models.UniqueConstraint(
                fields=["table", "user"],
                condition=Q(user__isnull=False),
                name="player_sits_once_at_a_table",
            ),
            models.UniqueConstraint(
                fields=["table", "taken_by"],
                condition=Q(taken_by__isnull=False),
                name="newcomer_takes_one_seat_at_a_table",
            ),
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"

    @property
    def is_person(self) -> bool:
        """Whether a person acts for this seat now."""
        return self.user_id is not None and not self.away

    @property
    def is_empty(self) -> bool:
        return self.user_id is None and not self.bot
