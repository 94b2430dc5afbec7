"""From a gap to a chance, with no overflow."""

import math


def logistic(x: float) -> float:
    """1 / (1 + e^-x), for any finite x."""
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    power = math.exp(max(x, -700.0))
    return power / (1.0 + power)
