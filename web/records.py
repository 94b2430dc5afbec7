"""Finished hands, games and players as their pages show them; the reading is done by selectors."""

from typing import Any

from games.models import Game, Hand
from games.selectors.access import Viewer, can_see_table
from games.selectors.games import players_of, winners_of
from games.selectors.hands import HandFilter, record_of, visible_hands
from games.selectors.state import rules_of
from games.selectors.tables import game_facts
from players.models import User
from web.presets import preset_title
from web.templatetags.web_play import bid_word

LATEST = 30


def hand_page(hand: Hand, viewer: Viewer) -> dict[str, Any]:
    """The record of a hand with what its page shows beside it."""
    record: dict[str, Any] = dict(record_of(hand))
    players = record["players"]
    mine = [p["seat"] for p in players if p["kind"] != "bot" and p["name"] == viewer.get_username()]
    return {
        "hand": hand,
        "record": record,
        "my_seat": mine[0] if mine else "",
        "preset_title": preset_title(record["preset"]),
        "seats": [_seat(record, index) for index in range(len(record["seats"]))],
        "sides": [_side(record, index) for index in range(len(record["sides"]))],
        "tricks": list(enumerate(record["tricks"], start=1)),
    }


def _seat(record: dict[str, Any], index: int) -> dict[str, Any]:
    seat = record["seats"][index]
    return {
        "seat": seat,
        "names": [player["name"] for player in record["players"] if player["seat"] == seat],
        "bid": record["bids"][index],
        "taken": sum(trick["winner"] == seat for trick in record["tricks"]),
    }


def _side(record: dict[str, Any], index: int) -> dict[str, Any]:
    name = record["sides"][index]["name"]
    return {
        "name": name,
        "lines": [line for line in record["score"]["lines"] if line["side"] == name],
        "points": record["score"]["deltas"][index],
        "total": record["totals"]["after"][index],
        "bags": record["bags"]["after"][index],
    }


def game_page(game: Game, viewer: Viewer) -> dict[str, Any]:
    """A game with its sheet; hands the viewer may not read carry no link."""
    readable = set(visible_hands(viewer, HandFilter(game=game.pk)).values_list("pk", flat=True))
    facts = game_facts(game)
    rules = rules_of(game)
    names = rules.side_names
    seated = players_of(game)
    return {
        "game": facts,
        "table": game.table,
        "table_link": can_see_table(viewer, game.table),
        "preset_title": preset_title(game.preset),
        "capped": facts["status"] == "finished" and facts["hands"] == rules.hand_cap,
        "sides": [
            {"name": name, "players": [each["name"] for each in seated[side :: len(names)]]}
            for side, name in enumerate(names)
        ],
        "sheet": [
            {
                **row,
                "readable": row["hand"] in readable,
                "sides": [_cell(row, side, len(names)) for side in range(len(names))],
            }
            for row in facts["score_sheet"]
        ],
    }


def _cell(row: dict[str, Any], side: int, sides: int) -> dict[str, Any]:
    """One side's figures of a settled hand; sides alternate round the table."""
    return {
        "bids": " + ".join(bid_word(bid) for bid in row["bids"][side::sides]),
        "taken": sum(row["tricks"][side::sides]),
        "points": row["deltas"][side],
        "total": row["scores"][side],
        "bags": row["bags"][side],
        "penalties": row["penalties"][side],
    }


def player_page(player: User, viewer: Viewer) -> dict[str, Any]:
    """The latest games of a player, each with all its hands that the viewer may read."""
    hands = visible_hands(viewer, HandFilter(player=player.username))
    latest = hands.order_by("-ended_at", "-pk").values_list("game", flat=True)[:LATEST]
    by_game: dict[Any, list[Hand]] = {game: [] for game in latest}
    for hand in hands.filter(game__in=by_game).order_by("number"):
        by_game[hand.game_id].append(hand)
    winners = winners_of(played[0].game for played in by_game.values())
    games = [
        {
            "game": played[0].game,
            "title": preset_title(played[0].game.preset),
            "hands": played,
            "won": player.pk in winners[game] if game in winners else None,
        }
        for game, played in by_game.items()
    ]
    return {"games": games, "own": player.pk == viewer.pk}
