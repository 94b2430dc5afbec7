"""A real installation: PostgreSQL, Redis, TLS in front; nothing left at its default."""

from config.settings.base import *

PRODUCTION = True

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 31_536_000
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

# Behind the proxy a socket looks unencrypted, so the pages that may open one are listed in full.
SOCKET_ORIGINS = SOCKET_ORIGINS or [
    f"https://{host}" for host in ALLOWED_HOSTS if not host.startswith((".", "*"))
]

LOGGING = logging_config(
    style=env.str("LOG_STYLE", default="json"), level=env.str("LOG_LEVEL", default="INFO")
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # names carry a hash of the content, so that browsers may keep the files for ever
    "staticfiles": {"BACKEND": "config.static_files.HashedFiles"},
}
