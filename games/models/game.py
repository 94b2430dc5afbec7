"""A game: hands to the target, with the hash chain its deals come from."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.sealed import SealedBytesField
from games.models.table import Table


class Game(models.Model):
    """Hands from the first deal until a side has won."""

    class Status(models.TextChoices):
        HASHING = "hashing"  # commitment published; waiting for SHA256 of the players' seeds
        REVEALING = "revealing"  # hashes closed; waiting for the seeds themselves
        PLAYING = "playing"
        FINISHED = "finished"
        ANNULLED = "annulled"

    UNFINISHED = (Status.HASHING, Status.REVEALING, Status.PLAYING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.HASHING)
    preset = models.CharField(max_length=20)
    rules = models.JSONField()
    public = models.BooleanField()
    rated = models.BooleanField(default=False, help_text="counts on a ladder")
    demo = models.BooleanField(
        default=False, help_text="rated for trying it out: nothing of it stands against a player"
    )
    scores = models.JSONField(help_text="per side, after the last settled hand")
    bags = models.JSONField()
    hands_settled = models.PositiveSmallIntegerField(default=0)
    deals_used = models.PositiveSmallIntegerField(
        default=0, help_text="index k of the newest deal: settled, annulled and redealt all count"
    )
    winner = models.PositiveSmallIntegerField(null=True, help_text="index of the winning side")
    end_cause = models.CharField(max_length=20, blank=True)
    commitment = models.BinaryField(max_length=32, help_text="S_0, published before any seed")
    secret = SealedBytesField(help_text="S_1024, the end of the hash chain; see docs/deal-proof.md")
    seeds_due = models.DateTimeField(null=True, help_text="when this step of the seeds closes")
    created_at = models.DateTimeField(auto_now_add=True)
    seeds_closed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(status__in=["hashing", "revealing", "playing"]),
                name="table_plays_one_game_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["seeds_due"], name="game_seeds_due")]

    def __str__(self) -> str:
        return str(self.id)


class GameSeat(models.Model):
    """Who began a game in a seat, and the seed that seat gave to the deal."""

    class QuitCause(models.TextChoices):
        LEFT = "left"
        BANK = "bank"  # gone until the bank was spent
        AWAY = "away"  # six turns taken by the stand-in
        SUSPENDED = "suspended"
        BEFORE_DEAL = "before_deal"  # the game was annulled: nobody had seen a card

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="game_seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="game_seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    # -- rated games: whether this player stayed (docs/fair-play.md) --------------------------
    quit_at = models.DateTimeField(null=True, help_text="since when the player counts as a quitter")
    quit_cause = models.CharField(max_length=20, choices=QuitCause.choices, blank=True)
    absence_lead = models.SmallIntegerField(
        null=True,
        help_text="points by which the side led, settled hands only, when the absence began",
    )
    # -- the seed ----------------------------------------------------------------------------
    seed_hash = models.BinaryField(max_length=32, null=True)
    seed = models.BinaryField(max_length=64, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="game_has_one_player_a_seat"),
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index}"
