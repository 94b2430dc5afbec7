"""A thousand hands recorded from another engine: its legal cards, its tricks, its scores."""

import gzip
import json
from pathlib import Path

import pytest

from games.engine import PRESETS, Action, Deal, Seat, apply, legal_actions, new_hand
from tests.games.engine.hands import names

DATA = Path(__file__).parents[2] / "data" / "openspiel_traces.jsonl.gz"
with gzip.open(DATA, "rt") as lines:
    TRACES = [json.loads(line) for line in lines]

GROUPS = 20


def bid_all(state, trace):
    """The auction of a trace; a seat whose side is 100 behind looks before it bids."""
    for seat in trace["bid_order"]:
        assert state.to_act == seat
        own, other = (trace["scores_before"][side % 2] for side in (seat, seat + 1))
        if other - own >= 100:
            assert names(legal_actions(state)) == {"look", "bB"}
            state = apply(state, Action.parse("look"))
        bid = trace["bids"][seat]
        state = apply(state, Action.parse(f"b{bid}" if bid else "bN"))
    return state


def play_all(state, trace):
    """The play of a trace, the legal cards compared at every step."""
    for step, (seat, card, legal) in enumerate(trace["steps"]):
        expected = trace["lead_diff"].get(str(step), legal)
        assert state.to_act == seat
        assert names(legal_actions(state)) == {f"p{name}" for name in expected}, step
        state = apply(state, Action.parse(f"p{card}"))
    return state


@pytest.mark.parametrize("preset", ["classic", "house500"])
@pytest.mark.parametrize("group", range(GROUPS))
def test_recorded_hands_are_legal_and_end_as_recorded(group, preset):
    """S000-16 to S000-23, S001-21 to S001-24, S001-47 to S001-49: all legal sets and winners."""
    for trace in TRACES[group::GROUPS]:
        deal = Deal.from_dict({"hands": [trace["hands"][seat] for seat in "NESW"]})
        state = new_hand(
            PRESETS[preset],
            deal,
            Seat(trace["dealer"]),
            scores=trace["scores_before"],
            bags=trace["bags_before"],
        )
        state = play_all(bid_all(state, trace), trace)
        found = [(t.leader, t.winner, list(map(str, t.cards))) for t in state.tricks]
        assert found == [tuple(trick) for trick in trace["tricks"]], trace["id"]
        assert list(state.public.tricks_won) == trace["tricks_won"]
        expected = trace["expect"][preset]
        assert list(state.score.deltas) == expected["delta"], trace["id"]
        assert list(state.score.scores) == expected["scores"]
        assert list(state.score.bags) == expected["bags"]


def test_there_are_a_thousand_of_them_and_their_scores_agree_where_comparable():
    assert len(TRACES) == 1_000
    agreeing = [trace for trace in TRACES if trace["score_same_as_seeds"]["classic"]]
    assert all(trace["scores_after"] == trace["expect"]["classic"]["scores"] for trace in agreeing)
    assert len(agreeing) > 600
