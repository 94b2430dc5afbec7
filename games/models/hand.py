"""One hand: the append-only log of its actions and a few columns that lists and sweeps query."""

from django.db import models
from django.db.models import Q

from games.models.game import Game
from games.models.sealed import SealedBytesField


class HandQuerySet(models.QuerySet["Hand"]):
    def in_play(self) -> "HandQuerySet":
        """Hands with their game and table, without the columns that playing does not read."""
        return self.select_related("game__table").defer(
            "deal", "result", "given_deal", "game__secret", "game__commitment", "game__table__rules"
        )


class Hand(models.Model):
    """One deal, auction and its tricks.

    `log` is the hand: the text of every action so far, appended by compare-and-swap on `seq`.
    The summary columns are written in the same statement and can be recomputed from the log.
    """

    class Status(models.TextChoices):
        PLAYING = "playing"
        PAUSED = "paused"
        FINISHED = "finished"
        ANNULLED = "annulled"

    LIVE = (Status.PLAYING, Status.PAUSED)

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveSmallIntegerField(help_text="1 for the first hand of the game")
    deal_number = models.PositiveSmallIntegerField(help_text="index k of its deal in the chain")
    dealer = models.PositiveSmallIntegerField()
    scores = models.JSONField(help_text="per side, before the hand")
    bags = models.JSONField()
    log = models.TextField(default="", blank=True)
    seq = models.PositiveSmallIntegerField(default=0, help_text="number of actions in the log")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLAYING)
    # -- summary, recomputable -------------------------------------------------------------
    phase = models.CharField(max_length=10)
    to_act = models.PositiveSmallIntegerField(null=True)
    tricks = models.JSONField(default=list, help_text="per seat")
    result = models.JSONField(null=True, help_text="HandScore.to_dict() once settled")
    # -- time ------------------------------------------------------------------------------
    turn_since = models.DateTimeField(help_text="since when the seat to act may act")
    deadline = models.DateTimeField(
        null=True, help_text="when the sweep acts for the seat; None: it never does"
    )
    person_to_act = models.BooleanField(
        default=False, help_text="the turn is a person's: an outage moves its deadline"
    )
    bank_since = models.DateTimeField(
        null=True, help_text="since when the seat to act has been drawing on its bank"
    )
    seating = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text="how often chairs changed during the hand: a turn is planned for one seating",
    )
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    # -- the deal --------------------------------------------------------------------------
    given_deal = SealedBytesField(null=True, help_text="an imported or taught deal, as JSON")
    deal = models.JSONField(null=True, help_text="filled when the hand has ended")

    objects = HandQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "deal_number"], name="deal_is_dealt_once_in_a_game"
            ),
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=~Q(status="annulled"),
                name="hand_number_is_played_once_in_a_game",
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(status__in=["playing", "paused"]),
                name="game_has_one_live_hand",
            ),
        ]
        indexes = [
            models.Index(
                fields=["deadline"], condition=Q(status="playing"), name="hand_deadline_due"
            ),
            models.Index(
                fields=["bank_since"],
                condition=Q(bank_since__isnull=False),
                name="hand_bank_drawn",
            ),
            models.Index(
                fields=["ended_at", "id"], condition=Q(status="finished"), name="hand_finished"
            ),
        ]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def is_given(self) -> bool:
        """Whether the cards were given (a lesson, an imported deal) and not drawn."""
        return self.given_deal is not None
