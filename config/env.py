"""The only reader of the process environment: everything tunable arrives through `env`."""

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
# what the environment already says outranks the file
environ.Env.read_env(env.str("SPADEWORK_ENV_FILE", default=str(BASE_DIR / ".env")))
