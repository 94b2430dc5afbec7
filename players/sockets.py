"""The door of every socket: who comes in, from which page, and what is checked on the way."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from players.actors import Actor, actor_of_scope, headers_of_scope, token_secret

logger = logging.getLogger(__name__)

ACCESS_LOST = 4403
TOO_FAST = 4429
TOO_LARGE = 1009

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Receive, Send], Awaitable[None]]

PAGE_SCHEMES = {"ws": "http", "wss": "https", "http": "http", "https": "https"}


def authenticate(scope: Scope) -> Actor | None:
    """Who opens this socket, by token header or session cookie; None for nobody known.

    Asks the database: consumers call it through `in_database`.
    """
    return actor_of_scope(scope)


def origin_allowed(origin: str, *, scheme: str, host: str) -> bool:
    """Whether a page of `origin` may act here: a listed origin, or the very page's own.

    `scheme` and `host` are those of the request. Origins are compared as whole texts, so nothing
    is parsed and nothing can be malformed in a way that matters.
    """
    if origin in settings.SOCKET_ORIGINS or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    page_scheme = PAGE_SCHEMES.get(scheme)
    return origin == f"{page_scheme}://{host}" and _is_our_host(host)


def _is_our_host(host: str) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


class OriginGuard:
    """Refuses (403) sockets opened by foreign pages, and any that fail before they are open.

    A browser always names the page in `Origin`; only a request with a token header, which no page
    can send, may leave it out.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _page_may_open(scope):
            await receive()
            await send({"type": "websocket.close", "code": ACCESS_LOST})
            return
        answered = False

        async def watched(message: Any) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            if answered:
                raise
            logger.exception("a socket failed in its handshake")
            await send({"type": "websocket.close", "code": ACCESS_LOST})


def _page_may_open(scope: Scope) -> bool:
    headers = headers_of_scope(scope)
    origins = headers.get("origin", [])
    hosts = headers.get("host", [])
    if not origins:
        authorization = headers.get("authorization", [""])
        return token_secret(authorization[0]) is not None
    return (
        len(origins) == 1
        and len(hosts) <= 1
        and origin_allowed(origins[0], scheme=scope.get("scheme", "ws"), host="".join(hosts))
    )
