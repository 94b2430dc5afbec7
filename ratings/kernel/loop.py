"""The loop over games. Plain numbers in flat sequences, so that it can be compiled as it stands.

Kept beside `ratings.engine`, which says why each line is so; tests hold the two together.
"""

import math
from typing import Any


def logistic(x: float) -> float:
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    power = math.exp(max(x, -700.0))
    return power / (1.0 + power)


def surplus(x: float) -> float:
    """phi(x) / Phi(x): what a result says that was expected by x deviations."""
    density = math.exp(-x * x / 2.0) / math.sqrt(2.0 * math.pi)
    return density / (0.5 * (1.0 + math.erf(x / math.sqrt(2.0))))


def replay(
    players: Any,
    verdicts: Any,
    size: int,
    mu: Any,
    sigma: Any,
    before: Any,
    after: Any,
    is_elo: bool,
    beta: float,
    tau: float,
    surprise: float,
    most: float,
    floor: float,
    limited: bool,
    k: float,
    scale: float,
    information: float,
) -> None:
    """Rate game after game, `mu` and `sigma` in place; `size` players a side.

    `before` and `after` take mu and sigma of every place of every game, in turn. `most` is the
    sigma of a start, `information` what a game of Elo adds to 1 / sigma².
    """
    places = 2 * size
    for first in range(0, len(players), places):
        gap = 0.0
        variance = 0.0
        for place in range(first, first + places):
            player = players[place]
            before[2 * place] = mu[player]
            before[2 * place + 1] = sigma[player]
            gap += mu[player] if place < first + size else -mu[player]
            variance += sigma[player] * sigma[player] + tau * tau
        c2 = 2.0 * beta * beta + variance
        c = math.sqrt(c2)
        known, gain, shrink = math.nan, 0.0, 0.0
        for place in range(first, first + places):
            player = players[place]
            verdict = verdicts[place]
            if verdict != 0:
                sign = 1.0 if verdict > 0 else -1.0
                # how far the side that won was ahead, as this verdict has it: mostly one for all
                lead = gap * sign if place < first + size else -gap * sign
                if lead != known:
                    known = lead
                    if is_elo:
                        gain = k * (1.0 - logistic(lead / size * math.log(10.0) / scale))
                    else:
                        x = max(lead / c, -surprise)
                        v = surplus(x)
                        gain, shrink = v / c, v * (v + x) / c2
                old = before[2 * place + 1]
                if is_elo:
                    mu[player] += sign * gain
                    new = 1.0 / math.sqrt(1.0 / (old * old) + information)
                else:
                    drifted = old * old + tau * tau
                    mu[player] += sign * drifted * gain
                    new = math.sqrt(drifted * (1.0 - drifted * shrink))
                bound = old if limited else max(old, most)
                sigma[player] = min(bound, max(new, floor))
            after[2 * place] = mu[player]
            after[2 * place + 1] = sigma[player]
