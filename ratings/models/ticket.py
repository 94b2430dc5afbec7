"""A place in the queue: who waits, for which ladders, since when, and how it ended."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from ratings.models.ladder import Ladder
from ratings.models.party import Party
from ratings.models.ready_check import ReadyCheck


class Ticket(models.Model):
    """One player's or one party's wait. What has ended is kept some weeks, for the figures."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        CALLED = "called"  # a ready check is on
        PLAYING = "playing"  # ended: a game was started
        LEFT = "left"  # ended: by the player
        LAPSED = "lapsed"  # ended: nobody was there any more
        MISSED = "missed"  # ended: a ready check was not answered, or declined
        CLOSED = "closed"  # ended: by us, the ladder closed or the account was suspended

    LIVE = (Status.WAITING, Status.CALLED)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    party = models.ForeignKey(Party, null=True, on_delete=models.SET_NULL, related_name="tickets")
    ladders = models.ManyToManyField(Ladder, related_name="tickets")
    since = models.DateTimeField(help_text="kept when a ready check failed by somebody else")
    front = models.BooleanField(
        default=False, help_text="before all who wait: a ready check failed by somebody else"
    )
    ready_check = models.ForeignKey(
        ReadyCheck, null=True, on_delete=models.SET_NULL, related_name="tickets"
    )
    # -- when it has ended in a game ------------------------------------------------------------
    ladder = models.ForeignKey(
        Ladder, null=True, on_delete=models.PROTECT, related_name="+", help_text="of the game"
    )
    rating = models.IntegerField(null=True, help_text="on that ladder when called, a party's mean")
    called_at = models.DateTimeField(null=True, help_text="until then it has waited")
    # --------------------------------------------------------------------------------------------
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(status="waiting") | Q(ready_check__isnull=True),
                name="waiting_ticket_is_in_no_ready_check",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "called"], ended_at__isnull=True)
                | (~Q(status__in=["waiting", "called"]) & Q(ended_at__isnull=False)),
                name="ticket_ends_at_some_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["status"], condition=Q(status__in=["waiting", "called"]), name="ticket_live"
            ),
            models.Index(fields=["ended_at"], name="ticket_ended"),
            models.Index(
                fields=["ladder", "-ended_at"], condition=Q(status="playing"), name="ticket_waits"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.status}"


class TicketPlayer(models.Model):
    """Who waits with a ticket that is live; the row goes when the ticket ends."""

    ticket = models.ForeignKey(Ticket, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="queue_places"
    )
    seen_at = models.DateTimeField(help_text="last sign of life: an open site, or a question")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player"], name="player_has_one_live_ticket"),
        ]
        indexes = [models.Index(fields=["seen_at"], name="ticket_player_seen")]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.ticket_id}: {self.player_id}"
