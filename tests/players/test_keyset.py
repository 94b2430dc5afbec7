"""The cursor of a page as it stands in a link."""

from datetime import UTC, datetime

import pytest

from players.rest.keyset import Cursor

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("at", [NOON, 1523.4567890123, -12.5, 0.0, 1500.0, 1e-5])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_cursor_is_read_as_it_was_written(at, backwards):
    cursor = Cursor(at, "77", backwards=backwards)
    assert Cursor.parse(str(cursor)) == cursor


@pytest.mark.parametrize("text", ["", "~1", "1500.0~1", "+nan~1", "+1.0~x", "--1.0~-1"])
def test_what_is_no_cursor_is_refused(text):
    with pytest.raises(ValueError, match="not a cursor"):
        Cursor.parse(text)
