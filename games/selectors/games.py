"""Games in a list."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Sitting
from games.selectors.access import Viewer, visible_games
from games.selectors.names import bot_name
from games.selectors.state import rules_of


def game_list(user: Viewer) -> QuerySet[Game]:
    """Games `user` may see, with all that `game_line` reads."""
    return visible_games(user).prefetch_related("sittings__user")


def game_line(game: Game) -> dict[str, Any]:
    """A game in plain values, without its score sheet and seeds."""
    winner = None if game.winner is None else rules_of(game).side_names[game.winner]
    return {
        "id": str(game.pk),
        "table": str(game.table_id),
        "status": game.status,
        "preset": game.preset,
        "rated": game.rated,
        "scores": game.scores,
        "bags": game.bags,
        "hands": game.hands_settled,
        "winner": winner,
        "end_cause": game.end_cause or None,
        "players": players_of(game),
        "created_at": game.created_at,
        "ended_at": game.ended_at,
    }


def winners_of(games: Iterable[Game]) -> dict[UUID, dict[int, str]]:
    """Who began each finished game on the side that won, and did not quit: name by key."""
    won = {game.pk: rules_of(game).seating.side_of for game in games if game.winner is not None}
    seats = GameSeat.objects.filter(game__in=won, user__isnull=False, quit_at=None).select_related(
        "user", "game"
    )
    found: dict[UUID, dict[int, str]] = {game: {} for game in won}
    for seat in seats.order_by("game", "index"):
        if seat.user is not None and won[seat.game_id][seat.index] == seat.game.winner:
            found[seat.game_id][seat.user.pk] = seat.user.username
    return found


def players_of(game: Game) -> list[dict[str, Any]]:
    """Who sits at the game, or sat when it ended, seat by seat."""
    return [_player(game, each) for each in game.sittings.all() if each.last_deal is None]


def _player(game: Game, sitting: Sitting) -> dict[str, Any]:
    name = sitting.user.username if sitting.user else bot_name(game.table_id, sitting.index)
    kind = "person" if sitting.user else "bot"
    return {"seat": SeatName(sitting.index).name, "kind": kind, "name": name}
