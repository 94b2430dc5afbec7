"""Whatever is sent as JSON is either a storable object or refused."""

import pytest

from players.errors import Malformed
from players.frames import FrameBudget, read_object


def nested(depth):
    return '{"a":' * (depth - 1) + "{}" + "}" * (depth - 1)


def test_an_object_is_read():
    assert read_object('{"type": "action", "seq": 3}', depth=8) == {"type": "action", "seq": 3}


def test_an_integer_no_column_holds_is_not_read_as_one():
    for text in ("1" + "0" * 30, "-9223372036854775809"):
        assert isinstance(read_object(f'{{"a": {text}}}', depth=8)["a"], float)


def test_depth_is_bounded_exactly():
    read_object(nested(8), depth=8)
    with pytest.raises(Malformed):
        read_object(nested(9), depth=8)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "3",
        '"text"',
        "{",
        "{'a': 1}",
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": -Infinity}',
        '{"a": 1e999}',
        '{"a": 9223372036854775808}',
        '{"a": ' + "9" * 5001 + "}",
        '{"a": "\\u0000"}',
        '{"\\u0000": 1}',
        '{"a": ["x", {"b": "\\u0000"}]}',
        '{"a": "\\ud800"}',
        "[" * 100_000,
        '{"a":' * 100_000,
        b"\xff\xfe{}",
        b'{"a": "\xc3"}',
        "\ufeff{}",
    ],
)
def test_what_could_not_be_stored_or_written_back_is_refused(text):
    with pytest.raises(Malformed):
        read_object(text, depth=8)


def test_a_socket_may_send_twenty_frames_in_any_second(time_machine):
    budget = FrameBudget()
    assert [budget.spend() for _ in range(21)] == [True] * 20 + [False]
