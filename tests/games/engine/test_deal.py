"""Deals: from a stream, from text, and misdeals."""

from collections import Counter
from random import Random

import pytest

from games.engine import Card, Deal, DealError, Seat, deal_from_stream, first_dealer, new_hand
from games.engine.cards import DECK
from tests.games.engine.hands import CLASSIC, EVEN, E, N, S, W, cards, random_deal, with_options


class Draws:
    """Draws of a seeded generator, kept for inspection."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.asked: list[int] = []

    def draw(self, m: int) -> int:
        self.asked.append(m)
        return self.random.randrange(m)


class Last:
    """A stream that always draws the highest number, so that the shuffle moves no card."""

    def draw(self, m: int) -> int:
        return m - 1


def test_a_deal_is_thirteen_cards_to_each_of_four_seats():
    """S000-12, S000-94, S001-12, S000-6."""
    deal = deal_from_stream(Draws(1), CLASSIC, N)
    assert [len(hand) for hand in deal.hands] == [13, 13, 13, 13]
    assert sorted(card for hand in deal.hands for card in hand) == list(DECK)
    assert deal.kitty == deal.stock == ()


@pytest.mark.parametrize("dealer", [N, E, S, W])
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(dealer):
    """S000-12: unshuffled, the first card goes to the left, the second one further."""
    deal = deal_from_stream(Last(), CLASSIC, dealer)
    for place, seat in enumerate(CLASSIC.seating.from_left_of(dealer)):
        assert deal.hands[seat] == DECK[place::4]
    assert deal.hands[dealer][0] == Card.parse("C5")


def test_the_shuffle_draws_from_the_last_place_down():
    """S000-11: the deck is shuffled by the committed stream, into which the players cut."""
    stream = Draws(2)
    deal_from_stream(stream, CLASSIC, N)
    assert stream.asked == list(range(52, 1, -1))


def test_a_stream_gives_the_same_deal_again_fault_I112():
    """Public fault 112: a restart dealt anew. A deal depends on nothing but its stream."""
    assert deal_from_stream(Draws(3), CLASSIC, N) == deal_from_stream(Draws(3), CLASSIC, N)
    assert deal_from_stream(Draws(3), CLASSIC, N) != deal_from_stream(Draws(4), CLASSIC, N)


def test_every_card_comes_to_every_place_equally_often_fault_I110():
    """Public fault 110: biased shuffles. Chi-square of card by seat over 2,000 deals."""
    stream = Draws(5)
    found = Counter()
    deals = 2_000
    for _ in range(deals):
        for seat, hand in enumerate(deal_from_stream(stream, CLASSIC, N).hands):
            found.update((seat, card) for card in hand)
    expected = deals / 4
    chi_square = sum((found[s, c] - expected) ** 2 / expected for s in range(4) for c in DECK)
    # 156 degrees of freedom, of which chance exceeds 240 less than once in 10,000 times.
    assert chi_square < 240


def test_the_first_dealer_is_drawn_among_the_seats():
    """S000-9: every seat is as likely under each ceremony."""
    for ceremony in ("random", "high_card", "first_spade"):
        rules = with_options(first_dealer=ceremony)
        stream = Draws(6)
        found = Counter(first_dealer(stream, rules) for _ in range(4_000))
        assert set(stream.asked) == {4}
        assert set(found) == {N, E, S, W}
        assert all(900 < count < 1_100 for count in found.values())


def test_pbn_is_read_from_any_first_seat():
    hands = EVEN.to_pbn()[2:].split(" ")
    turned = "W:" + " ".join([hands[3], *hands[:3]])
    assert Deal.from_pbn(turned) == Deal.from_pbn(EVEN.to_pbn()) == EVEN
    assert Deal.from_pbn(turned).to_pbn() == EVEN.to_pbn()


def test_pbn_has_spades_first_and_aces_first():
    assert EVEN.to_pbn().startswith("N:AKQ.T98.7654.AK2 432.J76.KQ32.QJT ")


def test_a_deal_reads_back_what_it_writes_in_the_order_dealt():
    deal = random_deal(Random(7))
    assert Deal.from_dict(deal.to_dict()) == deal
    assert Deal.from_pbn(deal.to_pbn()).to_pbn() == deal.to_pbn()


GOOD = EVEN.to_pbn()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N",
        "N:",
        "X" + GOOD[1:],
        GOOD[2:],
        GOOD.replace("432", "43", 1),
        GOOD.replace("AKQ", "AKK", 1),
        GOOD.replace("AKQ", "AK1", 1),
        GOOD.replace("AKQ.", "AKQ", 1),
        GOOD.replace(" ", "  ", 1),
        GOOD + " ...",
        GOOD.lower(),
        GOOD.replace("432.J76.KQ32.QJT", "-"),
        None,
    ],
)
def test_text_that_is_no_deal_is_refused(text):
    with pytest.raises(DealError):
        Deal.from_pbn(text)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"hands": None},
        {"hands": "SA"},
        {"hands": [None]},
        {"hands": [["SA", "S1"]]},
        {"hands": [["SA", 5]]},
        {"hands": [["SA"], ["SA"]]},
        {"hands": [["SA"]], "kitty": ["SA"]},
        {"hands": [["SA"]], "cards": []},
        {"hands": [[["SA"]]]},
    ],
    ids=repr,
)
def test_data_that_is_no_deal_is_refused(data):
    with pytest.raises(DealError):
        Deal.from_dict(data)


def test_an_unequal_deal_can_be_written_down_but_not_as_pbn():
    deal = Deal((cards("SA SK"), cards("H2")))
    assert Deal.from_dict(deal.to_dict()) == deal
    with pytest.raises(DealError):
        deal.to_pbn()


def unequal(deal: Deal) -> Deal:
    """One card of north's in east's hand."""
    north, east, south, west = deal.hands
    return Deal((north[1:], (*east, north[0]), south, west))


@pytest.mark.parametrize(
    "deal",
    [
        unequal(EVEN),
        Deal(EVEN.hands[:3]),
        Deal((EVEN.hands[0], *EVEN.hands[:3])),
        Deal((EVEN.hands[0][:12] + EVEN.hands[0][:1], *EVEN.hands[1:])),
        Deal(EVEN.hands, kitty=cards("SA")),
        Deal(()),
    ],
    ids=["unequal", "three hands", "a hand twice", "a card twice", "a card too many", "none"],
)
def test_a_misdeal_is_found_before_the_bidding(deal):
    """S000-14."""
    with pytest.raises(DealError, match="misdeal"):
        new_hand(CLASSIC, deal, N)


def test_a_hand_needs_a_dealer_and_one_total_per_side():
    with pytest.raises(DealError):
        new_hand(CLASSIC, EVEN, Seat.P5)
    with pytest.raises(DealError):
        new_hand(CLASSIC, EVEN, N, scores=(0, 0, 0))
    with pytest.raises(DealError):
        new_hand(CLASSIC, EVEN, N, bags=(0,))
