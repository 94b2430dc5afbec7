"""Lists of tables, games and hands as the pages show them; the reading is done by selectors."""

from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

from games.models import Table
from games.selectors.access import Viewer
from games.selectors.tables import home_tables, is_my_turn, lobby, table_facts
from web.presets import preset_title

LOOKED_THROUGH = 300  # a table that is older than so many others is found by its address only


def own_tables(user: Viewer) -> list[dict[str, Any]]:
    """Tables where `user` sits or may return to, with whether they wait for them."""
    return [
        {**entry, "your_turn": is_my_turn(table, user)}
        for table, entry in _entries(home_tables(user), user)
    ]


def lobby_tables(user: Viewer, at_most: int = 50) -> list[dict[str, Any]]:
    """Public tables where somebody is, then those of bots; the visitor's own are left out.

    Who closed the page may continue alone for days; nobody would want to wait there.
    """
    of_people = lobby().filter(exhibition=False)[:LOOKED_THROUGH]
    tables = chain(of_people, lobby().filter(exhibition=True))
    entries = (entry for _, entry in _entries(tables, user))
    wanted = (entry for entry in entries if entry["alive"] and not entry["you"])
    return list(islice(wanted, at_most))


def _entries(tables: Iterable[Table], user: Viewer) -> Iterable[tuple[Table, dict[str, Any]]]:
    for table in tables:
        facts = table_facts(table, list(table.seats.all()), user)
        yield table, {**facts, "preset_title": preset_title(table.preset), **_places(facts)}


def _places(facts: dict[str, Any]) -> dict[str, Any]:
    kinds = [seat["kind"] for seat in facts["seats"]]
    return {
        "people": [seat["name"] for seat in facts["seats"] if seat["kind"] == "person"],
        "alive": facts["exhibition"]
        or any(seat["kind"] == "person" and seat["connected"] for seat in facts["seats"]),
        "bots": kinds.count("bot"),
        "free": 0 if facts["rated"] else len(kinds) - kinds.count("person"),
    }
