"""Settings that cannot work are refused before anything starts."""

from typing import Any

import pytest
from channels.layers import channel_layers

from config.checks import check_paths, check_production, check_topology, topology_faults

GOOD_SECRET = "k3" * 30
GOOD_DEAL_KEY = "dGVzdHMtb25seS1kZWFsLWtleS0wMDAwMDAwMDAwMDA="


def ids(faults: list[Any]) -> list[str]:
    return [fault.id for fault in faults]


@pytest.fixture
def newcomer(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """SQLite and memory, as a fresh clone has it, in whichever world the tests run."""
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "config.layers.ThreadSafeInMemoryChannelLayer"}
    }
    settings.CELERY_BROKER_URL = "memory://localhost/"
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    yield settings
    channel_layers.backends.clear()


@pytest.fixture
def production(settings: Any) -> Any:
    settings.PRODUCTION = True
    settings.DEBUG = False
    settings.SECRET_KEY = GOOD_SECRET
    settings.DEAL_KEYS = [GOOD_DEAL_KEY]
    settings.ALLOWED_HOSTS = ["spades.example"]
    return settings


def add_redis(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": ["redis://127.0.0.1:6379/0"]},
        }
    }
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:6379/0"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache"}}


def test_one_process_may_keep_everything_in_memory(newcomer: Any) -> None:
    newcomer.ASGI_PROCESSES, newcomer.WORKER_PROCESSES = 1, 0
    assert check_topology() == []


def test_two_servers_cannot_share_what_each_keeps_in_memory(newcomer: Any) -> None:
    newcomer.ASGI_PROCESSES = 2
    assert ids(check_topology()) == [f"spadework.E00{number}" for number in (1, 2, 3, 4)]


def test_a_worker_beside_the_server_makes_two_processes(newcomer: Any) -> None:
    newcomer.ASGI_PROCESSES, newcomer.WORKER_PROCESSES = 1, 1
    assert "spadework.E002" in ids(check_topology())


def test_postgresql_and_redis_serve_from_many_processes(
    newcomer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_redis(newcomer)
    monkeypatch.setitem(newcomer.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
    assert topology_faults(processes=8) == []


def test_redis_alone_is_not_enough_for_two_processes(newcomer: Any) -> None:
    add_redis(newcomer)
    assert ids(topology_faults(processes=2)) == ["spadework.E003"]


def test_a_whole_production_passes(production: Any) -> None:
    assert check_production() == []


@pytest.mark.parametrize(
    ("setting", "value", "fault"),
    [
        ("DEBUG", True, "spadework.E010"),
        ("SECRET_KEY", "short", "spadework.E011"),
        ("SECRET_KEY", "change-me-" + "x" * 50, "spadework.E011"),
        ("SECRET_KEY", "django-insecure-" + "x" * 50, "spadework.E011"),
        ("DEAL_KEYS", [], "spadework.E012"),
        ("DEAL_KEYS", ["c2hvcnQ="], "spadework.E012"),
        ("DEAL_KEYS", [GOOD_DEAL_KEY, "not base64"], "spadework.E012"),
        ("ALLOWED_HOSTS", [], "spadework.E013"),
        ("ALLOWED_HOSTS", ["*"], "spadework.E013"),
        (
            "REST_FRAMEWORK",
            {"DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.BrowsableAPIRenderer"]},
            "spadework.E014",
        ),
    ],
)
def test_production_refuses_a_default_left(
    production: Any, setting: str, value: object, fault: str
) -> None:
    setattr(production, setting, value)
    assert ids(check_production()) == [fault]


def test_a_newcomers_machine_may_keep_its_defaults(settings: Any) -> None:
    settings.PRODUCTION, settings.SECRET_KEY = False, "short"
    assert check_production() == []


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("GAME_HANDLERS", {"turn_started": ["bots.nowhere.turn_started"]}),
        ("GAME_HANDLERS", {"game_finished": ["config.checks.no_such_function"]}),
        ("STAGE_RUNNERS", {"qualifying": "bots.nowhere.run"}),
        ("ACCOUNT_CLOSE_CHECKS", ["nowhere.at.all"]),
        ("AUDITS", ["ratings.nowhere.audit"]),
        ("BLOCK_HANDLERS", ["ratings.nowhere.part"]),
        ("HELLO_FACTS", ["ratings.nowhere.greeting"]),
        ("OUTAGE_CREDITS", ["ratings.nowhere.credit_outage"]),
        ("SIGNS_OF_LIFE", ["ratings.nowhere.seen"]),
        ("TURN_FALLBACK", "not-a-path"),
        ("ASGI_PULSE", "config.nowhere.beat"),
    ],
)
def test_a_path_that_does_not_import_is_refused(settings: Any, setting: str, value: object) -> None:
    settings.TURN_FALLBACK = "config.checks.check_paths"
    setattr(settings, setting, value)
    assert ids(check_paths()) == ["spadework.E020"]


def test_a_path_to_something_that_cannot_be_called_is_refused(settings: Any) -> None:
    settings.TURN_FALLBACK = "config.checks.SHORTEST_SECRET"
    assert ids(check_paths()) == ["spadework.E021"]
