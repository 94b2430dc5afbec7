"""Settings shared by every environment; `dev`, `test` and `prod` say where they differ.

Two worlds, one code path: without DATABASE_URL and REDIS_URL everything lives in one process on
SQLite and in-memory parts; with them the same code runs on PostgreSQL and Redis.
"""

import logging
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from redis.backoff import NoBackoff
from redis.retry import Retry

from config.env import BASE_DIR, VAR_DIR, env
from config.logs import configure_structlog, logging_config

DEBUG = False
SECRET_KEY = env.str("SECRET_KEY", default="")
DEAL_KEYS = env.list("DEAL_KEY", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SOCKET_ORIGINS = env.list("SOCKET_ORIGINS", default=[])
NUM_PROXIES = env.int("NUM_PROXIES", default=0)

REDIS_URL = env.str("REDIS_URL", default="")
DATABASE_URL = env.str("DATABASE_URL", default="")
# strangers can reach this installation: the system checks then insist on real secrets
PRODUCTION = False
# nobody but its owner can: seeding then adds accounts with a password that everybody knows
DEMO = False
# how many processes of each kind serve here, when they are more than this one
ASGI_PROCESSES = env.int("ASGI_PROCESSES", default=1)
WORKER_PROCESSES = env.int("WORKER_PROCESSES", default=0)

INSTALLED_APPS = [
    "config.operators.OperatorsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    # before allauth, whose templates it overrides
    "players",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.headless",
    "django_structlog",
    "config",
    "games",
    "ratings",
    "tournaments",
    "bots",
    "web",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "web.csp.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.refuse_nul.RefuseNul",
    "config.middleware.public_reads.PublicReads",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "web.language.AccountLanguage",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "config.middleware.api_limits.ApiLimits",
    "config.middleware.conditional.ConditionalReads",
    "config.middleware.idempotency.Idempotency",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context_processors.preferences",
            ],
        },
    }
]

if DATABASE_URL:
    DATABASES = {"default": env.db("DATABASE_URL")}
    DATABASES["default"] |= {
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=12)},
            # a statement that waits longer than this is a fault, not patience
            "options": "-c statement_timeout=10000 -c lock_timeout=2000",
        },
    }
else:
    VAR_DIR.mkdir(exist_ok=True)
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": env.str("SQLITE_PATH", default=str(VAR_DIR / "spadework.sqlite3")),
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA temp_store=MEMORY;"
                    "PRAGMA cache_size=-32000;PRAGMA mmap_size=134217728;"
                ),
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {
                "serializer": "config.caching.JsonSerializer",
                "pool_class": "config.caching.SharedPool",
                # what is cached can be done without: never wait for it
                "socket_timeout": 0.5,
                "socket_connect_timeout": 0.5,
                "retry": Retry(NoBackoff(), 1),
            },
        }
    }
    CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [REDIS_URL],
                # a published message reaches every database of its server: ours stay apart
                "prefix": f"spadework-{urlsplit(REDIS_URL).path.strip('/') or 0}",
            },
        }
    }
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, float] = {"visibility_timeout": 60}
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "config.layers.ThreadSafeInMemoryChannelLayer"}}
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}

# where limits are counted while the shared cache is away
CACHES["local"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "local",
    "OPTIONS": {"MAX_ENTRIES": 100_000},
}

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 45
CELERY_TASK_SOFT_TIME_LIMIT = 40
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {
    "tidy players": {"task": "players.tidy", "schedule": timedelta(hours=1)},
    "tidy games": {"task": "games.tidy", "schedule": timedelta(hours=1)},
    "sweep": {"task": "games.sweep", "schedule": timedelta(seconds=1)},
    "rate games": {"task": "ratings.sweep", "schedule": timedelta(seconds=5)},
    "roll seasons over": {"task": "ratings.roll_over", "schedule": timedelta(seconds=30)},
    "unrank the inactive": {"task": "ratings.unrank", "schedule": timedelta(hours=1)},
    "sweep queue": {"task": "ratings.sweep_queue", "schedule": timedelta(seconds=1)},
    "play demo": {"task": "bots.play_demo", "schedule": timedelta(seconds=1)},
    "queue round": {"task": "ratings.queue_round", "schedule": timedelta(seconds=2)},
    "tidy queue": {"task": "ratings.tidy_queue", "schedule": timedelta(hours=1)},
    "count missed games": {"task": "ratings.count_missed", "schedule": timedelta(minutes=1)},
    "put figures right": {"task": "ratings.put_figures_right", "schedule": timedelta(hours=1)},
    "compare with the field": {"task": "ratings.compare", "schedule": timedelta(hours=6)},
}

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "players.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "players.forms.LoginForm",
    "signup": "players.forms.SignupForm",
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# a code to type: a link that opens an account would end in logs
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
# a guest may log in to the account they have
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
MFA_ADAPTER = "players.adapters.MFAAdapter"
MFA_TOTP_ISSUER = "Spadework"
USERSESSIONS_ADAPTER = "players.adapters.SessionsAdapter"
HEADLESS_ONLY = False
# smtp+tls://name:password@host:587; without it nothing is mailed, and accounts get recovery codes
EMAIL_URL = env.str("EMAIL_URL", default="")
EMAIL_CONFIGURED = bool(EMAIL_URL)
if EMAIL_CONFIGURED:
    vars().update(env.email("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
ACCOUNT_SIGNUP_FIELDS = (
    ["username*", "email", "password1*", "password2*"]
    if EMAIL_CONFIGURED
    else ["username*", "password1*", "password2*"]
)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="spadework@localhost")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT: Path | None = BASE_DIR / "staticfiles"

# no request of ours is larger; the API's parser has the same bound
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.parsers.GuardedJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "players.auth.TokenAuthentication",
        "players.auth.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "players.permissions.ScopeAllows",
    ],
    "DEFAULT_PAGINATION_CLASS": "config.pagination.NumberedPages",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "config.api_errors.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Spadework",
    "DESCRIPTION": "Play, follow and organise Spades by program. docs/protocol.md tells the rest.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": None,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.openapi.describe_refusals",
    ],
    "ENUM_NAME_OVERRIDES": {
        "ScopeEnum": "players.models.Scope",
        "SeatEnum": "games.api.serializers.tables.SEAT_NAMES",
        "SideEnum": "games.api.serializers.views.SIDE_NAMES",
        "PresetEnum": "games.api.serializers.rulesets.PRESET_NAMES",
        "TableStatusEnum": "games.models.Table.Status",
        "GameStatusEnum": "games.models.Game.Status",
        "DealStatusEnum": "games.engine.game_proof.DealStatus",
        "ReportReasonEnum": "games.models.Report.Reason",
        "ReportStatusEnum": "games.models.Report.Status",
        "PhraseEnum": "games.models.Phrase",
        "AudienceEnum": "games.models.Audience",
        "CardOrderEnum": "players.models.CardOrder",
        "LadderKindEnum": "ratings.models.Ladder.Kind",
        "BadgeKindEnum": "ratings.models.Badge.Kind",
        "RatingModelEnum": "ratings.models.Ladder.Model",
        "RatingCauseEnum": "ratings.models.JournalRow.Cause",
        "RatingResultEnum": "ratings.models.JournalRow.Result",
        "OffenceKindEnum": "players.models.OffenceKind",
    },
}

