"""The HTTP side of a client that meets restarts: what was not answered is asked again."""

import asyncio
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx

PATIENCE = 240.0  # seconds after which a service that does not answer is a failed run


class Unanswered(Exception):
    """The service answered in no way that lets a client go on."""


@dataclass(slots=True)
class Http:
    """Calls `/api/v1/`; counts the answers that should not have been given."""

    base: str
    server_errors: list[str] = field(default_factory=list)
    client: httpx.AsyncClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = httpx.AsyncClient(base_url=f"{self.base}/api/v1/", timeout=30)

    async def call(
        self,
        method: str,
        path: str,
        *,
        token: str = "",
        json: object = None,
        auth: tuple[str, str] | None = None,
        settled: tuple[int, ...] = (),
    ) -> dict[str, Any]:
        """The body of a success, or of a refusal with a status in `settled`."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        if token:
            headers["Authorization"] = f"Token {token}"
        until = asyncio.get_running_loop().time() + PATIENCE
        answer = "no answer"
        while asyncio.get_running_loop().time() < until:
            try:
                reply = await self.client.request(
                    method, path, json=json, headers=headers, auth=auth or httpx.USE_CLIENT_DEFAULT
                )
            except httpx.TransportError:
                await asyncio.sleep(0.2)
                continue
            if "IDEMPOTENCY_KEY_IN_USE" in reply.text:
                # the first try died with its process; what it did or not is seen by trying anew
                headers["Idempotency-Key"] = str(uuid.uuid4())
                continue
            if reply.is_success or reply.status_code in settled:
                return reply.json() if reply.content else {}
            answer = f"{method} {path}: {reply.status_code} {reply.text[:300]}"
            if reply.status_code == 429:
                await asyncio.sleep(float(reply.headers.get("Retry-After", 1)))
            elif reply.status_code >= 500:
                if reply.status_code != 503:  # "not now" is an answer; others are faults
                    self.server_errors.append(answer)
                await asyncio.sleep(0.2)
            else:
                raise Unanswered(answer)
        raise Unanswered(answer)

    async def close(self) -> None:
        await self.client.aclose()
