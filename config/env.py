"""The only reader of the process environment: everything tunable arrives through `env`."""

import os
from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
# what the environment already says outranks the file
environ.Env.read_env(env.str("SPADEWORK_ENV_FILE", default=str(BASE_DIR / ".env")))
# every entry point (manage.py, ASGI, Celery) imports this before Django looks for its settings
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")


def environment_with(**changes: str) -> dict[str, str]:
    """The environment for a process that we start."""
    return {**os.environ, **changes}
