"""What goes out to a table's sockets: ids and public facts, after commit, never a hidden card."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from games.engine.events import PublicEvent
from games.models import Hand, Message
from games.selectors.views import turn_of
from players.publish import publish


def group_of(table_id: UUID) -> str:
    """The channel group of a table's sockets."""
    return f"t.{table_id.hex}"


def event(table_id: UUID, hand: Hand, happened: PublicEvent) -> None:
    """An action that has been written; `hand` carries the turn that follows it."""
    _after_commit(
        table_id,
        {
            "type": "hand.event",
            "hand": hand.pk,
            "seq": happened.seq,
            "event": happened.to_dict(),
            "turn": turn_of(hand),
        },
    )


def refresh(table_id: UUID) -> None:
    """Every socket of the table takes a fresh snapshot: a new hand, a pause, a credit."""
    _after_commit(table_id, {"type": "table.refresh"})


def table_changed(table_id: UUID) -> None:
    """Seats, host, status or seeds are no longer what the sockets have shown."""
    _after_commit(table_id, {"type": "table.changed"})


def notice(table_id: UUID, facts: Mapping[str, Any]) -> None:
    """Something that is not an action, as it stands in its own row."""
    _after_commit(table_id, {"type": "table.notice", "notice": dict(facts)})


def said(message: Message, facts: Mapping[str, Any]) -> None:
    """Something was said; each process looks who of its sockets is to hear it."""
    _after_commit(
        message.table_id,
        {
            "type": "table.said",
            "author": message.author_id,
            "audience": str(message.audience),
            "message": dict(facts),
        },
    )


def _after_commit(table_id: UUID, message: dict[str, Any]) -> None:
    transaction.on_commit(lambda: publish(group_of(table_id), message))
