"""Limits on how often something may be tried: exact counters in fixed windows of time.

A window's counter is one key of the shared cache, made by `add` and counted by `incr`, both atomic
in memory and on Redis, so that no number of threads or processes gets one try more. Where the
shared cache is away each process counts on its own rather than not at all.
"""

import hashlib
import logging
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from players.errors import TooMany

logger = logging.getLogger(__name__)

SHARED, LOCAL = "default", "local"


@dataclass(frozen=True, slots=True)
class Usage:
    """How far a limit is used up; `used` goes on counting beyond `limit`."""

    limit: int
    seconds: int
    used: int
    resets_in: int

    @property
    def exceeded(self) -> bool:
        return self.used > self.limit

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used)


def count(key: str, limit: int, seconds: int) -> Usage:
    """Count one more use of `key` in the present window of `seconds`."""
    window, elapsed = divmod(int(time.time()), seconds)
    digest = hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()[:40]
    # The window is part of the key and outlived by its counter: expiry never meets counting.
    used = _increase(f"limit:{digest}:{seconds}:{window}", 2 * seconds)
    return Usage(limit, seconds, used, seconds - elapsed)


def hit(key: str, limit: int, seconds: int) -> Usage:
    """Count one more use of `key`; TooMany when that is more than `limit` in `seconds`."""
    usage = count(key, limit, seconds)
    if usage.exceeded:
        raise TooMany("TOO_MANY_REQUESTS", too_many_text(), retry_after=usage.resets_in)
    return usage


def hit_named(name: str, who: str) -> Usage:
    """Count one more use by `who` of the limit called `name` in settings.RATE_LIMITS."""
    limit, seconds = settings.RATE_LIMITS[name]
    return hit(f"{name}:{who}", limit, seconds)


def too_many_text() -> str:
    return _("Too many tries. Wait a little and try again.")


def _increase(key: str, lifetime: int) -> int:
    try:
        return _increase_in(SHARED, key, lifetime)
    except (RedisError, OSError):
        logger.warning("shared cache unavailable, counting in this process")
        return _increase_in(LOCAL, key, lifetime)


def _increase_in(alias: str, key: str, lifetime: int) -> int:
    cache = caches[alias]
    cache.add(key, 0, timeout=lifetime)
    try:
        return int(cache.incr(key))
    except ValueError:  # evicted in between: the cache is full
        cache.add(key, 0, timeout=lifetime)
        return int(cache.incr(key))
