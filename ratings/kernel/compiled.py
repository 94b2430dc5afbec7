"""The loop compiled, where numba is installed."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ratings.kernel import loop

try:
    import numba
    from numba.extending import register_jitable
except ImportError:  # the extra `sim`; without it the loop runs as it is written
    numba = None

SIGNATURE = (
    "void(i8[::1], i1[::1], i8, f8[::1], f8[::1], f8[::1], f8[::1], b1,"
    " f8, f8, f8, f8, f8, b1, f8, f8, f8)"
)


@cache
def replay() -> Callable[..., Any] | None:
    """The compiled loop, or None. Compiled, or read from numba's cache, at the first call."""
    if numba is None:
        return None
    register_jitable(loop.logistic)
    register_jitable(loop.surplus)
    compiled: Callable[..., Any] = numba.njit(SIGNATURE, cache=True)(loop.replay)
    return compiled
