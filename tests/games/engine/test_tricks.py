"""What may be played to a trick, and who takes it."""

import pytest

from games.engine import Action, Code, IllegalAction, apply, legal_actions, view
from games.engine.order import STANDARD_ORDER
from games.engine.tricks import legal_plays, trick_winner
from tests.games.engine.hands import (
    CLASSIC,
    SUITS,
    VOIDS,
    E,
    N,
    S,
    W,
    after,
    cards,
    hand,
    held,
    names,
    with_options,
)


def legal(holding, trick="", *, broken=False, rules=CLASSIC, first_trick=False):
    return names(legal_plays(held(holding), cards(trick), broken, rules, first_trick))


def refusal(state, token):
    with pytest.raises(IllegalAction) as refused:
        apply(state, Action.parse(token))
    return refused.value.code


def test_the_led_suit_must_be_followed_fault_C35():
    """S000-18, S000-96, S001-22; public fault 35: a spade was accepted on a diamond lead."""
    assert legal("D2 S3", "D9") == {"D2"}
    assert legal("HA H2 C5 S7", "HK C3") == {"HA", "H2"}


def test_a_void_plays_any_card_and_need_not_ruff():
    """S000-19, S001-22."""
    assert legal("C2 H7 S3", "D9") == {"C2", "H7", "S3"}


def test_a_void_may_ruff_the_first_trick():
    """S001-49: spades unbroken, first trick."""
    assert legal("C2 H7 S3", "D9", first_trick=True) == {"C2", "H7", "S3"}
    state = hand("b1 b1 b1 b1 pHQ", deal=VOIDS)
    assert "pSA" not in names(legal_actions(state))  # south holds hearts
    state = hand("b1 b1 b1 b1 pD9", deal=VOIDS)
    assert {"pSA", "pH8"} <= names(legal_actions(state))


def test_spades_are_followed_like_any_suit():
    """S000-23."""
    assert legal("S2 SK H3", "S9", broken=True) == {"S2", "SK"}


def test_no_spade_is_led_before_spades_are_broken_fault_C34():
    """S000-16, S000-22, S000-65, S001-24; public fault 34: S4 led with H2 held."""
    assert legal("S4 H2") == {"H2"}
    assert legal("SA SK SQ D2") == {"D2"}


def test_spades_are_led_once_broken():
    """S000-23, S000-99, S001-24."""
    assert legal("S4 H2", broken=True) == {"S4", "H2"}


def test_a_holding_of_spades_alone_may_lead_them_fault_C43():
    """S001-24, S001-47; public fault 43: the ban on the first trick without its exception."""
    assert legal("S4 SA", first_trick=True) == {"S4", "SA"}
    state = hand("b1 b1 b1 b1", deal=SUITS, dealer=W)
    assert state.to_act is N
    assert names(legal_actions(state)) == {f"pS{rank}" for rank in "23456789TJQKA"}
    strict = with_options(first_trick_no_spade=True, first_trick_spade_lead="forbidden")
    assert len(legal_actions(hand("b1 b1 b1 b1", deal=SUITS, dealer=W, rules=strict))) == 13


def test_no_spade_is_led_to_the_first_trick_except_from_spades_alone():
    """S001-47, S000-16."""
    state = hand("b3 b3 b3 b3")
    assert not {name for name in names(legal_actions(state)) if name.startswith("pS")}
    assert refusal(state, "pS2") is Code.SPADES_NOT_BROKEN


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("H9 HA HK H2", 1),
        ("H9 H2 HT H3", 2),
        ("HA S2 HK H3", 1),
        ("HA S2 S9 H3", 2),
        ("H2 DA CA DK", 0),
        ("S2 HA SA DK", 2),
        ("C5 C4 C3 D2", 0),
        ("DA CK HK S2", 3),
    ],
)
@pytest.mark.parametrize("leader", [N, E, S, W])
def test_the_highest_spade_wins_else_the_highest_of_the_led_suit(trick, winner, leader):
    """S000-20, S001-23."""
    assert trick_winner(cards(trick), leader, CLASSIC) == (leader + winner) % 4


def test_the_winner_is_a_seat_not_a_place_in_the_trick_fault_D52():
    """Public fault 52: seat 2 led, the third card wins: that is seat 0."""
    assert trick_winner(cards("H2 H3 HA H4"), S, CLASSIC) is N


# North deals, all bid three; east leads clubs, west takes the trick in none of these deals.
def test_the_winner_leads_to_the_next_trick_fault_D55():
    """S000-21; public faults 55 and 56: the turn was not given to the winner."""
    state = hand("b3 b3 b3 b3 pCQ pC7 pC3 pCK")
    assert state.tricks[-1].winner is N
    assert state.to_act is view(state, None).to_act is N
    state = after(state, "pD4")
    assert state.to_act is E


def test_play_is_clockwise():
    """S000-17."""
    state = hand("b3 b3 b3 b3")
    order = []
    for token in ("pCQ", "pC7", "pC3", "pC2"):
        order.append(state.to_act)
        state = after(state, token)
    assert order == [E, S, W, N]


def test_the_led_suit_is_that_of_the_first_card_whatever_lies_there_fault_D53():
    """Public fault 53: cards reloaded out of order gave a wrong led suit."""
    assert legal("C2 H7", "C9 HA") == {"C2"}
    assert trick_winner(cards("C9 HA C4 C5"), N, CLASSIC) is N


