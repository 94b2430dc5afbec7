"""Hands recorded elsewhere (tests/data), as finished hands with a log and times."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.engine import PRESETS, Deal, Seat, new_hand
from games.engine.log import Cause, LogEntry
from ratings.engine.replayed import ReplayedHand, replayed

DATA = Path(__file__).parents[1] / "data" / "openspiel_traces.jsonl.gz"
with gzip.open(DATA, "rt") as lines:
    TRACES: list[dict[str, Any]] = [json.loads(line) for line in lines]

MS = 1_500  # every action comes so long after the one before it


def tokens_of(trace: dict[str, Any]) -> list[tuple[int, str]]:
    """Seat and token of every action; a seat whose side is 100 behind looks before it bids."""
    found = []
    for seat in trace["bid_order"]:
        own, other = (trace["scores_before"][side % 2] for side in (seat, seat + 1))
        found += [(seat, "look")] if other - own >= 100 else []
        bid = trace["bids"][seat]
        found.append((seat, f"b{bid}" if bid else "bN"))
    return found + [(seat, f"p{card}") for seat, card, _ in trace["steps"]]


def hand_of(
    trace: dict[str, Any], cause: Callable[[int, str], Cause] = lambda seat, token: Cause.PERSON
) -> ReplayedHand:
    """The recorded hand under the classic rules; `cause` says who acted for a seat."""
    start = new_hand(
        PRESETS["classic"],
        Deal.from_dict({"hands": [trace["hands"][seat] for seat in "NESW"]}),
        Seat(trace["dealer"]),
        scores=trace["scores_before"],
        bags=trace["bags_before"],
    )
    log = [
        LogEntry(Seat(seat), cause(seat, token), MS * (number + 1), token)
        for number, (seat, token) in enumerate(tokens_of(trace))
    ]
    return replayed(start, log)
