"""What each refusal looks like on a socket: the one place that maps them to frames."""

from typing import Any

from django.db import InterfaceError, OperationalError

from games.engine import IllegalAction, RuleError
from players.errors import Refused, TooMany

RETRY = "RETRY"
STORE_AWAY = (OperationalError, InterfaceError)
ANSWERED = (Refused, IllegalAction, RuleError, *STORE_AWAY)


def error_frame(error: Exception) -> dict[str, Any]:
    """The error frame for an exception of `ANSWERED`; the socket lives on."""
    if isinstance(error, IllegalAction):
        return {"type": "error", "code": error.code, "message": str(error)}
    if isinstance(error, RuleError):
        return {"type": "error", "code": "BAD_RULES", "message": str(error), "fields": error.fields}
    if isinstance(error, TooMany):
        return {
            "type": "error",
            "code": error.code,
            "message": error.message,
            "retry_after": error.retry_after,
        }
    if isinstance(error, Refused):
        return {"type": "error", "code": error.code, "message": error.message}
    # the store was away for a moment; the same frame may be sent again
    return {"type": "error", "code": RETRY, "message": "Not done. Send it again."}
