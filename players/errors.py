"""Refusals: what a service raises when it will not do what was asked.

A refusal carries a stable `code` (API, upper case), a text for people and, where a field is at
fault, its name. The class says what kind of refusal it is; `config/api_errors.py` maps kinds to
HTTP statuses and each consumer module to socket frames.
"""

from collections.abc import Mapping


class Refused(Exception):
    """A request that was understood and not carried out; nothing has changed."""

    def __init__(self, code: str, message: str = "", fields: Mapping[str, str] | None = None):
        super().__init__(message or code)
        self.code = code
        self.message = message or code.replace("_", " ").capitalize()
        self.fields = dict(fields or {})


class Malformed(Refused):
    """The request itself is wrong (400)."""


class NotAllowed(Refused):
    """This actor may not do this (403)."""


class AccessLost(NotAllowed):
    """The session or token that admitted this actor would admit nobody any more."""


class NotFound(Refused):
    """There is no such thing, or it must stay hidden from this actor (404)."""


class Conflict(Refused):
    """The thing asked about is in another state (409)."""


class RuleRefused(Refused):
    """The rules of the game or the product say no (422)."""


class TooMany(Refused):
    """A limit was reached (429); `retry_after` is in seconds."""

    def __init__(self, code: str, message: str = "", *, retry_after: int = 60):
        super().__init__(code, message)
        self.retry_after = retry_after
