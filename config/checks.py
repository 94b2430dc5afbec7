"""System checks that refuse combinations of settings which cannot work, before anything starts."""

import base64
import binascii
from collections.abc import Iterator
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.utils.module_loading import import_string

SHORTEST_SECRET = 40
DEAL_KEY_BYTES = 32
PLACEHOLDERS = ("change-me", "changeme", "django-insecure", "tests-only")


def topology_faults(*, processes: int) -> list[CheckMessage]:
    """Why these settings cannot serve from `processes` processes; empty when they can."""
    if processes <= 1:
        return []
    faults: list[CheckMessage] = []
    if isinstance(get_channel_layer(), InMemoryChannelLayer):
        faults.append(
            Error(
                "Several processes cannot hear each other through the in-memory channel layer.",
                hint="Set REDIS_URL, or run everything in one process.",
                id="spadework.E001",
            )
        )
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        faults.append(
            Error(
                "A worker in another process cannot be reached through memory.",
                hint="Set REDIS_URL, or run everything in one process.",
                id="spadework.E002",
            )
        )
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        faults.append(
            Error(
                "Several processes need a database that locks rows; SQLite locks the whole file.",
                hint="Set DATABASE_URL to a PostgreSQL database, or run everything in one process.",
                id="spadework.E003",
            )
        )
    if settings.CACHES["default"]["BACKEND"].endswith("LocMemCache"):
        faults.append(
            Error(
                "Limits counted in the memory of each process are no limits.",
                hint="Set REDIS_URL, or run everything in one process.",
                id="spadework.E004",
            )
        )
    return faults


def check_topology(**_: Any) -> list[CheckMessage]:
    """The numbers of processes in the settings fit the services in the settings."""
    return topology_faults(processes=settings.ASGI_PROCESSES + settings.WORKER_PROCESSES)


def check_production(**_: Any) -> list[CheckMessage]:
    """Nothing is left at a default where strangers can reach it."""
    if not settings.PRODUCTION:
        return []
    faults: list[CheckMessage] = []
    if settings.DEBUG:
        faults.append(Error("DEBUG is on in production.", id="spadework.E010"))
    if not is_real_secret(settings.SECRET_KEY):
        faults.append(
            Error(
                "SECRET_KEY is missing, short or a placeholder.",
                hint="manage.py setup makes one.",
                id="spadework.E011",
            )
        )
    if not settings.DEAL_KEYS or not all(map(is_deal_key, settings.DEAL_KEYS)):
        faults.append(
            Error(
                "DEAL_KEY is missing or not 32 bytes in URL-safe base64.",
                hint="manage.py setup makes one. Keep it: without it unfinished games are lost.",
                id="spadework.E012",
            )
        )
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        faults.append(Error("ALLOWED_HOSTS must name the hosts of this site.", id="spadework.E013"))
    for renderer in settings.REST_FRAMEWORK.get("DEFAULT_RENDERER_CLASSES") or ():
        if "Browsable" in renderer:
            faults.append(
                Error(f"The browsable API ({renderer}) is on in production.", id="spadework.E014")
            )
    return faults


def is_real_secret(value: str) -> bool:
    """Long enough and nobody's example."""
    return len(value) >= SHORTEST_SECRET and not value.lower().startswith(PLACEHOLDERS)


def is_deal_key(value: str) -> bool:
    """URL-safe base64 of 32 bytes."""
    try:
        return len(base64.b64decode(value, altchars=b"-_", validate=True)) == DEAL_KEY_BYTES
    except (binascii.Error, ValueError):
        return False


def dotted_paths() -> Iterator[tuple[str, str]]:
    """Every setting that names a function by its path, with that path."""
    for event, paths in settings.GAME_HANDLERS.items():
        for path in paths:
            yield f"GAME_HANDLERS[{event!r}]", path
    for stage, path in settings.STAGE_RUNNERS.items():
        yield f"STAGE_RUNNERS[{stage!r}]", path
    for setting in (
        "ACCOUNT_CLOSE_CHECKS",
        "AUDITS",
        "OUTAGE_CREDITS",
        "SIGNS_OF_LIFE",
        "BLOCK_HANDLERS",
        "HELLO_FACTS",
    ):
        for path in getattr(settings, setting):
            yield setting, path
    yield "TURN_FALLBACK", settings.TURN_FALLBACK
    if settings.ASGI_PULSE:
        yield "ASGI_PULSE", settings.ASGI_PULSE


def check_paths(**_: Any) -> list[CheckMessage]:
    """Every seam between apps leads to something that can be called."""
    faults: list[CheckMessage] = []
    for setting, path in dotted_paths():
        try:
            found = import_string(path)
        except ImportError as error:
            faults.append(Error(f"{setting} does not import: {error}", id="spadework.E020"))
        else:
            if not callable(found):
                faults.append(Error(f"{setting}: {path} cannot be called.", id="spadework.E021"))
    return faults
