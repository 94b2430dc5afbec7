"""Who is connected is a lease in the cache, which may be away without anybody waiting for it."""

from uuid import uuid4

import pytest

from games import presence


@pytest.fixture(autouse=True)
def _the_cache_is_asked(monkeypatch):
    monkeypatch.setattr(presence, "_away_until", 0.0)


@pytest.fixture
def _no_cache(settings):
    nowhere = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
    settings.CACHES = {**settings.CACHES, "default": nowhere}


def test_who_renews_is_connected_until_the_lease_is_dropped():
    table, other = uuid4(), uuid4()
    presence.renew(table, 7, 8)
    assert presence.connected(table, [7, 8, 9]) == {7, 8}
    assert presence.connected(other, [7, 8]) == frozenset()
    presence.drop(table, 7)
    assert presence.connected(table, [7, 8]) == {8}


def test_a_process_knows_whom_it_serves_itself():
    table = uuid4()
    presence.renew(table, 7)
    assert presence.is_here(table, 7)
    assert not presence.is_here(table, 8)
    presence.drop(table, 7)
    assert not presence.is_here(table, 7)


def test_a_lease_of_our_own_runs_out_too(monkeypatch):
    table = uuid4()
    monkeypatch.setattr(presence, "LEASE_SECONDS", 0)
    presence.renew(table, 7)
    assert not presence.is_here(table, 7)


@pytest.mark.usefixtures("_no_cache")
def test_without_the_cache_nobody_is_connected_and_nothing_fails():
    table = uuid4()
    presence.renew(table, 7)
    assert presence.connected(table, [7]) == frozenset()
    assert presence.is_here(table, 7)
    presence.drop(table, 7)


@pytest.mark.usefixtures("_no_cache")
def test_a_cache_that_did_not_answer_is_left_alone_for_a_while(caplog):
    for _ in range(5):
        presence.connected(uuid4(), [7])
    assert len([record for record in caplog.records if "unavailable" in record.message]) == 1
