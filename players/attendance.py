"""Who has a personal socket open in this process, for those who wait for people to be there.

As long as a socket answers its pings its player is there. Every few seconds the functions named in
settings.SIGNS_OF_LIFE are told of all of them at once, and of a newcomer at once.
"""

import asyncio
import logging
from collections import Counter

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

from players.database import in_database

logger = logging.getLogger(__name__)

PULSE_SECONDS = 5

_sockets: Counter[int] = Counter()
_pulse: asyncio.Task[None] | None = None


async def come(user_id: int) -> None:
    """A socket of the player was opened."""
    _sockets[user_id] += 1
    _keep_beating()
    await in_database(_tell)([user_id])


def go(user_id: int) -> None:
    """A socket of the player is gone; others may be left."""
    _sockets[user_id] -= 1
    if _sockets[user_id] <= 0:
        del _sockets[user_id]


def _keep_beating() -> None:
    global _pulse
    here = asyncio.get_running_loop()
    if _pulse is None or _pulse.done() or _pulse.get_loop() is not here:
        _pulse = here.create_task(_beat())


async def _beat() -> None:
    while _sockets:
        await asyncio.sleep(PULSE_SECONDS)
        await in_database(_tell)(list(_sockets))


def _tell(user_ids: list[int]) -> None:
    now = timezone.now()
    for path in settings.SIGNS_OF_LIFE:
        try:
            import_string(path)(user_ids=user_ids, now=now)
        except Exception:
            # the next beat is some seconds away, and the socket must live on
            logger.exception("%s was not told who is here", path)
