"""Back to the queue's front: for who was matched in good faith and got no game."""

from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction

from games.models import Game, GameSeat
from games.services.rows import change
from games.services.sweeping import count_done
from players.selectors.conduct import banned_until
from ratings import broadcast
from ratings.models import ReadySeat, Ticket, TicketPlayer
from ratings.selectors.queue import rated_game_of
from ratings.services.tickets import put_to_the_front

LOOKED_BACK = timedelta(minutes=2)  # who was not found within has gone on to something else


def after_annulment(*, now: datetime) -> int:
    """Let those wait on whose rated game was annulled before a card was shown; how many tickets.

    The ticket of who left stays ended, a party's too: the partner may queue anew. So does that
    of who waits already, plays elsewhere, may not queue, is suspended, or whose party has been
    dissolved: that is looked at once, and what they do afterwards is up to them.
    """
    off = Ticket.objects.filter(
        status=Ticket.Status.PLAYING,
        ended_at__gte=now - LOOKED_BACK,
        ready_check__game__status=Game.Status.ANNULLED,
        ready_check__game__ended_at__gte=now - LOOKED_BACK,
    )
    return count_done("ticket", off.values_list("pk", flat=True), partial(_requeue, now=now))


def _requeue(ticket_id: int, *, now: datetime) -> bool:
    with transaction.atomic():
        ended = Ticket.objects.select_for_update(of=("self",), no_key=True)
        ticket = (
            ended.select_related("ready_check")
            .filter(pk=ticket_id, status=Ticket.Status.PLAYING)
            .first()
        )
        if ticket is None or ticket.ready_check is None:
            return False
        players = _players(ticket)
        left = GameSeat.objects.filter(game=ticket.ready_check.game_id, quit_at__isnull=False)
        unfit = left.filter(user__in=players).exists() or any(
            _has_gone_on(player, now=now) for player in players
        )
        if unfit or not players:
            change(ticket, status=Ticket.Status.CLOSED)
            return False
        try:
            with transaction.atomic():
                TicketPlayer.objects.bulk_create(
                    TicketPlayer(ticket=ticket, player_id=player, seen_at=now) for player in players
                )
        except IntegrityError:  # they queued anew this very moment
            return False
        change(ticket, ended_at=None, status=Ticket.Status.CALLED)
        put_to_the_front([ticket])
        broadcast.queue_changed(players, cause="front")
        return True


def _has_gone_on(player_id: int, *, now: datetime) -> bool:
    """Whether the player waits or plays by now, or may not queue."""
    waits = TicketPlayer.objects.filter(player=player_id).exists()
    return bool(waits or rated_game_of(player_id) or banned_until(player_id, now=now))


def _players(ticket: Ticket) -> list[int]:
    """Whose ticket it was, in order; nobody's if they could not queue together today."""
    seats = ReadySeat.objects.filter(ready_check=ticket.ready_check, ticket=ticket)
    players = list(
        seats.filter(player__is_active=True)
        .order_by("player_id")
        .values_list("player_id", flat=True)
    )
    if ticket.party_id is None:
        return players if len(players) == 1 else []
    members = ticket.party.members.values_list("player_id", flat=True) if ticket.party else []
    return players if sorted(members) == players else []
