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
    broadcast.notice(
        table.pk,
        {
            "kind": kind.value,
            "seat": None if seat is None else SeatName(seat).name,
            "hand": hand.pk if hand else None,
            "data": data,
            "at": row.at.isoformat(),
        },
    )
    return row
