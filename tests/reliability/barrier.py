"""Calls made by many threads at the same moment, each on a database connection of its own."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def at_once(calls: Sequence[Callable[[], T]]) -> list[T | Exception]:
    """What each call returned or raised, in the order of `calls`."""
    barrier = threading.Barrier(len(calls))
    outcomes: list[T | Exception] = [RuntimeError("did not run")] * len(calls)

    def run(number: int) -> None:
        try:
            barrier.wait()
            outcomes[number] = calls[number]()
        except Exception as error:
            outcomes[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
