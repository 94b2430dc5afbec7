"""The HTTP and WebSocket server of one process, and the socket it listens on."""

import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

# protocol.md section 3: a longer frame closes with 1009; a seat that has not answered for 10 s is gone
LARGEST_FRAME_BYTES = 8192
PING_SECONDS = 5

# Open connections and running requests in one process; past it a client is told 503 at once.
MOST_CONNECTIONS = 4000

BACKLOG = 1024


class PortTaken(Exception):
    """Somebody else listens where we were asked to."""


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to `host` and `port` (0: any free one), ready to be served or inherited.

    Raises PortTaken, before anything else has been started.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise PortTaken(f"cannot listen on {host}:{port}: {error.strerror}") from error
    return listening


def address_of(listening: socket.socket) -> str:
    """Where a browser on this machine finds what is served on the socket."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


class Server(uvicorn.Server):
    """Uvicorn that says when it has begun to serve."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()


def make_server(*, drain_seconds: int, on_ready: Callable[[], None]) -> Server:
    """A server of this project's application.

    When it is told to stop, open sockets are closed with 1012 and running requests have
    `drain_seconds` to end. Forwarded headers are left to the application, which knows from
    NUM_PROXIES whom to believe.
    """
    config = uvicorn.Config(
        "config.asgi:application",
        ws_max_size=LARGEST_FRAME_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # frames are small; a compressor for each socket would cost more memory than it saves
        ws_per_message_deflate=False,
        limit_concurrency=MOST_CONNECTIONS,
        backlog=BACKLOG,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=drain_seconds,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
    )
    return Server(config, on_ready)


def run_until_signalled(server: Server, listening: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM; returns when the server has stopped.

    Uvicorn delivers the signal that ended it a second time, to whatever handler was there before.
    That must not end the process: its owner still has things to stop.
    """

    def ignore(_signal: int, _frame: FrameType | None) -> None:
        return

    handled = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, ignore) for number in handled}
    try:
        server.run([listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
