"""Cards, their two-character names, and sets of cards as bit masks."""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from typing import Self, TypeAlias

RANKS = "23456789TJQKA"
_SUIT_SIZE = len(RANKS)


class Suit(IntEnum):
    """The suits in deck order; spades, the highest, are always trump."""

    C = 0
    D = 1
    H = 2
    S = 3


class Card(int):
    """A card, as its index in deck order: C, D, H, S, each from 2 to A.

    Equality, order and hash are those of the index, so that a card may be a bit number.

    >>> Card.parse("SA"), Card.parse("SA") > Card.parse("C2"), str(Card.parse("HT"))
    (SA, True, 'HT')
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Self:
        """The card at `index` of the deck; ValueError outside it."""
        if not 0 <= index < 4 * _SUIT_SIZE:
            raise ValueError("a card has an index from 0 to 51")
        return super().__new__(cls, index)

    @classmethod
    def parse(cls, name: str) -> "Card":
        """Read a name such as "SA" or "HT"; ValueError for anything else."""
        try:
            return _BY_NAME[name]
        except (KeyError, TypeError):
            raise ValueError("a card is a suit of CDHS and a rank of 23456789TJQKA") from None

    @property
    def suit(self) -> Suit:
        """The suit printed on the card."""
        return Suit(self // _SUIT_SIZE)

    @property
    def rank(self) -> int:
        """2 to 14, the ace being high (S000-7)."""
        return self % _SUIT_SIZE + 2

    def __bool__(self) -> bool:
        """A card is a card: the two of clubs, index 0, is not false."""
        return True

    def __str__(self) -> str:
        return _NAMES[self]

    __repr__ = __str__


_NAMES = tuple(suit.name + rank for suit in Suit for rank in RANKS)
DECK = tuple(Card(index) for index in range(len(_NAMES)))
_BY_NAME = dict(zip(_NAMES, DECK, strict=True))

CardSet: TypeAlias = int
"""A set of cards: bit i is set when the card with index i is in it."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of the given cards; naming a card twice does not count it twice."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def suit_set(suit: Suit) -> CardSet:
    """All thirteen cards of a suit."""
    return ((1 << _SUIT_SIZE) - 1) << (suit * _SUIT_SIZE)


def cards_in(cards: CardSet) -> tuple[Card, ...]:
    """The cards of a set in deck order, which sorts a holding by suit, then rank.

    >>> cards_in(card_set([Card.parse("SA"), Card.parse("C2")]))
    (C2, SA)
    """
    found: tuple[Card, ...] = ()
    offset = 0
    while cards:
        part = cards & (1 << _SUIT_SIZE) - 1
        if part:
            found += _cards_of_suit(part, offset)
        cards >>= _SUIT_SIZE
        offset += _SUIT_SIZE
    return found


@cache
def _cards_of_suit(ranks: int, offset: int) -> tuple[Card, ...]:
    return tuple(DECK[offset + bit] for bit in range(_SUIT_SIZE) if ranks >> bit & 1)


def lowest_first(card: Card) -> tuple[int, int]:
    """Sort key of "lowest card" wherever a rule needs one: rank, then C, D, H, S."""
    return card.rank, card.suit
