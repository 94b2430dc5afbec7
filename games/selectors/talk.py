"""Who talks with whom at a table, and what was said there."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.engine.seats import Seat as SeatName
from games.models import Audience, Message, Seat
from games.selectors.access import Viewer, has_place
from players.models import User
from players.moments import iso
from players.selectors.blocks import deaf_to, unread_by


def audience_of(user: Viewer, seats: Sequence[Seat]) -> Audience | None:
    """Where `user` reads and talks at a table that they may see; None: nowhere.

    Who sits talks with those who sit. Registered players who look on have a talk of their own;
    who waits for a chair here, or may return to one, is in neither.
    """
    if any(user.pk is not None and seat.user_id == user.pk for seat in seats):
        return Audience.TABLE
    looks_on = isinstance(user, User) and not user.is_guest and not has_place(user, seats)
    return Audience.WATCHERS if looks_on else None


def messages_for(user: User, table_id: UUID, audience: Audience | None) -> QuerySet[Message]:
    """What `audience` said at the table, without those whom `user` does not read; None: nothing."""
    if audience is None:
        return Message.objects.none()
    said = Message.objects.filter(table=table_id, audience=audience).select_related("author")
    return said.exclude(author__in=unread_by(user.pk))


def hearers(
    table_id: UUID, audience: Audience, author_id: int, listeners: Collection[int]
) -> set[int]:
    """Which of the `listeners` (user ids) a message of `author_id` reaches now."""
    seats = list(Seat.objects.filter(table=table_id))
    if audience == Audience.TABLE:
        sitting = {seat.user_id for seat in seats if seat.user_id is not None}
        found = sitting.intersection(listeners)
    else:
        known = User.objects.filter(pk__in=listeners, is_guest=False)
        found = {user.pk for user in known if audience_of(user, seats) == Audience.WATCHERS}
    return found - deaf_to(author_id, found)


def message_facts(message: Message) -> dict[str, Any]:
    """A message as its readers see it."""
    return {
        "id": message.pk,
        "audience": str(message.audience),
        "seat": None if message.seat is None else SeatName(message.seat).name,
        "name": message.author.username,
        "phrase": message.phrase or None,
        "text": message.text or None,
        "at": iso(message.at),
    }
