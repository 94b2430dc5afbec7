"""The logs say what happened and never who holds what."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from config.logs import HIDDEN, hide_secrets, logging_config


@pytest.fixture
def lines() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def json_lines(lines: io.StringIO) -> Iterator[logging.Logger]:
    formatter = logging_config(style="json", level="INFO")["formatters"]["shared"]
    handler = logging.StreamHandler(lines)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=formatter["foreign_pre_chain"], processors=formatter["processors"]
        )
    )
    logger = logging.getLogger("tests.logs")
    logger.addHandler(handler)
    yield logger
    logger.removeHandler(handler)


def test_a_line_is_one_json_object_with_its_time_level_and_logger(
    json_lines: logging.Logger, lines: io.StringIO
) -> None:
    json_lines.warning("seat %s left", "N", extra={"table": "7f"})
    line = json.loads(lines.getvalue())
    assert line["event"] == "seat N left"
    assert line["table"] == "7f"
    assert (line["level"], line["logger"]) == ("warning", "tests.logs")
    assert line["timestamp"].endswith("Z")


def test_an_exception_is_logged_with_its_trace_and_without_local_variables(
    json_lines: logging.Logger, lines: io.StringIO
) -> None:
    card_up_the_sleeve = "SA"
    try:
        raise ValueError("refused")
    except ValueError:
        json_lines.exception("the action failed")
    printed = lines.getvalue()
    assert "ValueError: refused" in json.loads(printed)["exception"]
    assert f"= '{card_up_the_sleeve}'" not in printed


@pytest.mark.parametrize(
    "name", ["holding", "cards", "deal", "token", "password", "Authorization", "seed", "view"]
)
def test_what_is_secret_by_name_is_hidden(name: str) -> None:
    assert hide_secrets(None, "info", {"event": "x", name: "SA SK"})[name] == HIDDEN


@pytest.mark.parametrize(
    "text",
    [
        "header was Authorization: Token abcdef0123456789",
        "Bearer abcdef0123456789",
        "cookie sessionid=abcdef0123456789; path=/",
    ],
)
def test_what_looks_like_a_credential_is_hidden(text: str) -> None:
    assert "abcdef0123456789" not in hide_secrets(None, "info", {"event": text})["event"]


def test_a_logged_request_shows_its_path_and_status_without_its_query() -> None:
    event = {"event": "request_finished", "request": "GET /join/?code=ABCDEFGH", "code": 200}
    assert hide_secrets(None, "info", event) == {
        "event": "request_finished",
        "request": "GET /join/",
        "code": 200,
    }
