"""What the database says after a run, read with plain SQL and no code of the project."""

import json
import re
import sqlite3
import uuid
from dataclasses import dataclass
from typing import Any

import psycopg

ENTRY = re.compile(r"(\d)([ptb])(\d+)([a-zA-Z].*)")

GAMES = "SELECT id, status, scores, hands_settled, winner FROM games_game"
HANDS = (
    "SELECT id, game_id, number, dealer, scores, log, seq, status, deal, result "
    "FROM games_hand ORDER BY id"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a stored log; `cause` is p (person), t (timeout) or b (bot)."""

    seat: int
    cause: str
    ms: int
    token: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    id: str
    status: str
    scores: list[int]
    hands_settled: int
    winner: int | None


@dataclass(frozen=True, slots=True)
class StoredHand:
    id: int
    game: str
    number: int
    dealer: int
    scores: list[int]
    log: tuple[Entry, ...]
    seq: int
    status: str
    deal: list[list[str]] | None
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Stored:
    games: tuple[StoredGame, ...]
    hands: tuple[StoredHand, ...]


def read_log(text: str) -> tuple[Entry, ...]:
    """The entries of a log; ValueError if one of them does not read."""
    entries = []
    for word in text.split():
        match = ENTRY.fullmatch(word)
        if match is None:
            raise ValueError(f"not a log entry: {word!r}")
        seat, cause, ms, token = match.groups()
        entries.append(Entry(int(seat), cause, int(ms), token))
    return tuple(entries)


def read_sqlite(path: str) -> Stored:
    with sqlite3.connect(path) as connection:
        return _stored(connection.execute(GAMES).fetchall(), connection.execute(HANDS).fetchall())


def read_postgres(url: str) -> Stored:
    with psycopg.connect(url) as connection:
        return _stored(connection.execute(GAMES).fetchall(), connection.execute(HANDS).fetchall())


def _stored(games: list[tuple[Any, ...]], hands: list[tuple[Any, ...]]) -> Stored:
    return Stored(
        games=tuple(
            StoredGame(_hex(id_), status, _json(scores), settled, winner)
            for id_, status, scores, settled, winner in games
        ),
        hands=tuple(
            StoredHand(
                id=id_,
                game=_hex(game),
                number=number,
                dealer=dealer,
                scores=_json(scores),
                log=read_log(log),
                seq=seq,
                status=status,
                deal=_holdings(_json(deal)),
                result=_json(result),
            )
            for id_, game, number, dealer, scores, log, seq, status, deal, result in hands
        ),
    )


def _hex(value: object) -> str:
    return value.hex if isinstance(value, uuid.UUID) else uuid.UUID(str(value)).hex


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def _holdings(deal: dict[str, Any] | None) -> list[list[str]] | None:
    return None if deal is None else deal["hands"]
