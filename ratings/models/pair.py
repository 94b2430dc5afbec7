"""Two players as one unit."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Pair(models.Model):
    """Two people who have been partners in a rated game; the one with the lower key is `first`."""

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="two_players_are_one_pair"),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="pair_is_written_in_one_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id}+{self.second_id}"


def of_player_or_pair(name: str) -> models.CheckConstraint:
    """The constraint of rows that belong to a `player` or to a `pair`, never to both or neither."""
    return models.CheckConstraint(
        condition=Q(player__isnull=False, pair__isnull=True)
        | Q(player__isnull=True, pair__isnull=False),
        name=name,
    )
