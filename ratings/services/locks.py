"""The order in which rows are locked: rated game, ladder, players, ratings, buckets; each by key.

Whoever rates a game shares its ladders with others who do. Whoever recomputes a ladder has it to
itself: what is being rated is waited for, what comes next waits. Who holds a player's lock may
change the player's ratings and sums.
"""

from collections.abc import Collection

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _

from players.errors import Conflict
from players.models import User
from ratings.codes import RatingCode
from ratings.models import Ladder

SHARE = "SELECT * FROM ratings_ladder WHERE id = %s OR players_ladder_id = %s ORDER BY id"


def share_ladders(ladder_id: int) -> list[Ladder]:
    """The ladder and its partnership ladder, which nobody recomputes until this commits."""
    # where rows cannot be locked there is one writer at a time
    suffix = " FOR SHARE" if connection.features.has_select_for_update else ""
    return list(Ladder.objects.raw(SHARE + suffix, [ladder_id, ladder_id]))


def take_ladders(ladder_id: int) -> list[Ladder]:
    """The ladder and its partnership ladder, on which nobody rates a game until this commits."""
    ladders = Ladder.objects.select_for_update(no_key=True)
    both = Q(pk=ladder_id) | Q(players_ladder=ladder_id)
    return list(ladders.filter(both).order_by("pk"))


def take_for_change(ladder_id: int) -> list[Ladder]:
    """`take_ladders`; Conflict (LADDER_BUSY) while a season rolls over, which is in the middle."""
    ladders = take_ladders(ladder_id)
    if any(ladder.rating_paused for ladder in ladders):
        raise Conflict(RatingCode.LADDER_BUSY, _("A season is ending here. Try again later."))
    return ladders


def lock_players(player_ids: Collection[int]) -> None:
    """Lock players in the order of their keys."""
    players = User.objects.select_for_update(no_key=True).filter(pk__in=player_ids)
    list(players.order_by("pk").values_list("pk", flat=True))
