"""How the logs look, and what never gets into them: cards, keys and passwords.

People read lines on a terminal; programs read one JSON object a line. Both pass the same filter.
"""

import re
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

HIDDEN = "[hidden]"

# names under which something secret might be handed to a logger
SECRET_NAMES = frozenset(
    {
        *("password", "passwd", "token", "secret", "key", "seed", "code", "csrfmiddlewaretoken"),
        *("authorization", "cookie", "sessionid", "session_key", "recovery_codes", "deal_key"),
        *("cards", "deal", "holding", "holdings", "hand_state", "state", "view", "legal", "log"),
    }
)

_CREDENTIALS = re.compile(
    r"(?i)\b(token|bearer|basic)\s+[\w+/=.:-]{8,}|\b(sessionid|csrftoken|password|secret)=[^\s;&]+"
)
_QUERY = re.compile(r"\?\S*")


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace what is secret by name or by look, and cut the query off logged requests."""
    for name, value in event.items():
        if name.lower() in SECRET_NAMES and not (name == "code" and isinstance(value, int)):
            event[name] = HIDDEN
        elif isinstance(value, str):
            event[name] = _CREDENTIALS.sub(HIDDEN, value)
    if isinstance(event.get("request"), str):
        event["request"] = _QUERY.sub("", event["request"])
    return event


# run on every event, whether it came through structlog or through the standard library
SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.StackInfoRenderer(),
]


def configure_structlog() -> None:
    """Send structlog's events through the standard library, where the levels are set."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_config(*, style: str, level: str) -> dict[str, Any]:
    """Django's LOGGING: `style` is "json" or "console", `level` that of our own loggers."""
    rendering: list[Processor]
    if style == "json":
        rendering = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        rendering = [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                # a richer one prints local variables, and those may be cards
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    ours = ("config", "players", "games", "ratings", "tournaments", "bots", "web")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "shared": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    hide_secrets,
                    *rendering,
                ],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "shared"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {name: {"level": level} for name in (*ours, "django_structlog")},
    }
