"""Writing down what happened at a table that is not an action."""

from typing import Any

from games import broadcast
from games.engine.seats import Seat as SeatName
from games.models import Hand, Notice, Table


def record(
    table: Table,
    kind: Notice.Kind,
    *,
    hand: Hand | None = None,
    seat: int | None = None,
    **data: Any,
) -> Notice:
    """Keep a notice in its own row and tell the table after commit."""
    row = Notice.objects.create(table=table, hand=hand, kind=kind, seat=seat, data=data)
    announce(row)
    return row


def announce(row: Notice) -> None:
    """Tell the table of a notice that was stored, after commit."""
    broadcast.notice(
        row.table_id,
        {
            "kind": str(row.kind),
            "seat": None if row.seat is None else SeatName(row.seat).name,
            "hand": row.hand_id,
            "data": row.data,
            "at": row.at.isoformat(),
        },
    )
