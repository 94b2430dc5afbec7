"""Who played a seat from one deal of a game to another."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.game import Game


class SittingQuerySet(models.QuerySet["Sitting"]):
    def at_deal(self, game: Any, number: Any) -> "SittingQuerySet":
        """The sittings that span deal `number` of `game`: values, or references to them."""
        lasts = Q(last_deal__isnull=True) | Q(last_deal__gte=number)
        return self.filter(lasts, game=game, first_deal__lte=number)


class Sitting(models.Model):
    """A stretch of deals through which one person or bot held a seat of a game.

    `GameSeat` says who began the game; people come and go while it lasts. The players of a hand
    are the sittings that span its deal number: one a seat, two where a bot and a person shared it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sittings")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="sittings"
    )
    bot = models.CharField(max_length=20, blank=True, help_text="level of the bot, if it is one")
    first_deal = models.PositiveSmallIntegerField(help_text="Hand.deal_number it began with")
    last_deal = models.PositiveSmallIntegerField(null=True, help_text="None: still sitting")

    objects = SittingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "index"],
                condition=Q(last_deal__isnull=True),
                name="seat_of_a_game_has_one_sitter_now",
            ),
            models.CheckConstraint(
                condition=Q(last_deal__isnull=True) | Q(last_deal__gte=F("first_deal")),
                name="sitting_ends_after_it_begins",
            ),
        ]
        indexes = [models.Index(fields=["user", "game"], name="sitting_of_user")]
        ordering = ["index", "first_deal", "id"]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index}: {self.first_deal}-{self.last_deal or ''}"
