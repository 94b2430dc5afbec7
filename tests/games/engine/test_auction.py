"""The auction: order, range, blind bids."""

import pytest

from games.engine import Action, Code, IllegalAction, Phase, apply, legal_actions, view
from tests.games.engine.hands import (
    CLASSIC,
    DUPLICATE,
    HOUSE500,
    E,
    N,
    S,
    W,
    after,
    hand,
    names,
    with_options,
)

NUMBERS = {"bN", *(f"b{number}" for number in range(1, 14))}
BLIND = {"look", "bB"}


def refusal(state, token):
    with pytest.raises(IllegalAction) as refused:
        apply(state, Action.parse(token))
    return refused.value.code


@pytest.mark.parametrize("dealer", [N, E, S, W])
def test_bidding_goes_once_round_from_the_dealers_left(dealer):
    """S000-25, S001-14, S001-11."""
    state = hand(dealer=dealer)
    order = []
    while state.phase is Phase.BIDDING:
        order.append(state.to_act)
        state = after(state, "b3")
    assert tuple(order) == CLASSIC.seating.from_left_of(dealer)
    assert state.opening.auction.bids == (3, 3, 3, 3)


def test_the_dealers_left_leads_first_whoever_bid_most():
    """S000-16, S000-96, S001-21."""
    assert hand("b1 b1 b1 b10", dealer=N).to_act is E
    assert hand("b10 b1 b1 b1", dealer=W).to_act is N


def test_each_bid_is_from_nought_to_thirteen():
    """S000-25, S000-27, S000-28, S001-14, S001-16: nil, or at least 1."""
    assert names(legal_actions(hand())) == NUMBERS


@pytest.mark.parametrize("token", ["b14", "b20", "b99"])
def test_more_than_thirteen_is_refused(token):
    state = hand("b3")
    assert refusal(state, token) is Code.BID_OUT_OF_RANGE
    assert state == hand("b3")


def test_thirteen_and_thirteen_may_be_bid():
    """S000-25: the range is each player's own; the pair is not capped."""
    state = hand("b13 b13 b13 b13")
    assert state.public.contracts == (26, 26)


def test_no_bid_yet_is_not_a_bid_of_nil_fault_B23():
    """S000-27; public fault 23: bids lost from a cache were read back as nil."""
    state = hand("b4 bN")
    assert state.opening.auction.bids == (None, 4, "nil", None)
    assert view(state, None).bids == (None, 4, "nil", None)


def test_a_bid_is_final_fault_B26():
    """S000-42, S001-14; public fault 26: a second bid overwrote the first."""
    state = hand("b4 b3 b3 b3")
    for token in ("b5", "bN", "bB", "look"):
        assert refusal(state, token) is Code.WRONG_PHASE
    assert state.opening.auction.bids == (3, 4, 3, 3)


def test_a_bid_is_a_value_that_cannot_change_fault_B25():
    """Public fault 25: a bid was stored unresolved and changed later."""
    bids = hand("b4 bN b3 b3").opening.auction.bids
    assert [type(bid) for bid in bids[:2]] == [int, int]
    assert hash(bids) == hash(hand("b4 bN b3 b3").opening.auction.bids)


def test_the_contract_is_the_sum_of_the_number_bids_of_a_side():
    """S000-26, S001-15, S000-95: a bid is the player's own; nil adds nothing."""
    assert hand("b4 bN b2 b5").public.contracts == (5, 6)
    assert hand("b4").public.contracts == (0, 4)


def test_a_card_cannot_be_played_before_all_have_bid():
    assert refusal(hand("b3 b3 b3"), "pC2") is Code.WRONG_PHASE
    assert refusal(hand("b3 b3 b3"), "x:C2,C3") is Code.WRONG_PHASE


