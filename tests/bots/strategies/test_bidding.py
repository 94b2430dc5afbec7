"""What the rule-based player bids: tricks it holds, nil where that is fit and sensible."""

import random

import pytest

from games.engine import PRESETS, Seat, view
from games.engine.actions import LOOK, NIL
from games.engine.cards import DECK, Card
from games.engine.ruleset import BlindNil
from tests.bots.positions import CLASSIC, HOUSE500, QUICK250, choice, deal, with_options
from tests.games.engine.hands import hand

# Low cards, few spades: made about nine times in ten, as nils go.
SAFE_NIL = "S:32 H:7542 D:8643 C:932"
# One step from safe: enough for a nil at level scores, not for more.
FAIR_NIL = "S:Q4 H:9742 D:9743 C:T32"
# One step further: a gamble.
WILD_NIL = "S:Q42 H:9742 D:9743 C:T2"


def bid(cards: str, tokens: str = "", **game: object) -> str:
    """What south bids on these cards after the bids named."""
    dealer = Seat((Seat.S - 1 - len(tokens.split())) % 4)
    return choice(hand(tokens, deal=deal(S=cards), dealer=dealer, **game))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("S:AKQ H:AK2 D:AK2 C:A432", "b7"),
        ("S:AK4 H:K32 D:Q432 C:432", "b3"),
        ("S:A2 H:A432 D:5432 C:432", "b2"),
        ("S:QJT98765 H:2 D:32 C:32", "b6"),
    ],
)
def test_aces_and_big_spades_are_bid_not_too_high_and_not_too_low(cards, expected):
    """S001-32, S000-80, S000-81."""
    assert bid(cards) == expected


def test_a_long_suit_of_spades_counts_for_its_length():
    """S000-81."""
    assert int(bid("S:K98765 H:A2 D:K32 C:32")[1:]) > int(bid("S:K98 H:A2765 D:K32 C:32")[1:])


def test_spades_count_for_ruffs_where_a_suit_is_short():
    """S000-81."""
    assert int(bid("S:K876 H: D:A5432 C:5432")[1:]) > int(bid("S:K876 H:432 D:A32 C:432")[1:])


def test_low_cards_and_few_spades_are_bid_nil():
    """S001-37."""
    assert bid(SAFE_NIL) == "bN"


def test_high_cards_are_not():
    """S001-37."""
    assert bid("S:KQ2 H:A542 D:864 C:932") != "bN"


def test_nil_is_never_bid_with_the_ace_of_spades():
    """S001-36."""
    rng = random.Random(36)
    for _ in range(300):
        low = rng.sample([card for card in DECK if card.rank < 9], 12)
        state = hand(deal=deal(S=_by_suit([Card.parse("SA"), *low])), dealer=Seat.E)
        assert choice(state) != "bN"


def _by_suit(cards: list[Card]) -> str:
    return " ".join(f"{str(card)[0]}:{str(card)[1]}" for card in cards)


def test_nil_is_not_bid_after_the_partners_nil():
    """Public fault B07: a pair of nils from two bots."""
    assert bid(SAFE_NIL, "bN b4") == "b1"


def test_a_partner_who_bids_high_makes_a_nil_safer_and_one_who_bids_low_does_not():
    assert bid(FAIR_NIL, "b5 b4") == "bN"
    assert bid(FAIR_NIL, "b1 b4") != "bN"


def test_an_opponents_blind_nil_is_attacked_not_answered_with_a_nil():
    """Public rule bug 29."""
    trailing = {"scores": (300, 100), "deal": deal(S=FAIR_NIL), "dealer": Seat.N}
    assert choice(hand("look b3", **trailing)) == "bN"
    assert choice(hand("bB", **trailing)) != "bN"


def test_the_score_decides_a_nil_that_is_neither_safe_nor_wild():
    assert bid(FAIR_NIL, scores=(0, 0)) == "bN"
    assert bid(FAIR_NIL, scores=(430, 350)) != "bN"
    assert bid(WILD_NIL, scores=(0, 0)) != "bN"
    assert bid(WILD_NIL, scores=(350, 430)) == "bN"


def test_a_nil_whose_failure_would_lose_the_game_at_the_floor_is_not_bid():
    assert bid(FAIR_NIL, scores=(-120, -100), rules=HOUSE500) != "bN"


def test_a_nil_that_pays_nothing_is_not_bid():
    assert bid(SAFE_NIL, rules=with_options(CLASSIC, nil_value=0)) == "b1"


def test_a_nil_that_pays_twice_is_bid_on_worse_cards():
    assert bid(WILD_NIL) != "bN"
    assert bid(WILD_NIL, rules=with_options(CLASSIC, nil_value=400)) == "bN"


def test_cards_that_may_be_passed_away_make_a_nil_safe():
    one_king = "S:K32 H:7542 D:8643 C:93"
    assert bid(one_king) != "bN"
    assert bid(one_king, rules=with_options(CLASSIC, nil_pass=1)) == "bN"


def test_bids_are_lower_where_overtricks_cost_nothing():
    cards = "S:AK4 H:K32 D:J432 C:432"
    free = with_options(CLASSIC, bag_block=0)
    assert int(bid(cards, rules=free)[1:]) < int(bid(cards)[1:])


def test_bids_are_closer_where_the_next_bags_are_dear():
    """S001-6."""
    rng = random.Random(6)
    higher = 0
    for _ in range(100):
        cards = _by_suit(rng.sample(DECK, 13))
        relaxed, pressed = bid(cards), bid(cards, bags=(8, 0))
        if relaxed != pressed:
            assert int(pressed[1:]) == int(relaxed[1:]) + 1
            higher += 1
    assert 5 < higher < 40


def test_without_an_exchange_the_cards_are_looked_at_while_the_game_is_open():
    """S001-8, S001-17: four of five such nils fail."""
    state = hand(deal=deal(), dealer=Seat.N, scores=(250, 100), rules=HOUSE500)
    assert LOOK in view(state, Seat.E).legal
    assert choice(state) == "look"


def test_blind_nil_is_bid_where_two_cards_may_be_passed():
    """S001-20: three of four such nils are made."""
    assert choice(hand(dealer=Seat.N, scores=(250, 100))) == "bB"


def test_with_one_card_to_pass_the_partners_bid_decides():
    rules = with_options(CLASSIC, blind_nil_pass=1)
    game = {"rules": rules, "dealer": Seat.N, "scores": (250, 100)}
    assert choice(hand("look b5 b3", **game)) == "bB"
    assert choice(hand("look b2 b3", **game)) == "look"


def test_a_side_that_is_not_behind_does_not_gamble():
    rules = with_options(CLASSIC, blind_nil=BlindNil.ALWAYS)
    assert choice(hand(dealer=Seat.N, rules=rules)) == "look"


def test_blind_nil_is_the_last_resort_of_a_side_far_behind():
    assert choice(hand(dealer=Seat.N, scores=(230, 100), rules=QUICK250)) == "look"
    assert choice(hand(dealer=Seat.N, scores=(230, 60), rules=QUICK250)) == "bB"


def test_blind_nil_is_not_bid_beside_the_partners_nil():
    rules = PRESETS["house500"]
    state = hand("bB b4", dealer=Seat.N, scores=(460, 200), rules=rules)
    assert state.to_act is Seat.W
    assert choice(state) == "look"


def test_a_bid_is_legal_even_where_no_nil_is_wanted():
    state = hand(deal=deal(S="S:2 H:5432 D:5432 C:5432"), dealer=Seat.E)
    assert NIL in view(state, Seat.S).legal
    assert choice(state) in {str(action) for action in view(state, Seat.S).legal}
