"""The hand that is being played, as every action reads it: one statement, put together once.

An action needs the hand, its game, its table and the seats. Building that statement anew takes
several times as long as either database takes to answer it, so its text is kept for the life of
the process; the rows become ordinary model instances.
"""

from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model

from games.models import Game, Hand, Seat, Table

Row = TypeVar("Row", bound=Model)


class _Columns(Generic[Row]):
    """The columns of a model that an action reads, and how a row of them becomes an instance."""

    def __init__(self, model: type[Row], *unread: str) -> None:
        self.model = model
        self.fields = [f for f in model._meta.concrete_fields if f.name not in unread]
        self.names = [field.attname for field in self.fields]

    @property
    def sql(self) -> str:
        table = self.model._meta.db_table
        return ", ".join(f'"{table}"."{field.column}"' for field in self.fields)

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

    def read(self, values: tuple[Any, ...]) -> Row:
        row = list(values)
        for position, column, steps in self.converters:
            for step in steps:
                row[position] = step(row[position], column, connection)
        return self.model.from_db(connection.alias, self.names, row)


_HAND = _Columns(Hand, "deal", "result", "given_deal")
_GAME = _Columns(Game, "secret", "commitment")
_TABLE = _Columns(Table, "rules")
_SEAT = _Columns(Seat)
_SQL = f"""
SELECT {_HAND.sql}, {_GAME.sql}, {_TABLE.sql}, {_SEAT.sql}
FROM games_hand
JOIN games_game ON games_game.id = games_hand.game_id
JOIN games_table ON games_table.id = games_game.table_id
JOIN games_seat ON games_seat.table_id = games_table.id
WHERE games_hand.id = %s
ORDER BY "games_seat"."index"
"""
_GAME_AT = len(_HAND.fields)
_TABLE_AT = _GAME_AT + len(_GAME.fields)
_SEAT_AT = _TABLE_AT + len(_TABLE.fields)


def hand_in_play(hand_id: int) -> tuple[Hand, list[Seat]] | None:
    """The hand with its game and table, and the table's seats in order; None if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_SQL, [hand_id])
        rows = cursor.fetchall()
    if not rows:
        return None
    first = rows[0]
    hand = _HAND.read(first[:_GAME_AT])
    hand.game = _GAME.read(first[_GAME_AT:_TABLE_AT])
    hand.game.table = _TABLE.read(first[_TABLE_AT:_SEAT_AT])
    return hand, [_SEAT.read(row[_SEAT_AT:]) for row in rows]