# In VOIDS south is void in diamonds and clubs, west in spades and hearts.
BROKEN_BY_A_RUFF = "b1 b1 b1 b1 pD9 pS6 pD4 pDJ"
BROKEN_IN_THIS_TRICK = "b1 b1 b1 b1 pD9 pS6"


def test_a_ruff_breaks_spades_fault_C38():
    """S000-22, S000-86, S001-48; public fault 38: the fact was never set."""
    state = hand(BROKEN_BY_A_RUFF, deal=VOIDS)
    assert state.to_act is S
    assert view(state, S).broken
    assert {"pSA", "pH2"} <= names(legal_actions(state))


def test_a_spade_in_the_trick_being_played_breaks_from_the_next_one_on():
    """S000-99, S001-24: a previous trick."""
    state = hand(BROKEN_IN_THIS_TRICK, deal=VOIDS)
    assert not view(state, None).broken
    assert view(after(state, "pD4 pDJ"), None).broken


def test_a_spade_led_from_spades_alone_breaks_them_too():
    """S000-86: any first spade of the hand, not only a ruff."""
    state = hand("b1 b1 b1 b1 pS2 pH2 pD2 pC2", deal=SUITS, dealer=W)
    assert view(state, None).broken


def test_the_client_is_told_that_spades_may_be_led_fault_C37():
    """Public fault 37: spade leads stayed greyed out. The view itself offers them."""
    assert "pSA" in names(view(hand(BROKEN_BY_A_RUFF, deal=VOIDS), S).legal)


def test_broken_does_not_survive_into_the_next_hand_fault_C40():
    """Public fault 40."""
    assert view(hand(BROKEN_BY_A_RUFF, deal=VOIDS), None).broken
    assert not view(hand("b1 b1 b1 b1", deal=VOIDS, hand_no=2), None).broken


def test_broken_is_read_from_the_play_and_cannot_get_lost_fault_C41():
    """Public fault 41: lost in mid-hand by a reload. It is no field of the state."""
    state = hand(BROKEN_BY_A_RUFF, deal=VOIDS)
    assert "broken" not in state._fields
    assert view(state, None).broken


def test_each_refusal_of_a_card_says_why():
    state = hand("b1 b1 b1 b1", deal=VOIDS)
    assert refusal(state, "pCA") is Code.CARD_NOT_HELD
    assert refusal(state, "pS5") is Code.SPADES_NOT_BROKEN
    assert refusal(state, "b3") is Code.WRONG_PHASE
    assert refusal(state, "look") is Code.WRONG_PHASE
    state = after(state, "pHQ")
    assert refusal(state, "pSA") is Code.MUST_FOLLOW_SUIT


def test_spades_may_be_led_anytime_where_the_option_says_so():
    rules = with_options(lead_spades="anytime")
    assert legal("S4 H2", rules=rules, first_trick=True) == {"S4", "H2"}


def test_the_first_lead_may_be_stricter_than_the_rest():
    """S000-24, S000-65: no spade lead on the first trick, even with spades free."""
    rules = with_options(lead_spades="anytime", first_trick_spade_lead="forbidden")
    assert legal("S4 H2", rules=rules, first_trick=True) == {"H2"}
    assert legal("S4 H2", rules=rules) == {"S4", "H2"}
    assert legal("S4 H2", "D9", rules=rules, first_trick=True) == {"S4", "H2"}
    assert refusal(hand("b3 b3 b3 b3", rules=rules), "pS2") is Code.NO_SPADE_ON_FIRST_TRICK


def test_the_first_trick_may_be_free_of_spades():
    rules = with_options(first_trick_no_spade=True)
    assert legal("S4 H2", "D9", rules=rules, first_trick=True) == {"H2"}
    assert legal("S4 SA", "D9", rules=rules, first_trick=True) == {"S4", "SA"}
    assert legal("S4 H2", "D9", rules=rules) == {"S4", "H2"}
    state = hand("b1 b1 b1 b1 pD9", deal=VOIDS, rules=rules)
    assert refusal(state, "pSA") is Code.NO_SPADE_ON_FIRST_TRICK


def test_the_two_of_clubs_may_have_to_be_led_and_nothing_else_is_forced_fault_C44():
    """Public fault 44: it was forced as a follow, and skipped without a passing phase."""
    rules = with_options(lead_two_of_clubs=True)
    state = hand("b3 b3 b3 b3", rules=rules)
    assert state.to_act is N
    assert names(legal_actions(state)) == {"pC2"}
    assert refusal(state, "pCA") is Code.MUST_LEAD_TWO_OF_CLUBS
    assert legal("C2 C9 D3", "C5", rules=rules) == {"C2", "C9"}
    assert legal("C2 D3", "D5", rules=rules) == {"D3"}


def test_the_two_of_clubs_is_led_by_whoever_holds_it_after_the_exchange():
    rules = with_options(lead_two_of_clubs=True, nil_pass=1)
    state = hand("b3 b3 b3 bN", rules=rules)
    assert after(state, "x:C2 x:H3").to_act is S
    assert after(state, "x:CA x:H3").to_act is N


def test_the_order_of_cards_covers_the_deck():
    assert len(STANDARD_ORDER.suit_of) == len(STANDARD_ORDER.power) == 52
