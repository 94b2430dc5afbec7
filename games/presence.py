"""Who is connected to which table: leases in the cache that run out by themselves.

A socket's lease is renewed while it answers; nothing depends on a goodbye. Losing the cache shows
people as away for some seconds and changes no game: that somebody is *gone* is said only while the
leases are known to have been kept. A goodbye ends the first lease, which says who is connected; the
second, which says who is gone, runs on, so that a page that is loaded anew was never gone.
"""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import Enum
from typing import TypeVar
from uuid import UUID

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

T = TypeVar("T")

LEASE_SECONDS = 10
RENEW_SECONDS = 5
# Leases last this much longer than they wait to be renewed: a shorter gap has lost none.
LONGEST_GAP = LEASE_SECONDS - RENEW_SECONDS
_WATCH = "presence-watch"


class Seen(Enum):
    """What the leases say of one person at a table."""

    HERE = "here"
    GONE = "gone"
    UNKNOWN = "unknown"  # the leases were lost, or may have been


# what this process has renewed, and when it runs out by the monotonic clock
_ours: dict[str, float] = {}
# A cache that did not answer is left alone for as long: nobody shall wait for it twice in a row.
_away_until = 0.0


def _key(table_id: UUID, user_id: int) -> str:
    return f"at:{table_id.hex}:{user_id}"


def _trace(table_id: UUID, user_id: int) -> str:
    return f"was:{table_id.hex}:{user_id}"


def renew(table_id: UUID, *user_ids: int) -> None:
    """These users have sockets of this process at the table, which have just answered."""
    keys = [_key(table_id, user_id) for user_id in user_ids]
    _ours.update(dict.fromkeys(keys, time.monotonic() + LEASE_SECONDS))
    leases = [*keys, *(_trace(table_id, user_id) for user_id in user_ids)]
    _ask(lambda: cache.set_many(dict.fromkeys(leases, 1), LEASE_SECONDS), None)


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


def watch(*, now: datetime) -> bool:
    """Note that the cache answers; called every second by the sweep.

    True once it has answered for as long as a lease lasts, without a gap that could have lost one:
    from then on a lease that is missing means that somebody is gone.
    """
    since, last = _watched()
    moment = now.timestamp()
    if since is None or not 0 <= moment - last <= LONGEST_GAP:
        since = moment
    _ask(lambda: cache.set(_WATCH, [since, moment], LEASE_SECONDS), None)
    return is_watched(now=now)


def watch_anew(*, now: datetime) -> None:
    """Nobody counts as gone before a lease's time has passed: an outage cut every connection."""
    moment = now.timestamp()
    _ask(lambda: cache.set(_WATCH, [moment, moment], LEASE_SECONDS), None)


def is_watched(*, now: datetime) -> bool:
    """Whether leases have been kept without a gap for as long as one lasts."""
    since, last = _watched()
    moment = now.timestamp()
    return since is not None and moment - since >= LEASE_SECONDS and moment - last <= LONGEST_GAP


def look(table_id: UUID, user_id: int, *, now: datetime) -> Seen:
    """Whether the user is at the table, or has been gone for as long as a lease lasts."""
    if _ask(lambda: cache.get(_trace(table_id, user_id)), None) is not None:
        return Seen.HERE
    return Seen.GONE if is_watched(now=now) else Seen.UNKNOWN


def _watched() -> tuple[float | None, float]:
    """Since when the leases are kept, and when that was last noted, in epoch seconds."""
    found: list[float] | None = _ask(lambda: cache.get(_WATCH), None)
    return (None, 0.0) if found is None else (found[0], found[1])


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
