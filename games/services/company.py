"""Who may sit down with whom: a block keeps two people from one table."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.codes import TableCode
from games.models import Seat, Table
from players.errors import NotAllowed
from players.models import Block, User


def require_welcome(user: User, table: Table, seats: Sequence[Seat]) -> None:
    """Refuse who is blocked by the host or somebody seated here, or has blocked one of them."""
    people = {table.host_id} | {seat.user_id for seat in seats} | {s.taken_by_id for s in seats}
    others = people - {None, user.pk}
    if Block.objects.filter(blocker=user, blocked__in=others).exists():
        raise NotAllowed(TableCode.BLOCKED_HERE, _("Somebody whom you have blocked sits here."))
    if Block.objects.filter(blocker__in=others, blocked=user).exists():
        raise NotAllowed(TableCode.NOT_WELCOME, _("You cannot sit down at this table."))
