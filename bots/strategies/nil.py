"""How safe a holding is as a nil, in hundredths of log odds: 0 is an even chance.

The values are a logistic fit to 16,000 weak holdings that were made to bid nil among rule-based
players, who attack and cover it. Scored by them, a nil of 100 points breaks even with a number bid
at +36, where 59 of 100 are made.
"""

from collections.abc import Iterable
from itertools import combinations

from bots.strategies.pack import RANK_MASK, SIDE_SUITS, SPADES, SUIT_SHIFT

_ACE = 1 << 12

# What the lowest, the second and the third lowest card of a side suit add, by rank from the two
# up. A fourth card is hardly ever a danger: by then the nil is out of other suits and discards.
_LOW_CARDS = (
    (42, 40, 36, 24, 10, -5, -20, -45, -70, -92, -116, -195, -372),
    (45, 45, 42, 38, 30, 22, 8, -23, -53, -68, -92, -142, -281),
    (15, 15, 13, 15, 13, 10, 5, -5, -8, -18, -33, -56, -94),
)
_LENGTH = (27, 12, -4, -18, -29, 0, 24)
_SPADE_LENGTH = (0, 0, 10, 30, -25, -210)
_SPADES = ((11, -158), (10, -114), (9, -97), (8, -67), (7, -43), (6, -31))
_HOPELESS = -10_000
# The partner's bid says how well it can cover: so much for each trick above or below three.
_PARTNER_TRICK, _PARTNER_AVERAGE = 33, 3


def safety(own: tuple[int, ...]) -> int:
    """The log odds, in hundredths, that a nil on this holding is made; the partner has not bid.

    With the ace of spades, or whatever
    ranks above it, a nil cannot be made (S001-36).
    """
    spades = own[SPADES]
    if spades >= _ACE:
        return _HOPELESS
    odds = _SPADE_LENGTH[min(spades.bit_count(), len(_SPADE_LENGTH) - 1)]
    odds += sum(value for rank, value in _SPADES if spades >> rank & 1)
    return odds + sum(_side_suit(own[suit]) for suit in SIDE_SUITS)


def partner_cover(bid: int | None) -> int:
    """What the partner's number bid adds to the log odds; None if it has not bid."""
    return 0 if bid is None else _PARTNER_TRICK * (bid - _PARTNER_AVERAGE)


def worst_cards(own: tuple[int, ...], codes: Iterable[int], size: int) -> tuple[int, ...]:
    """The `size` cards without which the holding is safest as a nil."""
    return max(combinations(codes, size), key=lambda cards: safety(without(own, cards)))


def without(own: tuple[int, ...], cards: Iterable[int]) -> tuple[int, ...]:
    """The masks of a holding after some of its cards are gone."""
    masks = list(own)
    for code in cards:
        masks[code >> SUIT_SHIFT] &= ~(1 << (code & RANK_MASK))
    return tuple(masks)


def _side_suit(suit: int) -> int:
    odds = _LENGTH[min(suit.bit_count(), len(_LENGTH) - 1)]
    for values in _LOW_CARDS:
        if not suit:
            break
        lowest = suit & -suit
        odds += values[min(lowest.bit_length(), len(values)) - 1]
        suit ^= lowest
    return odds
