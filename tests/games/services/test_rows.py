"""Rows are written column by column: what somebody else has changed meanwhile stays."""

import ast
from pathlib import Path

import pytest

from config.env import BASE_DIR
from games.models import Seat
from games.services.rows import change
from tests.games.at_the_table import person, table_of

APPS = ("players", "games", "ratings", "tournaments", "bots")
NEW_ROWS = {"players/services/accounts.py"}  # makes the row it saves, or holds its lock


@pytest.mark.django_db
def test_a_change_leaves_alone_what_somebody_else_has_written():
    table = table_of(person())
    stale = Seat.objects.get(table=table, index=0)
    Seat.objects.filter(pk=stale.pk).update(timeouts=1)
    change(stale, wants_pause=True)
    stale.refresh_from_db()
    assert (stale.timeouts, stale.wants_pause) == (1, True)


def whole_saves(path: Path) -> list[int]:
    """The lines that save a row without saying which columns."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "save"
        and "update_fields" not in {keyword.arg for keyword in call.keywords}
    ]


def test_no_service_saves_a_row_whole():
    services = [path for app in APPS for path in (BASE_DIR / app).rglob("services/*.py")]
    found = {
        f"{path.relative_to(BASE_DIR)}:{line}" for path in services for line in whole_saves(path)
    }
    assert {place for place in found if place.split(":")[0] not in NEW_ROWS} == set()
