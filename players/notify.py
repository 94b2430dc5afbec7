"""News for one player on `/ws/v1/me/`, and the call to their open sockets to check access again.

Both are sent after commit and carry nothing that must not be lost: who misses a notice reads the
same facts from the API.
"""

from functools import partial

from django.db import transaction

from players.publish import publish


def group_of(user_id: int) -> str:
    """The channel group every socket of the player joins."""
    return f"u.{user_id}"


def news_of(user_id: int) -> str:
    """The channel group the player's personal sockets join besides."""
    return f"n.{user_id}"


def notify(user_id: int, notice: dict[str, object]) -> None:
    """Send `notice` to the player's personal sockets once the transaction has committed."""
    _after_commit(news_of(user_id), {"type": "notice", "notice": notice})


def close_sockets(user_id: int) -> None:
    """Have every socket of the player check its access again; those without it close (4403)."""
    _after_commit(group_of(user_id), {"type": "access_changed"})


def _after_commit(group: str, message: dict[str, object]) -> None:
    transaction.on_commit(partial(publish, group, message))
