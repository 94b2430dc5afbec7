"""Finished hands: which of them somebody may read, and what is read."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Hand, Sitting
from games.selectors.access import Viewer, shown_hands
from players.names import skeleton


@dataclass(frozen=True, slots=True)
class HandFilter:
    """What narrows a list of hands; None leaves a condition out.

    `since` is inclusive and `until` exclusive, both on the time the hand ended.
    """

    player: str | None = None
    table: UUID | None = None
    game: UUID | None = None
    preset: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def conditions(self) -> Q:
        """The filter as a condition on hands."""
        wanted = {
            "game__table": self.table,
            "game": self.game,
            "game__preset": self.preset,
            "ended_at__gte": self.since,
            "ended_at__lt": self.until,
        }
        found = Q(**{name: value for name, value in wanted.items() if value is not None})
        if self.player is not None:
            found &= Q(Exists(_sat_at(self.player)))
        return found


def visible_hands(user: Viewer, wanted: HandFilter = HandFilter()) -> QuerySet[Hand]:
    """Finished hands that `user` may read and that match the filter, in no order yet."""
    return (
        shown_hands(user)
        .filter(wanted.conditions())
        .select_related("game__table")
        .prefetch_related("game__sittings__user", "game__game_seats__user")
    )


def _sat_at(player: str) -> QuerySet[Sitting]:
    return Sitting.objects.filter(
        user__skeleton=skeleton(player),  # unique and indexed; look-alikes go in the next line
        user__username__iexact=player,
        game=OuterRef("game_id"),
        first_deal__lte=OuterRef("deal_number"),
    ).filter(Q(last_deal__isnull=True) | Q(last_deal__gte=OuterRef("deal_number")))
