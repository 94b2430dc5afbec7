"""The database from inside a socket: one thread asks it, on a connection it keeps.

The library's `database_sync_to_async` gives the connection back before and after every call, and
the pool asks the server whether it lives each time one is taken: for a card that costs as much as
writing it. Here a connection is given back once it has failed, or after a quiet second, so that
whoever comes next gets one that was looked at. After a restart of the database one call at most
finds its connection broken.
"""

import threading
import time
from typing import Any

from channels.db import DatabaseSyncToAsync
from django.db import close_old_connections, connections

QUIET_SECONDS = 1.0

_thread = threading.local()


class DatabaseCall(DatabaseSyncToAsync):
    """Calls a function in the thread for the database; to be awaited."""

    def thread_handler(self, loop: Any, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() - getattr(_thread, "used_at", 0.0) > QUIET_SECONDS:
            close_old_connections()
        try:
            # past the library's own handler, which would close twice
            return super(DatabaseSyncToAsync, self).thread_handler(loop, *args, **kwargs)
        finally:
            _thread.used_at = time.monotonic()
            if any(known.errors_occurred for known in connections.all(initialized_only=True)):
                close_old_connections()


in_database = DatabaseCall
