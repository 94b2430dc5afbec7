"""The rows in which sums are kept, as the values that are added up.

A store says how the rows of one kind are told apart, read and written; each key begins with the
player under whose lock the row is changed.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from django.db.models import Model, Q, QuerySet

from ratings.engine.counted import Contribution, Kept, PlayerSums, Results
from ratings.engine.figures import FIGURE_NAMES, HandFigures
from ratings.engine.habits import Cells, Moments
from ratings.models import Habits, HeadToHead, PartnerFigures, PlayerFigures
from ratings.models.figures import ResultSums


class Addable(Protocol):
    """What sums are made of."""

    def __add__(self, other: Self, /) -> Self: ...


Key: TypeAlias = tuple[int, int | None]
Part = TypeVar("Part", bound=Addable)
Parts: TypeAlias = dict[Key, Part]


@dataclass(frozen=True, slots=True)
class Store(Generic[Part]):
    """One kind of rows: `columns` are the two of its key, `nothing` is what a new row holds."""

    model: type[Model]
    columns: tuple[str, str]
    nothing: Part
    read: Callable[[Any], Part]
    values: Callable[[Part], dict[str, Any]]

    def rows_of(self, owner: int) -> QuerySet[Any]:
        """All rows that are changed under the lock of one player."""
        return self._all().filter(**{self.columns[0]: owner})

    def rows_for(self, keys: Collection[Key]) -> QuerySet[Any]:
        """The rows with these keys, and maybe a few more of the same players."""
        first, second = self.columns
        seconds = {key[1] for key in keys}
        wanted = Q(**{f"{second}__in": seconds - {None}})
        if None in seconds:
            wanted |= Q(**{f"{second}__isnull": True})
        return self._all().filter(wanted, **{f"{first}__in": {key[0] for key in keys}})

    def key(self, row: Any) -> Key:
        """The key of a row."""
        first, second = (getattr(row, column) for column in self.columns)
        return first, second

    def new(self, key: Key) -> Any:
        """A row, not yet in the database, that holds nothing."""
        return self.model(**dict(zip(self.columns, key, strict=True)))

    def _all(self) -> QuerySet[Any]:
        return self.model._default_manager.order_by("pk")


def cells_in(row: Habits) -> Cells:
    """The cells of a row of habits."""
    return {key: Moments(*moments) for key, moments in row.cells.items()}


def figures_in(row: PlayerFigures) -> HandFigures:
    """The figures of a row; one that was added later than the row counts from 0."""
    return HandFigures(**{name: row.sums[name] for name in FIGURE_NAMES if name in row.sums})


def results_in(row: ResultSums) -> Results:
    """The results of a row."""
    return Results(row.games, row.wins, row.losses, row.points, row.points_against)


def _players_values(part: PlayerSums) -> dict[str, Any]:
    hands = part.figures.hands
    return {**asdict(part.results), "hands": hands, "sums": part.figures.to_dict()}


def _habits_values(part: Kept) -> dict[str, Any]:
    cells = {key: [m.n, m.total, m.squares] for key, m in sorted(part.cells.items())}
    return {"hands": part.hands, "cells": cells}


PLAYERS = Store(
    PlayerFigures,
    ("player_id", "ladder_id"),
    PlayerSums(),
    lambda row: PlayerSums(results_in(row), figures_in(row)),
    _players_values,
)
PARTNERS = Store(PartnerFigures, ("player_id", "partner_id"), Results(), results_in, asdict)
OPPONENTS = Store(HeadToHead, ("first_id", "second_id"), Results(), results_in, asdict)
HABITS = Store(
    Habits,
    ("first_id", "second_id"),
    Kept(),
    lambda row: Kept(row.hands, cells_in(row)),
    _habits_values,
)
STORES: tuple[Store[Any], ...] = (PLAYERS, PARTNERS, OPPONENTS, HABITS)


def by_store(
    parts: Contribution, *, ladder: int | None
) -> list[tuple[Store[Any], Mapping[Key, Any]]]:
    """What a game adds, store by store; `ladder` is the one it was played for."""
    players = {(player, ladder): part for player, part in parts.players.items()}
    added: tuple[Mapping[Any, Any], ...] = (
        players,
        parts.partners,
        parts.opponents,
        parts.habits,
    )
    return list(zip(STORES, added, strict=True))
