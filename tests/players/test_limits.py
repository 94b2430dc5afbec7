"""Limits admit exactly as many as they say, however many ask at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.core.cache import caches

from players import limits
from players.errors import TooMany


@pytest.fixture
def key():
    return f"test:{uuid4()}"


def tries(key, limit, times, seconds=10_000_000):
    admitted = 0
    for _ in range(times):
        try:
            limits.hit(key, limit, seconds)
            admitted += 1
        except TooMany:
            pass
    return admitted


def test_the_limit_is_exact_when_24_threads_try_at_once(key):
    barrier = Barrier(24)

    def worker():
        barrier.wait()
        return tries(key, 100, 20)

    with ThreadPoolExecutor(24) as pool:
        admitted = sum(future.result() for future in [pool.submit(worker) for _ in range(24)])

    assert admitted == 100


def test_a_refusal_says_when_to_come_back(key, time_machine):
    time_machine.move_to(1_000_000_000, tick=False)
    limits.hit(key, 1, 60)

    with pytest.raises(TooMany) as refusal:
        limits.hit(key, 1, 60)

    assert refusal.value.retry_after == 60 - 1_000_000_000 % 60


def test_the_next_window_starts_afresh(key, time_machine):
    time_machine.move_to(1_000_000_000, tick=False)
    assert tries(key, 3, 5, seconds=60) == 3
    time_machine.move_to(1_000_000_060, tick=False)
    assert tries(key, 3, 5, seconds=60) == 3


def test_keys_do_not_share_a_counter(key):
    assert tries(key, 2, 2) == 2
    assert tries(key + " and another, with ünïcode\x00", 2, 3) == 2


def test_without_the_shared_cache_a_process_counts_on_its_own(key, settings):
    nowhere = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
        "OPTIONS": {"socket_connect_timeout": 0.2},
    }
    settings.CACHES = {**settings.CACHES, "default": nowhere}
    assert caches["default"].__class__.__name__ == "RedisCache"

    assert tries(key, 2, 4) == 2
