"""Settings of the test suite: quick hashes, no pauses between cards, both worlds."""

import os
import tempfile
from pathlib import Path

from config.settings.base import *

SECRET_KEY = "tests-only-" + "0" * 40
DEAL_KEYS = ["dGVzdHMtb25seS1kZWFsLWtleS0wMDAwMDAwMDAwMDA="]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CARD_SHOWN_SECONDS = TRICK_SHOWN_SECONDS = HAND_SHOWN_SECONDS = 0.0

# Every test comes from one address; those about limits set their own.
RATE_LIMITS = {name: (1_000_000, seconds) for name, (_, seconds) in RATE_LIMITS.items()}

if not DATABASE_URL:
    # A file, not memory: only there do threads meet as they do in the newcomer's world, with WAL
    # and one writer at a time. It need not survive a power cut.
    directory = tempfile.TemporaryDirectory(prefix="spadework-")  # removed when the process ends
    DATABASES["default"]["TEST"] = {"NAME": str(Path(directory.name) / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = DATABASES["default"]["OPTIONS"][
        "init_command"
    ].replace("synchronous=FULL", "synchronous=OFF")
else:
    # to drop the test database takes a checkpoint, which a busy disk makes wait
    DATABASES["default"]["OPTIONS"]["options"] = (
        # nothing a test writes need survive a power cut
        "-c statement_timeout=120000 -c lock_timeout=2000 -c synchronous_commit=off"
    )
ACCOUNT_RATE_LIMITS = False

if REDIS_URL:
    # Processes that test side by side share one Redis, and what one run left outlives it.
    run = f"tests-{os.getpid()}"
    CACHES["default"]["KEY_PREFIX"] = run
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = run

# Announced bot turns go nowhere unless a test starts a worker of its own.
CELERY_BROKER_URL = "memory://"

WHITENOISE_USE_FINDERS = True
STATIC_ROOT = None
# pytest collects what is logged
LOGGING_CONFIG = None
