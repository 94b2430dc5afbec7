"""Who may see a table, a game or a finished hand: the one place that decides.

What somebody may not see does not exist for them: callers answer `NotFound` either way, with the
same code and text, so that the answer does not tell the two apart.
"""

from collections.abc import Sequence
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Game, Hand, Seat, Sitting, Table
from games.models.sitting import SittingQuerySet
from players.errors import NotFound
from players.models import User

Viewer: TypeAlias = User | AnonymousUser


def hidden() -> NotFound:
    """The refusal for what is absent or must stay hidden."""
    return NotFound("NOT_FOUND", _("There is nothing here."))


def visible_tables(user: Viewer) -> QuerySet[Table]:
    """Tables `user` may look at: the public ones, and private ones where they have a seat."""
    return Table.objects.filter(Q(public=True) | Exists(_seats_of(user)))


def visible_games(user: Viewer) -> QuerySet[Game]:
    """Games at tables `user` may look at, published ones, and ended ones they played in."""
    shown = Q(public=True) | Q(table__hands_published=True)
    seated = Exists(_seats_of(user, table=OuterRef("table_id")))
    played = Exists(_sittings_of(user).filter(game=OuterRef("pk")))
    return Game.objects.filter(shown | seated | (Q(ended_at__isnull=False) & played))


def shown_hands(user: Viewer) -> QuerySet[Hand]:
    """Finished hands `user` may read: public games, published tables, and hands they sat at."""
    shown = Q(game__public=True) | Q(game__table__hands_published=True)
    sat = Exists(_sittings_of(user).at_deal(OuterRef("game_id"), OuterRef("deal_number")))
    return Hand.objects.filter(Q(status=Hand.Status.FINISHED) & (shown | sat))


def can_see_table(user: Viewer, table: Table) -> bool:
    """Whether the table exists for `user`."""
    return table.public or visible_tables(user).filter(pk=table.pk).exists()


def can_see_game(user: Viewer, game: Game) -> bool:
    """Whether the game exists for `user`."""
    return game.public or visible_games(user).filter(pk=game.pk).exists()


def can_see_hand(user: Viewer, hand: Hand) -> bool:
    """Whether `user` may read the record of this hand; nobody reads one that is being played."""
    return shown_hands(user).filter(pk=hand.pk).exists()


def has_place(user: Viewer, seats: Sequence[Seat]) -> bool:
    """Whether `user` holds one of a table's seats, is about to take one, or may return to one."""
    if user.pk is None:
        return False
    return any(user.pk in (seat.user_id, seat.taken_by_id, seat.left_by_id) for seat in seats)


def find_table(user: Viewer, table_id: UUID) -> Table:
    """The table with this id; NotFound if there is none or it must stay hidden from `user`."""
    table = visible_tables(user).select_related("host").filter(pk=table_id).first()
    if table is None:
        raise hidden()
    return table


def find_game(user: Viewer, game_id: UUID) -> Game:
    """The game with this id and its table; NotFound if it must stay hidden from `user`."""
    game = visible_games(user).select_related("table__host").filter(pk=game_id).first()
    if game is None:
        raise hidden()
    return game


def find_hand(user: Viewer, hand_id: int) -> Hand:
    """The finished hand with this id; NotFound if `user` may not read it (yet)."""
    hand = shown_hands(user).select_related("game__table").filter(pk=hand_id).first()
    if hand is None:
        raise hidden()
    return hand


def _seats_of(user: Viewer, table: F | OuterRef | None = None) -> QuerySet[Seat]:
    """Seats that `user` holds, is about to take, or has left and may return to."""
    at_table = Seat.objects.filter(table=OuterRef("pk") if table is None else table)
    if not user.is_authenticated:
        return at_table.none()
    return at_table.filter(Q(user=user.pk) | Q(taken_by=user.pk) | Q(left_by=user.pk))


def _sittings_of(user: Viewer) -> SittingQuerySet:
    if not user.is_authenticated:
        return Sitting.objects.none()
    return Sitting.objects.filter(user=user.pk)
