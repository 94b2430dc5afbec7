"""Whole periods of games at once: the mathematics of `ratings.engine` over arrays.

The same to 1e-9 as rating game after game with `ratings.engine.rate`, hundreds of times faster
where `numba` is installed (the extra `sim`) and some ten times where it is not.
"""

from ratings.kernel.period import VERDICTS, replay_period, starting

__all__ = ["VERDICTS", "replay_period", "starting"]
