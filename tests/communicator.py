"""A test's end of a socket: speaks ASGI to the application in process."""

from typing import Any
from urllib.parse import unquote, urlsplit

import orjson
from asgiref.testing import ApplicationCommunicator

Header = tuple[bytes, bytes]


class Communicator(ApplicationCommunicator):
    """Opens one socket of an ASGI application and talks JSON over it."""

    def __init__(self, application: Any, path: str, headers: list[Header] | None = None) -> None:
        parts = urlsplit(path)
        super().__init__(
            application,
            {
                "type": "websocket",
                "scheme": "ws",
                "path": unquote(parts.path),
                "query_string": parts.query.encode(),
                "headers": headers or [],
                "subprotocols": [],
            },
        )

    async def connect(self, timeout: float = 2) -> tuple[bool, int | None]:
        """Whether the socket was opened, and the code it was refused with if not."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(timeout)
        return answer["type"] == "websocket.accept", answer.get("code")

    async def send_text(self, text: str) -> None:
        await self.send_input({"type": "websocket.receive", "text": text, "bytes": None})

    async def send_bytes(self, content: bytes) -> None:
        await self.send_input({"type": "websocket.receive", "text": None, "bytes": content})

    async def send_json(self, content: object) -> None:
        await self.send_text(orjson.dumps(content).decode())

    async def receive_json(self, timeout: float = 2) -> Any:
        """The next frame; an AssertionError when the socket is closed instead."""
        message = await self.receive_output(timeout)
        assert message["type"] == "websocket.send", message
        return orjson.loads(message["text"])

    async def receive_close(self, timeout: float = 5) -> int:
        """The code the server closes with, frames before it passed over."""
        while True:
            message = await self.receive_output(timeout)
            if message["type"] == "websocket.close":
                code: int = message.get("code", 1000)
                return code

    async def disconnect(self, code: int = 1000) -> None:
        """Close from this side and let the application finish."""
        await self.send_input({"type": "websocket.disconnect", "code": code})
        await self.wait(timeout=2)
