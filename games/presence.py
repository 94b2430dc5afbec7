"""Who is connected to which table: leases in the cache that run out by themselves.

A socket renews its lease while it answers; nothing depends on a goodbye. Losing the cache shows
people as away for some seconds and changes no game.
"""

from collections.abc import Iterable
from uuid import UUID

from django.core.cache import cache

LEASE_SECONDS = 10
RENEW_SECONDS = 5


def _key(table_id: UUID, user_id: int) -> str:
    return f"at:{table_id.hex}:{user_id}"


def renew(table_id: UUID, user_id: int) -> None:
    """The user's socket at this table has just answered."""
    cache.set(_key(table_id, user_id), 1, LEASE_SECONDS)


def drop(table_id: UUID, user_id: int) -> None:
    """The user's socket said goodbye; another one renews the lease if it is still there."""
    cache.delete(_key(table_id, user_id))


def connected(table_id: UUID, user_ids: Iterable[int]) -> frozenset[int]:
    """Those of the users whose lease at the table has not run out."""
    keys = {_key(table_id, user_id): user_id for user_id in user_ids}
    return frozenset(keys[key] for key in cache.get_many(keys))
