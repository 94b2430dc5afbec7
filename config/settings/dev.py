"""A newcomer's machine: no secrets to set, no services to start."""

from config.settings.base import *
from config.settings.local_secrets import local_secret

DEBUG = False
DEMO = True
SECRET_KEY = SECRET_KEY or local_secret("secret_key")
DEAL_KEYS = DEAL_KEYS or [local_secret("deal_key")]
ALLOWED_HOSTS = ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
# the pages' files are served from where they lie; there is nothing to collect
WHITENOISE_USE_FINDERS = True
STATIC_ROOT = None
# on the terminal of one who plays, every request would be noise
LOGGING["loggers"]["django_structlog"] = {"level": env.str("LOG_LEVEL", default="WARNING")}
