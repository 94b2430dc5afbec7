"""The exchange between a nil bidder and the partner."""

import pytest

from games.engine import Action, Code, IllegalAction, Phase, apply, legal_actions, view
from games.engine.cards import cards_in
from tests.games.engine.hands import CLASSIC, HOUSE500, E, N, S, W, after, cards, hand, with_options

NIL_PASS = with_options(nil_pass=2)
# North deals; east, 100 behind, bids blind nil, and the others bid numbers.
BLIND = "bB b3 b3 b3"


def refusal(state, token):
    with pytest.raises(IllegalAction) as refused:
        apply(state, Action.parse(token))
    return refused.value.code


def blind(tokens=BLIND, **options):
    return hand(tokens, scores=(100, 0), **options)


def test_after_a_blind_nil_two_cards_change_hands_when_all_have_bid():
    """S001-20, S001-43."""
    assert blind("bB b3 b3").phase is Phase.BIDDING
    state = blind()
    assert (state.phase, state.to_act) == (Phase.EXCHANGE, E)
    assert len(legal_actions(state)) == 13 * 12 / 2
    state = after(state, "x:CQ,DK")
    assert (state.phase, state.to_act) == (Phase.EXCHANGE, W)
    assert len(legal_actions(state)) == 15 * 14 / 2
    state = after(state, "x:C3,C4")
    assert (state.phase, state.to_act) == (Phase.PLAY, E)
    assert [len(cards_in(holding)) for holding in state.holdings] == [13] * 4
    assert set(cards("C3 C4")) <= set(cards_in(state.holdings[E]))
    assert set(cards("CQ DK")) <= set(cards_in(state.holdings[W]))


def test_the_partner_sees_the_cards_first_and_may_return_them():
    """S001-20."""
    state = after(blind(), "x:CQ,DK")
    assert view(state, W).received == cards("CQ DK")
    assert len(view(state, W).holding) == 15
    back = after(state, "x:CQ,DK")
    assert back.holdings == blind().holdings
    assert back.phase is Phase.PLAY


def test_the_cards_pass_face_down():
    """S001-20: the opponents and the table learn that there was a pass, not of what."""
    state = after(blind(), "x:CQ,DK x:C3,C4")
    for seat in (N, S, None):
        seen = view(state, seat)
        assert (seen.passed, seen.received, seen.exchange_size) == (None, None, 0)
        assert seen.to_dict()["exchange"] is None
    assert view(state, E).to_dict()["exchange"] == {
        "size": 2,
        "passed": ["CQ", "DK"],
        "received": ["C3", "C4"],
    }
    assert view(state, W).passed == cards("C3 C4")


def test_a_wrong_pass_is_refused_and_changes_nothing_fault_C46():
    """Public fault 46: too few cards, a card twice, a card not held."""
    state = blind()
    for token, code in (
        ("x:CQ", Code.BAD_EXCHANGE),
        ("x:CQ,CQ", Code.BAD_EXCHANGE),
        ("x:CQ,CJ,CT", Code.BAD_EXCHANGE),
        ("x:CQ,SA", Code.CARD_NOT_HELD),
        ("pCQ", Code.WRONG_PHASE),
        ("b3", Code.WRONG_PHASE),
        ("look", Code.WRONG_PHASE),
    ):
        assert refusal(state, token) is code
    assert state == blind()


def test_an_ordinary_nil_passes_nothing_in_the_presets():
    """S001-20, S001-43: the exchange is for blind nils; S000's presets have none at all."""
    assert hand("bN b3 b3 b3").phase is Phase.PLAY
    assert blind("bB b3 look b3 b3", rules=HOUSE500).phase is Phase.PLAY


def test_a_nil_passes_as_many_as_its_own_option_says():
    """S000-40, S000-41: one or two cards, for nil and for blind nil."""
    for size in (1, 2):
        state = hand("bN b3 b3 b3", rules=with_options(nil_pass=size, blind_nil_pass=0))
        assert {len(action.cards) for action in legal_actions(state)} == {size}
    both = with_options(nil_pass=1, blind_nil_pass=2)
    assert view(blind(rules=both), E).exchange_size == 2
    assert view(blind("look bN b3 look b3 b3", rules=both), E).exchange_size == 1


def test_two_nils_in_one_pair_do_not_exchange():
    """S001-20, rules section 4."""
    assert blind("bB b3 bN b3").phase is Phase.PLAY
    assert hand("bN b3 bN b3", rules=NIL_PASS).phase is Phase.PLAY


def test_the_sides_exchange_in_bidding_order():
    """East deals, so south bids first: north's nil goes before west's, who bid it earlier."""
    state = hand("b3 bN bN b3", rules=NIL_PASS, dealer=E)
    order = []
    while state.phase is Phase.EXCHANGE:
        order.append(state.to_act)
        state = apply(state, legal_actions(state)[0])
    assert order == [N, S, W, E]


def test_the_dealers_left_leads_after_the_exchange():
    """S001-21."""
    assert after(blind(), "x:CQ,DK x:C3,C4").to_act is E
    assert after(blind("b3 bB b3 b3", dealer=W), "x:DK,DQ x:C3,C4").to_act is N


def test_simultaneous_passes_are_seen_when_both_are_made():
    rules = with_options(pass_order="simultaneous")
    state = after(blind(rules=rules), "x:CQ,DK")
    assert view(state, W).received is None
    assert len(view(state, W).holding) == 13
    assert len(view(state, E).holding) == 11
    assert view(state, None).counts == (13, 11, 13, 13)
    assert refusal(state, "x:CQ,DK") is Code.CARD_NOT_HELD
    state = after(state, "x:C3,C4")
    assert view(state, W).received == cards("CQ DK")
    assert view(state, E).received == cards("C3 C4")
    assert view(state, None).counts == (13, 13, 13, 13)


def test_the_counts_of_cards_are_public_during_the_exchange():
    assert view(after(blind(), "x:CQ,DK"), None).counts == (13, 11, 13, 15)
    assert CLASSIC.blind_nil_pass == 2
