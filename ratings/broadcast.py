"""News of the queue for those it concerns, on their personal sockets, after commit.

Whoever misses a piece reads the same facts from the API; a game that began is announced once more
by the sweep.
"""

from collections.abc import Iterable

from django.utils import timezone

from players.models import User
from players.notify import notify
from ratings.models import ReadyCheck
from ratings.selectors.parties import party_facts
from ratings.selectors.queue import ready_check_facts, standing


def queue_changed(player_ids: Iterable[int], *, cause: str) -> None:
    """Tell each where they stand in the queue now, and why that is new."""
    for user in User.objects.filter(pk__in=player_ids).order_by("pk"):
        notify(user.pk, {"kind": "queue", "cause": cause, "queue": standing(user)})


def figures_changed(player_ids: Iterable[int], waiting: dict[str, int]) -> None:
    """Tell those who wait how many people wait on each ladder."""
    for player_id in player_ids:
        notify(player_id, {"kind": "queue_figures", "waiting": waiting})


def ready_check_changed(check: ReadyCheck) -> None:
    """Ask the four, or tell them how many of them are ready."""
    now = timezone.now()
    for seat in check.seats.all():
        facts = ready_check_facts(check, seat.player_id, now=now)
        notify(seat.player_id, {"kind": "ready_check", "ready_check": facts})


def game_started(check: ReadyCheck) -> None:
    """Send the four to their table."""
    assert check.game is not None  # the constraint of a check that has started
    for seat in check.seats.all():
        notice: dict[str, object] = {
            "kind": "rated_game",
            "table": str(check.game.table_id),
            "game": str(check.game.pk),
        }
        notify(seat.player_id, notice)


def party_changed(player_ids: Iterable[int], *, cause: str) -> None:
    """Tell each of their party and invitations, and why that is new."""
    for user in User.objects.filter(pk__in=player_ids).order_by("pk"):
        notify(user.pk, {"kind": "party", "cause": cause, **party_facts(user)})
