"""How the rule-based player plays its cards, each complaint about bots as a position."""

import pytest

from bots.strategies.position import position_of
from games.engine import HandState, RuleSet, Seat, view
from games.engine.ruleset import LeadSpades
from tests.bots.positions import (
    CLASSIC,
    HOUSE500,
    SPADES_ANYTIME,
    choice,
    deal,
    plays,
    run,
    with_options,
)
from tests.games.engine.hands import after, hand

N, E, S, W = list(Seat)[:4]


def test_the_last_card_is_played():
    """Public rule bug 47."""
    spades = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3"
    state = hand("b9 b1 b1 b1", deal=deal(E="S:AKQJT9876543 H:2"), dealer=N, rules=SPADES_ANYTIME)
    assert choice(run(state, spades)) == "pH2"


# -- the partner is nil ------------------------------------------------------------------------


def test_the_partners_nil_is_covered_when_spades_were_led():
    """Public rule bug 32: a spade in the trick does not mean that somebody has ruffed."""
    cards = deal(W="S:58", N="S:93 H:678 D:234 C:234", E="S:4J", S="S:K2 H:AKQ D:KQ")
    tokens = "b3 bN b2 b4 " + plays("S5 S9 S4")
    assert choice(hand(tokens, deal=cards, dealer=S, rules=SPADES_ANYTIME)) == "pSK"


def test_second_hand_plays_high_before_the_partners_nil():
    """S000-82, S001-33."""
    cards = deal(E="H:347 S:A", S="H:A5K S:KQ", W="H:J8 S:J", N="H:62 D:23 C:23 S:2")
    state = hand("b3 b4 b3 bN pH3", deal=cards, dealer=N)
    assert choice(state) in {"pHA", "pHK"}


def test_the_partners_nil_is_taken_over_as_cheaply_as_will_do():
    cards = deal(W="H:43", N="H:T2 D:23 C:23 S:2", E="H:5", S="H:AQJ6 S:KQ")
    state = hand("b3 bN b3 b4 " + plays("H4 HT H5"), deal=cards, dealer=S)
    assert choice(state) in {"pHJ", "pHQ"}


def test_no_high_card_is_thrown_under_a_higher_one_to_cover():
    """Players' first complaint: high cards wasted while the partner is safe."""
    cards = deal(E="H:A4 S:A", S="H:KQ5 S:KQ", W="H:J8 S:J", N="H:62 D:23 C:23 S:2")
    state = hand("b3 b4 b3 bN pHA", deal=cards, dealer=N)
    assert choice(state) == "pH3"


def test_no_high_card_is_discarded_while_it_may_cover_later():
    cards = deal(W="H:AT", N="H:62 D:234 C:234 S:2", E="H:54", S="S:3 D:AK5 C:AKQJT9876")
    state = hand("b3 bN b3 b5 " + plays("HA H2 H4"), deal=cards, dealer=S)
    assert choice(state) not in {"pDA", "pDK", "pCA", "pCK"}


# -- the own bid is nil ------------------------------------------------------------------------


def test_a_nil_ducks_with_its_highest_loser():
    """S000-82."""
    cards = deal(E="H:T S:A", S="H:9732 D:234 C:2345 S:23", W="H:J", N="H:AKQ S:KQ")
    assert choice(hand("b3 bN b3 b5 pHT", deal=cards, dealer=N)) == "pH9"


def test_a_nil_throws_its_king_of_spades_under_the_ace():
    cards = deal(W="H:AT9", N="H:8", E="S:A54 D:AKQJ C:AKQJT9", S="S:K32 D:5432 C:765432")
    state = hand("b3 b3 b3 bN " + plays("HA H8 SA"), deal=cards, dealer=S)
    assert choice(state) == "pSK"


def test_a_nil_does_not_ruff_over_an_opponent_while_it_can_duck():
    """Public rule bug 31: both partners bid nil, and one over-ruffed to set the others."""
    cards = deal(W="H:AT9", N="H:8", E="S:543 D:AKQJ C:AKQJT9", S="S:T92 D:5432 C:765432")
    state = hand("b3 bN b5 bN " + plays("HA H8 S5"), deal=cards, dealer=S)
    assert choice(state) not in {"pST", "pS9"}


def test_a_nil_leads_a_card_that_others_will_beat():
    cards = deal(E="S:2 H:2AKQ D:2AKQ C:345", S="H:9 D:9 C:9")
    state = hand("bN b4 b3 b4", deal=cards, dealer=N)
    assert choice(state) in {"pH2", "pD2", "pC3", "pC4"}


# -- an opponent is nil ------------------------------------------------------------------------


def test_a_trick_that_an_opponents_nil_is_winning_is_left_to_it():
    cards = deal(N="H:84", E="H:J D:23 C:23", S="H:AK32", W="H:65")
    state = hand("b4 bN b3 b3 " + plays("H8 HJ"), deal=cards, dealer=W)
    assert choice(state) not in {"pHA", "pHK"}


def test_low_cards_are_led_through_an_opponents_nil():
    cards = deal(N="H:432AK D:AK C:AK S:AKQJ", E="H:65 D:23 C:23 S:2", S="D:QJT C:QJT", W="H:T9")
    state = hand("b7 bN b2 b3", deal=cards, dealer=W)
    assert choice(state) in {"pH2", "pH3", "pH4"}


