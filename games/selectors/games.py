"""Games in a list."""

from typing import Any

from django.db.models import QuerySet

from games.engine.seats import Seat as SeatName
from games.models import Game, Sitting
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
        "players": [_player(game, each) for each in game.sittings.all() if each.last_deal is None],
        "created_at": game.created_at,
        "ended_at": game.ended_at,
    }


def _player(game: Game, sitting: Sitting) -> dict[str, Any]:
    name = sitting.user.username if sitting.user else bot_name(game.table_id, sitting.index)
    kind = "person" if sitting.user else "bot"
    return {"seat": SeatName(sitting.index).name, "kind": kind, "name": name}
