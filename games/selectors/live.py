"""What every card and every fresh view read: statements put together once.

Building such a statement anew takes several times as long as either database takes to answer it,
so the texts are kept for the life of the process; the rows become ordinary model instances.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model

from games.models import Game, Hand, Seat, Table
from players.models import User

Row = TypeVar("Row", bound=Model)


class _Columns(Generic[Row]):
    """Columns of a model as one statement reads them, and how they become an instance."""

    def __init__(self, model: type[Row], names: Sequence[str], *, alias: str = "") -> None:
        self.model = model
        self.alias = alias or model._meta.db_table
        known = {field.name: field for field in model._meta.concrete_fields}
        self.fields = [known[name] for name in names]
        self.names = [field.attname for field in self.fields]
        self.sql = ", ".join(f'{self.alias}."{field.column}"' for field in self.fields)

    @cached_property
    def converters(self) -> list[tuple[int, Any, list[Any]]]:
        """What turns a database's value into the field's, for the columns that need it."""
        found = []
        for position, field in enumerate(self.fields):
            column = field.get_col(self.model._meta.db_table)
            steps = [
                *connection.ops.get_db_converters(column),
                *column.get_db_converters(connection),
            ]
            if steps:
                found.append((position, column, steps))
        return found

    def read(self, values: Sequence[Any]) -> Row | None:
        """The instance; None where an outer join found no row."""
        if values[0] is None:
            return None
        row = list(values)
        for position, column, steps in self.converters:
            for step in steps:
                row[position] = step(row[position], column, connection)
        return self.model.from_db(connection.alias, self.names, row)


class _Statement:
    """A SELECT of several models at once."""

    def __init__(self, *parts: _Columns[Any], source: str) -> None:
        self.parts = parts
        self.text = f"SELECT {', '.join(part.sql for part in parts)} {source}"
        ends = [0]
        for part in parts:
            ends.append(ends[-1] + len(part.fields))
        self.slices = [slice(*ends) for ends in pairwise(ends)]

    def rows(self, *values: Any) -> Iterator[list[Any]]:
        with connection.cursor() as cursor:
            cursor.execute(self.text, values)
            found = cursor.fetchall()
        for row in found:
            yield [
                part.read(row[where]) for part, where in zip(self.parts, self.slices, strict=True)
            ]


def _all_but(model: type[Model], *unread: str) -> list[str]:
    return [field.name for field in model._meta.concrete_fields if field.name not in unread]


# what playing does not read: the cards, the secret they come from, and long texts about both
_HAND = _Columns(Hand, _all_but(Hand, "deal", "result", "given_deal"))
_GAME = _Columns(Game, _all_but(Game, "secret"))
_SEAT = _Columns(Seat, _all_but(Seat))
_KNOWN_OF_USERS = ("id", "username", "is_guest")

_HAND_IN_PLAY = _Statement(
    _HAND,
    _GAME,
    _Columns(Table, _all_but(Table, "rules")),
    _SEAT,
    source="""
    FROM games_hand
    JOIN games_game ON games_game.id = games_hand.game_id
    JOIN games_table ON games_table.id = games_game.table_id
    JOIN games_seat ON games_seat.table_id = games_table.id
    WHERE games_hand.id = %s
    ORDER BY games_seat."index"
    """,
)

_TABLE_NOW = _Statement(
    _Columns(Table, _all_but(Table)),
    _Columns(User, _KNOWN_OF_USERS, alias="host"),
    _SEAT,
    _Columns(User, _KNOWN_OF_USERS, alias="sitter"),
    _Columns(User, _KNOWN_OF_USERS, alias="newcomer"),
    source="""
    FROM games_table
    LEFT JOIN players_user host ON host.id = games_table.host_id
    JOIN games_seat ON games_seat.table_id = games_table.id
    LEFT JOIN players_user sitter ON sitter.id = games_seat.user_id
    LEFT JOIN players_user newcomer ON newcomer.id = games_seat.taken_by_id
    WHERE games_table.id = %s
    ORDER BY games_seat."index"
    """,
)

_GAME_NOW = _Statement(
    _GAME,
    _HAND,
    source="""
    FROM games_game
    LEFT JOIN games_hand
      ON games_hand.game_id = games_game.id AND games_hand.status IN ('playing', 'paused')
    WHERE games_game.table_id = %s
    ORDER BY games_game.created_at DESC
    LIMIT 1
    """,
)


def hand_in_play(hand_id: int) -> tuple[Hand, list[Seat]] | None:
    """A hand with its game and table, and the table's seats in order; None if there is none."""
    seats: list[Seat] = []
    first: Hand | None = None
    for hand, game, table, seat in _HAND_IN_PLAY.rows(hand_id):
        if first is None:
            first, hand.game, game.table = hand, game, table
        seats.append(seat)
    return None if first is None else (first, seats)


def table_now(table_id: UUID) -> tuple[Table, list[Seat]] | None:
    """A table with its host and its seats with their people, in order; None if there is none."""
    seats: list[Seat] = []
    first: Table | None = None
    for table, host, seat, sitter, newcomer in _TABLE_NOW.rows(_key(Table, table_id)):
        if first is None:
            first, table.host = table, host
        seat.user, seat.taken_by = sitter, newcomer
        seats.append(seat)
    return None if first is None else (first, seats)


def game_now(table_id: UUID) -> tuple[Game, Hand | None] | None:
    """The newest game of a table and its live hand, if they are there."""
    for game, hand in _GAME_NOW.rows(_key(Table, table_id)):
        if hand is not None:
            hand.game = game
        return game, hand
    return None


def _key(model: type[Model], value: Any) -> Any:
    return model._meta.pk.get_db_prep_value(value, connection)
