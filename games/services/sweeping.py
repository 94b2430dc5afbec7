"""Going through what is due, where one piece that fails must not hold up the others."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

logger = logging.getLogger(__name__)

Key = TypeVar("Key")


def count_done(what: str, due: Iterable[Key], do: Callable[[Key], bool]) -> int:
    """`do` each piece that is `due`, in a transaction of its own; how many really were done.

    A piece that raises is logged as `what` and stays due: the next sweep comes upon it again.
    """
    done = 0
    for key in due:
        try:
            done += do(key)
        except Exception:
            logger.exception("%s %s could not be done", what, key)
    return done
