"""Cards, seats and the order of cards."""

import pickle

import pytest

from games.engine import PRESETS, Card, Seat
from games.engine.cards import DECK, card_set, cards_in, lowest_first
from games.engine.order import STANDARD_ORDER
from games.engine.seats import PARTNERSHIPS, Seating
from tests.games.engine.hands import CLASSIC, cards, names


def test_the_deck_is_four_suits_of_two_to_ace():
    """S000-6, S000-7, S001-12."""
    assert len(DECK) == len({str(card) for card in DECK}) == 52
    assert [str(card) for card in DECK[:13]] == [f"C{rank}" for rank in "23456789TJQKA"]
    assert [str(card)[0] for card in DECK[::13]] == ["C", "D", "H", "S"]


def test_a_card_is_read_by_its_name_and_written_back():
    assert all(Card.parse(str(card)) == card for card in DECK)


@pytest.mark.parametrize("name", ["", "S", "SAA", "as", "AS", "S1", "S10", "ZA", "sA", None, 51])
def test_a_name_that_is_no_card_is_refused(name):
    with pytest.raises(ValueError, match="a card is a suit"):
        Card.parse(name)


@pytest.mark.parametrize("index", [-1, 52])
def test_an_index_outside_the_deck_is_refused(index):
    with pytest.raises(ValueError, match="0 to 51"):
        Card(index)


def test_the_two_of_clubs_is_not_false():
    assert Card.parse("C2")


def test_a_card_survives_pickling():
    assert pickle.loads(pickle.dumps(Card.parse("HT"))) == Card.parse("HT")


def test_cards_are_shown_by_suit_then_rank():
    assert cards_in(card_set(cards("SA H2 S3 C9 HT"))) == cards("C9 H2 HT S3 SA")


def test_the_lowest_card_goes_by_rank_then_clubs_diamonds_hearts_spades():
    assert sorted(cards("S2 C3 H2 D2 CA C2"), key=lowest_first) == list(cards("C2 D2 H2 S2 C3 CA"))


def test_spades_are_trump_in_every_preset():
    """S000-8, S000-96, S001-1."""
    for rules in PRESETS.values():
        assert names(rules.order.spades) == {f"S{rank}" for rank in "23456789TJQKA"}


def test_any_spade_beats_any_other_suit_and_aces_are_high():
    """S000-7, S000-8."""
    power = STANDARD_ORDER.power[Card.parse("HK")]
    assert power[Card.parse("S2")] > power[Card.parse("HA")] > power[Card.parse("HK")]
    assert power[Card.parse("CA")] == 0


def test_partners_sit_opposite():
    """S000-6, S000-94, S000-110, S000-113, S001-1, S001-9."""
    assert CLASSIC.seats == (Seat.N, Seat.E, Seat.S, Seat.W)
    assert CLASSIC.sides == ((Seat.N, Seat.S), (Seat.E, Seat.W))
    assert CLASSIC.side_names == ("NS", "EW")
    assert [CLASSIC.partner(seat) for seat in CLASSIC.seats] == [Seat.S, Seat.W, Seat.N, Seat.E]


def test_the_next_seat_is_on_the_left_fault_D61():
    """S000-17; public fault 61: neighbours swapped, play looked counter-clockwise."""
    assert [CLASSIC.next_seat(seat) for seat in CLASSIC.seats] == [Seat.E, Seat.S, Seat.W, Seat.N]


def test_sides_are_data_and_a_side_of_one_has_no_partner():
    alone = Seating(sides=((Seat.N,), (Seat.E,), (Seat.S,)))
    assert alone.partners == (None, None, None)
    assert alone.side_names == ("N", "E", "S")
    assert alone.from_left_of(Seat.E) == (Seat.S, Seat.N, Seat.E)
    assert PARTNERSHIPS.from_left_of(Seat.W) == (Seat.N, Seat.E, Seat.S, Seat.W)


@pytest.mark.parametrize("name", ["", "n", "X", "P7", None, 0])
def test_a_name_that_is_no_seat_is_refused(name):
    with pytest.raises(ValueError, match="a seat is one of"):
        Seat.parse(name)
