"""Who is connected to which table: leases in the cache that run out by themselves.

A socket's lease is renewed while it answers; nothing depends on a goodbye. Losing the cache shows
people as away for some seconds and changes no game.
"""

import logging
import time
from collections.abc import Callable, Iterable
from typing import TypeVar
from uuid import UUID

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

T = TypeVar("T")

LEASE_SECONDS = 10
RENEW_SECONDS = 5

# what this process has renewed, and when it runs out by the monotonic clock
_ours: dict[str, float] = {}
# A cache that did not answer is left alone for as long: nobody shall wait for it twice in a row.
_away_until = 0.0


def _key(table_id: UUID, user_id: int) -> str:
    return f"at:{table_id.hex}:{user_id}"


def renew(table_id: UUID, *user_ids: int) -> None:
    """These users have sockets of this process at the table, which have just answered."""
    keys = [_key(table_id, user_id) for user_id in user_ids]
    _ours.update(dict.fromkeys(keys, time.monotonic() + LEASE_SECONDS))
    _ask(lambda: cache.set_many(dict.fromkeys(keys, 1), LEASE_SECONDS), None)


def drop(table_id: UUID, user_id: int) -> None:
    """The user's last socket of this process said goodbye; one elsewhere renews the lease."""
    key = _key(table_id, user_id)
    _ours.pop(key, None)
    _ask(lambda: cache.delete(key), None)


def connected(table_id: UUID, user_ids: Iterable[int]) -> frozenset[int]:
    """Those of the users whose lease at the table has not run out."""
    keys = {_key(table_id, user_id): user_id for user_id in user_ids}
    found: Iterable[str] = _ask(lambda: cache.get_many(keys), ())
    return frozenset(keys[key] for key in found)


def is_here(table_id: UUID, user_id: int) -> bool:
    """Whether this very process serves the user at the table; asks nobody."""
    return _ours.get(_key(table_id, user_id), 0.0) > time.monotonic()


def _ask(question: Callable[[], T], unanswered: T) -> T:
    global _away_until
    if time.monotonic() < _away_until:
        return unanswered
    try:
        return question()
    except (RedisError, OSError):
        logger.warning("shared cache unavailable: nobody is seen to be connected")
        _away_until = time.monotonic() + RENEW_SECONDS
        return unanswered
