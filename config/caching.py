"""The shared cache: JSON only, and one pool of connections for the whole process.

JSON, because whoever can write to Redis must not be able to run code here. One pool, because
Django makes a cache of its own for each thread, and under ASGI each request has a new thread: it
would connect anew for every one of them.
"""

import threading
from typing import Any, Self

import orjson
from redis import ConnectionPool

_lock = threading.Lock()
_pools: dict[str, Any] = {}


class JsonSerializer:
    """Serializer of Django's Redis cache backend; whole numbers stay countable by Redis."""

    def dumps(self, value: object) -> bytes | int:
        return value if type(value) is int else orjson.dumps(value)

    def loads(self, data: bytes) -> object:
        return orjson.loads(data)


class SharedPool(ConnectionPool):
    """A pool of connections that all threads use: the one of its address.

    The pool itself is safe between threads, and begins anew in a forked process.
    """

    @classmethod
    def from_url(cls, url: str, **options: Any) -> Self:
        with _lock:
            if url not in _pools:
                _pools[url] = super().from_url(url, **options)
            pool: Self = _pools[url]
            return pool
