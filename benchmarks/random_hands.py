"""Random hands by the readable engine, every action checked, beside OpenSpiel's spades.

    python -m benchmarks.random_hands [--hands N] [--rounds N]

Both are driven from Python in turns, one round each, on one core; the figures are hands per
second of processor time, the median of the rounds, and only their ratio means anything. Every
hand is dealt, bid, played and scored. OpenSpiel's chance nodes are sampled by their stated
probabilities, as its interface gives them. Without `open-spiel` installed its part is left out.
The last line is JSON.
"""

import argparse
import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.bot_strength import shuffled
from games.engine import (
    PRESETS,
    HandState,
    Seat,
    apply,
    legal_actions,
    new_hand,
    replay,
)

try:
    import pyspiel
except ImportError:  # the comparison is optional, the package large
    pyspiel = None

CLASSIC = PRESETS["classic"]


def engine_hand(random: Random) -> HandState:
    """One hand of the engine, dealt and played at random."""
    state = new_hand(CLASSIC, shuffled(random), Seat.N)
    while state.to_act is not None:
        state = apply(state, random.choice(legal_actions(state)))
    if state.score is None:
        raise RuntimeError("a hand that is over has a score")
    return state


def spiel_hand(random: Random) -> None:
    """One hand of OpenSpiel, the same way."""
    state = _SPADES.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    state.returns()


_SPADES: Any = pyspiel.load_game("spades") if pyspiel else None


def rate(play: Callable[[Random], object], hands: int, seed: int) -> float:
    """Hands per second of processor time."""
    random = Random(seed)
    begun = process_time()
    for _ in range(hands):
        play(random)
    return hands / (process_time() - begun)


def replay_microseconds(times: int = 500) -> float:
    """Processor time of replaying the 56 actions of a hand, in microseconds."""
    random = Random(1)
    state = engine_hand(random)
    bids = ["b3"] * 4
    plays = [f"p{card}" for trick in state.tricks for card in trick.cards]
    begun = process_time()
    for _ in range(times):
        replay(CLASSIC, state.deal, state.dealer, bids + plays)
    return (process_time() - begun) / times * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000, help="per round")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    found: dict[str, list[float]] = {"engine": [], "open_spiel": []}
    for seed in range(options.rounds + 1):
        found["engine"].append(rate(engine_hand, options.hands, seed))
        if pyspiel:
            found["open_spiel"].append(rate(spiel_hand, options.hands, seed))
    # The first round only warms up.
    rates = {name: median(values[1:]) for name, values in found.items() if values}
    result: dict[str, float | None] = {
        "hands_per_second": round(rates["engine"]),
        "open_spiel_hands_per_second": round(rates["open_spiel"]) if pyspiel else None,
        "ratio": round(rates["engine"] / rates["open_spiel"], 2) if pyspiel else None,
        "replay_microseconds": round(replay_microseconds(), 1),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