@pytest.mark.parametrize(
    ("scores", "offered"),
    [
        ((0, 0), (False, False, False, False)),
        ((0, 99), (False, False, False, False)),
        ((0, 100), (True, False, True, False)),
        ((0, 101), (True, False, True, False)),
        ((150, 50), (False, True, False, True)),
        ((-200, -100), (True, False, True, False)),
        ((-53, 47), (True, False, True, False)),
    ],
)
def test_blind_nil_is_offered_from_exactly_100_behind_at_the_deal(scores, offered):
    """S000-31, S001-8, S001-17, S001-42."""
    for seat in (N, E, S, W):
        assert view(hand(scores=scores), seat).may_bid_blind == offered


def test_whether_blind_nil_is_offered_is_always_a_boolean_fault_B28():
    """Public fault 28: the flag was absent, not false, for seats that do not trail."""
    for rules in (CLASSIC, HOUSE500, DUPLICATE):
        for scores in ((0, 0), (0, 300)):
            offered = view(hand(rules=rules, scores=scores), N).may_bid_blind
            assert [type(flag) for flag in offered] == [bool] * 4


def test_an_eligible_seat_looks_or_bids_blind():
    """S001-19, S000-30, S000-31: looking gives the blind bid up."""
    state = hand(scores=(100, 0))
    assert names(legal_actions(state)) == BLIND
    assert refusal(state, "b4") is Code.MUST_LOOK
    assert refusal(state, "bN") is Code.MUST_LOOK
    looked = after(state, "look")
    assert looked.to_act is E
    assert names(legal_actions(looked)) == NUMBERS
    assert refusal(looked, "bB") is Code.BLIND_NOT_ALLOWED
    assert refusal(looked, "look") is Code.ALREADY_LOOKED


def test_a_seat_that_does_not_trail_neither_looks_nor_bids_blind():
    """S001-17, S001-42."""
    state = hand(scores=(0, 100))
    assert refusal(state, "look") is Code.ALREADY_LOOKED
    assert refusal(state, "bB") is Code.BLIND_NOT_ALLOWED


def test_the_cards_stay_face_down_until_the_seat_bids_blind_or_looks():
    """S001-19: the owner's own view has no card until then."""
    state = hand(scores=(100, 0))
    assert view(state, E).holding is None
    assert view(after(state, "look"), E).holding is not None
    assert view(after(state, "bB"), E).holding is not None
    assert view(state, W).holding is None
    assert view(after(state, "look"), W).holding is None


def test_one_blind_nil_per_team_turns_the_partners_cards_up():
    """S001-18, S001-42: a single player per team per hand; the partner need not look."""
    state = hand("bB b3", scores=(100, 0))
    assert state.to_act is W
    assert names(legal_actions(state)) == NUMBERS
    assert refusal(state, "bB") is Code.BLIND_NOT_ALLOWED
    assert view(state, W).holding is not None


def test_a_look_uses_up_no_blind_nil_of_the_partner():
    """S001-18."""
    state = hand("look b4 b3", scores=(100, 0))
    assert names(legal_actions(state)) == BLIND


def test_two_blind_nils_per_team_where_the_rules_allow_them():
    """S000-38 in house500: both partners may bid blind."""
    state = hand("bB b3", rules=HOUSE500, scores=(100, 0))
    assert names(legal_actions(state)) == BLIND
    assert after(state, "bB").opening.auction.bids == (None, "blind_nil", 3, "blind_nil")


def test_both_partners_may_bid_nil():
    """S001-50, S000-38."""
    assert hand("bN b3 bN b4").opening.auction.bids == (4, "nil", 3, "nil")


def test_nil_stays_legal_after_an_opponents_blind_nil_fault_B29():
    """Public fault 29: unwise is not illegal."""
    state = hand("bB", scores=(100, 0))
    assert "bN" in names(legal_actions(state))


def test_blind_nil_can_be_off_or_always_open():
    assert names(legal_actions(hand(rules=DUPLICATE, scores=(500, 0)))) == NUMBERS
    always = with_options(blind_nil="always")
    assert names(legal_actions(hand(rules=always, scores=(0, 0)))) == BLIND
    off = with_options(blind_nil="off")
    assert names(legal_actions(hand(rules=off, scores=(500, 0)))) == NUMBERS
