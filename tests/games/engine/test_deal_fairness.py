"""Dealt decks are fair: position x card, suit x seat and runs, and bad shuffles are noticed."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import sqrt

import pytest

from games.engine.deal import deal_from_stream
from games.engine.presets import CLASSIC
from games.engine.proof import Stream, deal_key
from games.engine.seats import Seat

CARDS = 52
GAME = bytes(range(16))
Shuffle = Callable[[Stream], list[int]]


def stream_of(number: int) -> Stream:
    return Stream(deal_key(b"\x5a" * 32, GAME, number, ()))


def the_deal(stream: Stream) -> list[int]:
    """The deck in the order dealt, read back from the hands of a deal by north."""
    hands = deal_from_stream(stream, CLASSIC, Seat.N).hands
    return [int(hands[(i + 1) % 4][i // 4]) for i in range(CARDS)]


def swap_with_any_card(stream: Stream) -> list[int]:
    deck = list(range(CARDS))
    for i in range(CARDS):
        j = stream.draw(CARDS)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def never_leave_a_card(stream: Stream) -> list[int]:
    """Off by one: no card stays where it was, so only 51! of 52! decks can come."""
    deck = list(range(CARDS))
    for i in range(CARDS - 1, 0, -1):
        j = stream.draw(i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def single_bytes_without_rejection(stream: Stream) -> list[int]:
    deck = list(range(CARDS))
    for i in range(CARDS - 1, 0, -1):
        j = stream.word() % 256 % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def decks(shuffle: Shuffle, count: int) -> Iterator[list[int]]:
    return (shuffle(stream_of(number)) for number in range(1, count + 1))


def position_by_card_z(shuffle: Shuffle, count: int) -> float:
    """Chi-square of 52 x 52 as a standard normal. A deck fills each row and column once, which
    leaves 51 x 51 free cells of variance 51/52 of a plain table's."""
    seen = [0] * (CARDS * CARDS)
    for deck in decks(shuffle, count):
        for position, card in enumerate(deck):
            seen[position * CARDS + card] += 1
    expected = count / CARDS
    chi_square = sum((n - expected) ** 2 for n in seen) / expected * (CARDS - 1) / CARDS
    freedom = (CARDS - 1) ** 2
    return (chi_square - freedom) / sqrt(2 * freedom)


def suit_by_seat_z(count: int) -> list[float]:
    """For each seat and suit the number of cards against 13 draws of 13 in 52."""
    totals = [0] * 16
    for deck in decks(the_deal, count):
        for position, card in enumerate(deck):
            totals[position % 4 * 4 + card // 13] += 1
    variance = 13 * (1 / 4) * (3 / 4) * (39 / 51)
    return [(total - count * 13 / 4) / sqrt(count * variance) for total in totals]


def runs_z(count: int) -> float:
    """Neighbours of one suit in the dealt deck: 12 expected of 51 pairs, variance 156/17."""
    pairs = sum(a // 13 == b // 13 for deck in decks(the_deal, count) for a, b in pairwise(deck))
    return (pairs - 12 * count) / sqrt(count * 156 / 17)


def test_every_card_comes_to_every_position_as_often_as_chance_has_it():
    assert abs(position_by_card_z(the_deal, 60_000)) < 4


def test_every_seat_is_dealt_every_suit_as_often_as_chance_has_it():
    assert max(map(abs, suit_by_seat_z(20_000))) < 4


def test_suits_come_in_runs_as_long_as_chance_has_them():
    assert abs(runs_z(20_000)) < 4


@pytest.mark.parametrize(
    "shuffle", [swap_with_any_card, never_leave_a_card, single_bytes_without_rejection]
)
def test_the_same_count_notices_a_bad_shuffle(shuffle):
    assert position_by_card_z(shuffle, 12_000) > 10
