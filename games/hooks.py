"""News of play for the apps above: dotted paths from settings, called after commit with ids.

A handler may be called twice or not at all (a crash between commit and call); whatever it starts
must be idempotent, and a sweep finds what a lost call missed.
"""

import logging
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)


def announce(news: str, **ids: Any) -> None:
    """After the current transaction, tell every handler of `news` in GAME_HANDLERS."""
    transaction.on_commit(lambda: _call(news, ids))


def _call(news: str, ids: dict[str, Any]) -> None:
    for path in settings.GAME_HANDLERS[news]:
        try:
            import_string(path)(**ids)
        except Exception:
            # the transaction stands; the sweep will do what this call should have
            logger.exception("handler %s of %s failed", path, news)
