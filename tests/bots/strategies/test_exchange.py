"""The exchange after a nil: dangers go to the partner, harmless cards come back."""

from games.engine import PRESETS, HandState, Seat
from tests.bots.positions import choice, deal
from tests.games.engine.hands import after, hand

BLIND = "S:AK H:A532 D:7432 C:532"
PARTNER = "S:Q654 H:KQJ D:AKJ C:4KJ"


def exchange() -> HandState:
    """South has bid blind nil far behind and is to pass two cards to north."""
    return hand(
        "bB b4 b3 b3",
        deal=deal(S=BLIND, N=PARTNER),
        dealer=Seat.E,
        scores=(100, 300),
        rules=PRESETS["classic"],
    )


def test_the_bidder_passes_the_ace_and_the_king_of_spades():
    """S001-20, S001-36."""
    state = exchange()
    assert state.to_act is Seat.S
    assert choice(state) == "x:SK,SA"


def test_the_partner_gives_back_low_cards_that_are_no_spades():
    state = after(exchange(), "x:SK,SA")
    assert state.to_act is Seat.N
    assert choice(state) == "x:C4,CJ"


def test_cards_are_passed_where_the_option_asks_for_one():
    rules = PRESETS["classic"].__class__.from_dict({"nil_pass": 1})
    state = hand("bN b4 b3 b3", deal=deal(S="S:A H:5432 D:5432 C:5432"), dealer=Seat.E, rules=rules)
    assert choice(state) == "x:SA"
