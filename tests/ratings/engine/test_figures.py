"""What recorded hands say about the four who played them."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import PRESETS, Seat
from games.engine.log import Cause
from ratings.engine.figures import FIGURE_NAMES, HandFigures, Rate, figures_of, total
from ratings.engine.replayed import replayed
from tests.ratings.recorded import MS, TRACES, hand_of

SOME = TRACES[:150]
FOUR = PRESETS["classic"].seats


def worked_out(trace: dict, seat: int) -> dict[str, int]:
    """The figures of a seat by plain arithmetic on what was recorded."""
    bids, tricks, side = trace["bids"], trace["tricks_won"], seat % 2
    partner, others = (seat + 2) % 4, [(seat + 1) % 4, (seat + 3) % 4]

    def contract(who: list[int]) -> tuple[int, int]:
        bid = sum(bids[one] for one in who)
        return bid, sum(tricks[one] for one in who if bids[one])

    (bid, taken), (their_bid, their_taken) = contract([seat, partner]), contract(others)
    delta = trace["expect"]["classic"]["delta"]
    led = [trick for trick in trace["tricks"] if trick[0] == seat]
    broken = [other for other in others if not bids[other] and tricks[other]]
    return {
        "hands": 1,
        "points": delta[side],
        "points_against": delta[1 - side],
        "number_bids": int(bids[seat] > 0),
        "tricks_bid": bids[seat],
        "tricks_taken": tricks[seat] if bids[seat] else 0,
        "exact_bids": int(bids[seat] == tricks[seat] > 0),
        "tricks_missed_by": abs(bids[seat] - tricks[seat]) if bids[seat] else 0,
        "contracts": int(bid > 0),
        "contracts_made": int(bid > 0 and taken >= bid),
        "contracts_faced": int(their_bid > 0),
        "contracts_set": int(their_bid > 0 and their_taken < their_bid),
        "nils": int(not bids[seat]),
        "nils_made": int(not bids[seat] and not tricks[seat]),
        "covers": int(bids[seat] > 0 == bids[partner]),
        "covers_made": int(bids[seat] > 0 == bids[partner] and not tricks[partner]),
        "nils_faced": sum(not bids[other] for other in others),
        "nils_broken": len(broken),
        "leads": len(led),
        "leads_won": sum(trick[1] % 2 == side for trick in led),
        "spade_leads": sum(trick[2][0][0] == "S" for trick in led),
    }


def test_recorded_hands_give_the_figures_worked_out_by_hand():
    for trace in SOME:
        found = figures_of(hand_of(trace))
        assert set(found) == set(FOUR)
        for seat, figures in found.items():
            expected = worked_out(trace, seat)
            counted = figures.to_dict()
            assert {name: counted[name] for name in expected} == expected, (trace["id"], seat)


def test_the_bags_of_a_side_are_those_its_counter_rose_by_before_any_penalty():
    for trace in SOME:
        after, found = trace["expect"]["classic"]["bags"], figures_of(hand_of(trace))
        for seat in FOUR:
            before = trace["bags_before"][seat % 2]
            assert (before + found[seat].bags) % 10 == after[seat % 2], trace["id"]


def test_a_decision_takes_from_the_action_before_it_and_the_first_of_a_hand_takes_none():
    trace = next(trace for trace in TRACES if trace["scores_before"] == [0, 482])
    found = total(figures_of(hand_of(trace)).values())
    assert found.bid_ms == found.timed_bids * MS
    assert found.card_ms == found.timed_cards * MS
    assert found.timed_bids == 3  # the first action of the hand was a bid
    free = sum(len(legal) > 1 for _, _, legal in trace["steps"])
    assert found.timed_cards == pytest.approx(free, abs=len(trace["lead_diff"]))


def test_a_seat_a_bot_played_a_card_for_is_nobodys_hand():
    def stand_in(seat: int, token: str) -> Cause:
        return Cause.BOT if seat == 1 and token.startswith("p") else Cause.PERSON

    assert set(figures_of(hand_of(TRACES[0], stand_in))) == {Seat.N, Seat.S, Seat.W}


def test_a_bid_the_clock_made_is_nobodys_hand_but_a_card_it_played_is():
    def clock(seat: int, token: str) -> Cause:
        late = (seat == 0 and token.startswith("b")) or (seat == 2 and token.startswith("p"))
        return Cause.TIMEOUT if late else Cause.PERSON

    found = figures_of(hand_of(TRACES[0], clock))
    assert set(found) == {Seat.E, Seat.S, Seat.W}
    assert found[Seat.S].timed_cards == 0


def test_a_hand_that_is_not_over_has_no_figures():
    hand = hand_of(TRACES[0])
    unfinished = replayed(hand.start, [step.entry for step in hand.steps[:-1]])
    with pytest.raises(ValueError, match="end"):
        figures_of(unfinished)


@given(st.lists(st.integers(0, len(SOME) - 1), max_size=6), st.integers(0, 6))
def test_figures_add_up_in_any_grouping_and_take_away_again(numbers, cut):
    found = [figures_of(hand_of(SOME[number]))[Seat.N] for number in numbers]
    whole = total(found)
    assert total(found[:cut]) + total(found[cut:]) == whole
    assert reduce(HandFigures.__add__, (-each for each in found), whole) == HandFigures()


def test_every_figure_is_met_in_recorded_hands():
    seen = total(each for trace in SOME for each in figures_of(hand_of(trace)).values()).to_dict()
    never = {name for name in FIGURE_NAMES if not seen[name]}
    assert never == {"blind_nils", "blind_nils_made"}  # the recorded hands know none


def test_a_rate_tells_its_interval_and_nothing_of_no_tries():
    assert Rate.of_counts(0, 0) == Rate(0, 0, None, None, None)
    # Wilson score interval, worked example of Agresti and Coull (1998): 0 of 10 and 5 of 10
    assert (Rate.of_counts(0, 10).low, Rate.of_counts(0, 10).high) == (0.0, 0.2775)
    assert (Rate.of_counts(5, 10).low, Rate.of_counts(5, 10).high) == (0.2366, 0.7634)
