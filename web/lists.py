"""Lists of tables, games and hands as the pages show them; the reading is done by selectors."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from games.models import Table
from games.selectors.access import Viewer
from games.selectors.tables import home_tables, is_my_turn, lobby, table_facts
from web.presets import preset_title


def own_tables(user: Viewer) -> list[dict[str, Any]]:
    """Tables where `user` sits or may return to, with whether they wait for them."""
    return [
        {**entry, "your_turn": is_my_turn(table, user)}
        for table, entry in _entries(home_tables(user), user)
    ]


def lobby_tables(user: Viewer, at_most: int = 50) -> list[dict[str, Any]]:
    """Public tables, newest first, the visitor's own left out."""
    entries = (entry for _, entry in _entries(lobby(), user) if not entry["you"])
    return list(islice(entries, at_most))


def _entries(tables: Iterable[Table], user: Viewer) -> Iterable[tuple[Table, dict[str, Any]]]:
    for table in tables:
        facts = table_facts(table, list(table.seats.all()), user)
        yield table, {**facts, "preset_title": preset_title(table.preset), **_places(facts)}


def _places(facts: dict[str, Any]) -> dict[str, Any]:
    kinds = [seat["kind"] for seat in facts["seats"]]
    return {
        "people": [seat["name"] for seat in facts["seats"] if seat["kind"] == "person"],
        "bots": kinds.count("bot"),
        "free": len(kinds) - kinds.count("person"),
    }
