"""What a rated game's record keeps of who was absent, and who quit (docs/fair-play.md)."""

from datetime import datetime

from django.db.models import Value
from django.db.models.functions import Coalesce

from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat
from games.selectors.state import rules_of


def lead_of(game: Game, seat: int) -> int:
    """Points by which the seat's side is ahead of the best other, settled hands only."""
    own = rules_of(game).side_of(SeatName(seat))
    others = [score for side, score in enumerate(game.scores) if side != own]
    lead: int = game.scores[own] - max(others)
    return lead


def absence_begins(game: Game, seat: int) -> None:
    """Note how the game stood; the lead of an absence that goes on stays as it was noted."""
    row = GameSeat.objects.filter(game=game, index=seat, quit_at=None, absence_lead=None)
    row.update(absence_lead=lead_of(game, seat))


def absence_ends(game: Game, seat: int) -> None:
    """The player is back in time; of a quitter everything stays on record."""
    GameSeat.objects.filter(game=game, index=seat, quit_at=None).update(absence_lead=None)


def record_quit(game: Game, seat: int, *, cause: GameSeat.QuitCause, now: datetime) -> bool:
    """Make the seat's player a quitter, once; False if they are one already."""
    row = GameSeat.objects.filter(game=game, index=seat, quit_at=None)
    lead = Coalesce("absence_lead", Value(lead_of(game, seat)))
    return bool(row.update(quit_at=now, quit_cause=cause, absence_lead=lead))
