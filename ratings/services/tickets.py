"""Tickets under their locks: a ready check first, then its tickets by key, then players by key."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.services.rows import change
from players.errors import Conflict
from ratings.codes import QueueCode
from ratings.models import ReadyCheck, Ticket, TicketPlayer

ATTEMPTS = 5  # each but the first because a ready check came or went meanwhile


class _Changed(Exception):
    """The ticket moved between reading and locking; what was locked is let go again."""


def lock_live(player_id: int) -> tuple[Ticket | None, ReadyCheck | None]:
    """The player's live ticket and the ready check it is called to, both locked; None without."""
    for _ in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return _lock_live(player_id)
        except _Changed:
            continue
    raise Conflict(QueueCode.READY_CHECK_ON)


def lock_check(check_id: UUID) -> ReadyCheck | None:
    """A ready check under its lock; None if there is none."""
    checks = ReadyCheck.objects.select_for_update(of=("self",), no_key=True)
    return checks.select_related("ladder").filter(pk=check_id).first()


def lock_tickets(check: ReadyCheck) -> list[Ticket]:
    """The tickets called to a check that is locked, locked too."""
    tickets = Ticket.objects.select_for_update(no_key=True).filter(ready_check=check)
    return list(tickets.filter(status=Ticket.Status.CALLED).order_by("pk"))


def players_of(tickets: Iterable[Ticket]) -> list[int]:
    """Whose tickets they are, by key."""
    places = TicketPlayer.objects.filter(ticket__in=list(tickets))
    return sorted(places.values_list("player_id", flat=True))


def end(ticket: Ticket, status: Ticket.Status, *, now: datetime) -> None:
    """Close a ticket that is locked; its players may queue anew."""
    change(ticket, status=status, ended_at=now)
    ticket.players.all().delete()


def put_to_the_front(tickets: Sequence[Ticket]) -> None:
    """Let tickets whose ready check failed by others wait on, before everybody else."""
    for ticket in tickets:
        change(
            ticket,
            status=Ticket.Status.WAITING,
            ready_check=None,
            front=True,
            ladder=None,
            rating=None,
            called_at=None,
        )


def _lock_live(player_id: int) -> tuple[Ticket | None, ReadyCheck | None]:
    seen = Ticket.objects.filter(players__player=player_id).first()
    if seen is None:
        return None, None
    check = None if seen.ready_check_id is None else lock_check(seen.ready_check_id)
    ticket = Ticket.objects.select_for_update(no_key=True).get(pk=seen.pk)
    if ticket.status not in Ticket.LIVE or ticket.ready_check_id != seen.ready_check_id:
        raise _Changed
    return ticket, check
