"""Settings of the test suite: quick hashes, no pauses between cards, both worlds."""

from config.settings.base import *

SECRET_KEY = "tests-only-" + "0" * 40
DEAL_KEYS = ["dGVzdHMtb25seS1kZWFsLWtleS0wMDAwMDAwMDAwMDA="]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CARD_SHOWN_SECONDS = TRICK_SHOWN_SECONDS = HAND_SHOWN_SECONDS = 0.0
