"""Pages of a list that grows: a cursor is the time (or number) and the key of the row it stands at.

Rows that arrive while a client walks the pages neither repeat nor hide one: a page begins after a
row, not after a number of rows, and the primary key breaks the ties of equal times.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, Self, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import DateTimeField, Model, Q, QuerySet
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from players.moments import iso

Row = TypeVar("Row", bound=Model)

MAX_COUNTED = 10_000
_TEXT = re.compile(
    r"(?P<back>-?)"
    r"(?:(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)"
    r"|(?P<number>[+-]\d{1,18}(?:\.\d{1,18})?(?:e[+-]\d{1,2})?))"
    r"~(?P<key>[0-9]{1,19}|[0-9a-f-]{36})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a list: after the row with this value and key, or before it (`backwards`)."""

    at: datetime | float
    key: str
    backwards: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` wrote; ValueError for anything else."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError("not a cursor")
        time, number = match["time"], match["number"]
        at = datetime.fromisoformat(time) if time else float(number)
        return cls(at, match["key"], backwards=bool(match["back"]))

    def __str__(self) -> str:
        # a number has its sign, so that it cannot be taken for the mark of walking backwards
        at = iso(self.at) if isinstance(self.at, datetime) else f"{self.at:+}"
        return f"{'-' if self.backwards else ''}{at}~{self.key}"


@dataclass(frozen=True, slots=True)
class Keyset(Generic[Row]):
    """The order of a list: by a column of times or numbers, then by primary key."""

    field: str
    newest_first: bool = True

    def after(self, rows: QuerySet[Row], cursor: Cursor | None) -> QuerySet[Row]:
        """The rows that follow the cursor, in the direction in which it walks.

        ValueError if the cursor is of another list, whose keys are of another kind.
        """
        falling = self.newest_first != (cursor is not None and cursor.backwards)
        if cursor is not None:
            at, key = self._values(rows, cursor)
            side = "lt" if falling else "gt"
            # the first condition follows from the second; databases seek in an index by it
            rows = rows.filter(
                Q(**{f"{self.field}__{side}e": at}),
                Q(**{f"{self.field}__{side}": at}) | Q(**{f"pk__{side}": key}),
            )
        sign = "-" if falling else ""
        return rows.order_by(f"{sign}{self.field}", f"{sign}pk")

    def _values(self, rows: QuerySet[Row], cursor: Cursor) -> tuple[datetime | float, Any]:
        column = rows.model._meta.get_field(self.field)
        if isinstance(column, DateTimeField) != isinstance(cursor.at, datetime):
            raise ValueError("a cursor of another list")
        try:
            return cursor.at, rows.model._meta.pk.to_python(cursor.key)
        except ValidationError as wrong_kind:
            raise ValueError("a cursor of another list") from wrong_kind

    def cursor(self, row: Row) -> Cursor:
        """The place right after `row`."""
        at = getattr(row, self.field)
        return Cursor(at if isinstance(at, datetime) else float(at), str(row.pk))


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a list and the links to what lies before and after them."""

    rows: list[Row]
    count: int | None
    next: str | None
    previous: str | None

    def body(self, results: list[Any]) -> dict[str, Any]:
        """The list envelope around the rendered rows."""
        return {
            "count": self.count,
            "next": self.next,
            "previous": self.previous,
            "results": results,
        }


def count_rows(rows: QuerySet[Row]) -> int | None:
    """How many rows a list has; None past MAX_COUNTED."""
    count = rows.order_by()[: MAX_COUNTED + 1].count()
    return None if count > MAX_COUNTED else count


def page(
    request: Request,
    rows: QuerySet[Row],
    keyset: Keyset[Row],
    cursor: Cursor | None,
    limit: int,
    count: Callable[[QuerySet[Row]], int | None] = count_rows,
) -> Page[Row]:
    """The page at `cursor`, with absolute links, and how many rows `count` says there are."""
    found = list(keyset.after(rows, cursor)[: limit + 1])
    more, shown = len(found) > limit, found[:limit]
    backwards = cursor is not None and cursor.backwards
    if backwards:
        shown.reverse()
    follows = bool(shown) and (more or backwards)
    precedes = bool(shown) and (more if backwards else cursor is not None)
    return Page(
        rows=shown,
        count=count(rows),
        next=_link(request, keyset.cursor(shown[-1])) if follows else None,
        previous=(
            _link(request, replace(keyset.cursor(shown[0]), backwards=True)) if precedes else None
        ),
    )


def _link(request: Request, cursor: Cursor) -> str:
    link: str = replace_query_param(request.build_absolute_uri(), "cursor", str(cursor))
    return link