# The operators' site (config/admin_site.py), on these hosts only; empty: on every host.
ADMIN_HOSTS = env.list("ADMIN_HOSTS", default=[])
ADMIN_NEEDS_SECOND_FACTOR = env.bool("ADMIN_NEEDS_SECOND_FACTOR", default=True)
OPERATED_APPS = ("players", "games", "ratings", "tournaments", "bots")

# How often something may be done: (times, seconds). `anonymous` and `known` count API requests,
# by address and by player or token; the others count tries, by address and by name.
RATE_LIMITS = {
    "anonymous": (env.int("API_REQUESTS_A_MINUTE", default=60), 60),
    "known": (env.int("API_REQUESTS_A_MINUTE_KNOWN", default=600), 60),
    "sign_up": (env.int("SIGN_UPS_AN_HOUR", default=60), 3600),
    "guest": (env.int("GUESTS_AN_HOUR", default=120), 3600),
    "sign_in": (100, 300),
    "sign_in_name": (10, 300),
    "recover": (20, 3600),
    "recover_name": (5, 3600),
    "table_code": (10, 60),
    "talk": (12, 30),
    "report": (10, 3600),
    "party_code": (10, 60),
    "party_invite": (20, 600),
}

# Figures of the ratings that differ from the engine's defaults (ratings/engine/parameters.py).
RATING: dict[str, Any] = {}

# What apps say to a player whose personal socket opens: dotted paths, (user_id) -> facts.
HELLO_FACTS = ["games.selectors.tables.greeting", "ratings.selectors.queue.greeting"]

configure_structlog()
LOGGING = logging_config(
    style=env.str("LOG_STYLE", default="console"), level=env.str("LOG_LEVEL", default="INFO")
)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
# to ask who it was would cost every public page a query
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
# the address in a header is whatever the sender likes
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False

# The seams through which a lower app calls a higher one (docs/architecture.md); a system check
# proves that every path imports.
GAME_HANDLERS: dict[str, list[str]] = {
    "turn_started": ["bots.hooks.turn_started"],
    "game_finished": ["ratings.hooks.game_ended", "ratings.hooks.count_figures"],
    "game_annulled": ["ratings.hooks.game_ended"],
}
TURN_FALLBACK = "bots.services.fallback.choose"
STAGE_RUNNERS: dict[str, str] = {}
ACCOUNT_CLOSE_CHECKS: list[str] = []
# what verify_logs checks besides hands and games: () -> (kind, [(where, what is wrong)]), …
AUDITS = ["ratings.services.audit.audit"]
# called with now= once a second by every serving process; its gaps are the outages
ASGI_PULSE = "games.services.outage.beat"
# called with since= and now= in the transaction that ends an outage: what else waits for people
OUTAGE_CREDITS = ["ratings.services.queue_upkeep.credit_outage"]
# called with user_ids= and now= every few seconds: whose personal socket is open, by session
SIGNS_OF_LIFE = ["ratings.services.queue.seen"]
# called with blocker_id=, blocked_id= and now= after commit: what the two may no longer do together
BLOCK_HANDLERS = ["ratings.services.parties.part"]

# How long a card and a full trick stay visible before a bot goes on, in seconds.
CARD_SHOWN_SECONDS = env.float("CARD_SHOWN_SECONDS", default=0.6)
TRICK_SHOWN_SECONDS = env.float("TRICK_SHOWN_SECONDS", default=1.2)
HAND_SHOWN_SECONDS = env.float("HAND_SHOWN_SECONDS", default=6.0)
BID_SECONDS = env.int("BID_SECONDS", default=30)
PLAY_SECONDS = env.int("PLAY_SECONDS", default=15)