# -- contract, set and bags --------------------------------------------------------------------

EIGHT_SPADES = "SA SK SQ SJ ST S9 S8 S7"
LAST_FIVE = {
    "N": "S:AKQJT987 D:5 H:4 C:432",
    "E": "D:98 H:A C:AK",
    "S": "D:K2 H:K2 C:5",
    "W": "D:A7 H:95 C:6",
}


def five_left(bids: str, rules: RuleSet = CLASSIC, **game: object) -> HandState:
    """North has drawn all spades, has eight tricks and leads a diamond, on which east plays the
    nine: south is to play from DK D2 HK H2 C5. Bids are from north on."""
    rules = with_options(rules, lead_spades=LeadSpades.ANYTIME)
    state = hand(bids, deal=deal(**LAST_FIVE), dealer=W, rules=rules, **game)
    return after(run(state, EIGHT_SPADES, keep=" ".join(LAST_FIVE.values())), plays("D5 D9"))


@pytest.mark.parametrize("bags", [7, 8])
def test_with_the_contract_made_and_a_block_nearly_full_the_trick_is_let_go(bags):
    """S000-84, S001-6, S001-35."""
    state = five_left("b5 b1 b3 b1", bags=(bags, 0))
    assert choice(state) == "pD2"


def test_at_three_or_four_of_five_bags_the_trick_is_let_go():
    """S000-105: the block of the short game is five."""
    rules = with_options(CLASSIC, bag_block=5, bag_penalty=50)
    assert choice(five_left("b5 b1 b3 b1", rules=rules, bags=(3, 0))) == "pD2"


def test_where_bags_are_not_counted_the_trick_is_taken():
    """S000-53: the strategy reads the options of its table."""
    rules = with_options(CLASSIC, bag_block=0)
    assert choice(five_left("b5 b1 b3 b1", rules=rules)) == "pDK"


def test_a_trick_the_contract_needs_is_taken():
    """S000-83."""
    assert choice(five_left("b7 b1 b3 b1", bags=(8, 0))) == "pDK"


def test_opponents_who_need_every_trick_are_set_even_at_the_price_of_a_bag():
    """S000-83."""
    assert choice(five_left("b5 b3 b3 b2", bags=(3, 0))) == "pDK"


def test_a_contract_that_would_win_the_game_for_the_others_is_set_at_a_higher_price():
    quiet = five_left("b5 b1 b3 b1", bags=(6, 0), scores=(400, 400))
    last = five_left("b5 b1 b3 b1", bags=(6, 0), scores=(400, 485))
    assert (choice(quiet), choice(last)) == ("pD2", "pDK")


def test_the_partners_trick_is_not_taken_over():
    cards = deal(N="H:A3", E="H:54", S="H:KQ2", W="H:76")
    state = hand("b3 b3 b3 b3 " + plays("HA H4"), deal=cards, dealer=W)
    assert choice(state) == "pH2"


def test_the_last_to_play_wins_as_cheaply_as_will_do():
    cards = deal(W="H:T3", N="H:54", E="H:76", S="H:AJ2")
    state = hand("b3 b3 b3 b3 " + plays("HT H4 H6"), deal=cards, dealer=S)
    assert choice(state) == "pHJ"


# -- memory ------------------------------------------------------------------------------------


def test_cards_played_and_suits_run_out_are_remembered():
    cards = deal(N="H:AK32", E="H:4", S="H:QJT", W="H:98765")
    state = hand("b3 b3 b3 b3 " + plays("HA H4 HT H5 HK C3 HJ H6"), deal=cards, dealer=W)
    position = position_of(view(after(state, plays("H2 C7")), S))
    hearts = 2
    assert position.void[E] >> hearts & 1
    assert not position.void[W] >> hearts & 1
    assert position.unseen[hearts] == 1 << 1 | 1 << 5 | 1 << 6 | 1 << 7  # H3 H7 H8 H9


def test_a_king_is_known_to_be_the_best_card_once_the_ace_is_gone():
    cards = deal(W="H:A3", N="H:54", E="H:76", S="H:K982 D:5432 C:5432 S:2")
    fresh = hand("b3 b3 b3 b3", deal=cards, dealer=S)
    gone = run(fresh, "HA", keep="H:K98")
    assert position_of(view(gone, W)).unseen[2].bit_length() == 12
    position = position_of(view(after(gone, "pH3"), N))
    assert position.unseen[2] >> 12 == 0


def test_tricks_of_a_failed_nil_are_judged_by_the_option():
    """S001-29, S000-52: they count for no contract; as bags only where the preset says so."""
    cards = deal(W="H:32", N="H:54", E="H:76", S="H:A D:5432 C:5432 S:5432")
    for rules, bags in ((CLASSIC, 1), (HOUSE500, 0)):
        state = hand("b3 b3 b3 bN", deal=cards, dealer=S, rules=rules)
        state = run(state, "H2")
        position = position_of(view(state, S))
        assert (position.need[0], position.bags[0]) == (3, bags)
        assert position.nil_failed[S]
