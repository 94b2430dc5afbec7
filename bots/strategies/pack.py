"""The cards as a strategy counts them: a suit from 0 to 3, a rank inside it, ranks as bit masks.

A card's code is `suit * 32 + rank`, where ranks count from 0 upwards by power, so that a suit is
one small mask and "beats" is a comparison. Which suit a card plays as and how strong it is comes
from the rules' card order, not from what is printed on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from games.engine.cards import Card
from games.engine.order import CardOrder

SUIT_SHIFT = 5
RANK_MASK = (1 << SUIT_SHIFT) - 1
SPADES = 3
SIDE_SUITS = (0, 1, 2)
SUITS = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of an order: `code[card]`, and all ranks of each suit as a mask."""

    code: tuple[int, ...]
    full: tuple[int, ...]


@cache
def pack_of(order: CardOrder) -> Pack:
    """The pack of a card order, made once."""
    codes = [0] * (max(order.deck) + 1)
    full: list[int] = []
    for suit, members in enumerate(_suits(order)):
        by_power = sorted(members, key=lambda card: order.power[card][card])
        for rank, card in enumerate(by_power):
            codes[card] = suit << SUIT_SHIFT | rank
        full.append((1 << len(by_power)) - 1)
    return Pack(code=tuple(codes), full=tuple(full))


def masks_of(pack: Pack, cards: Iterable[Card]) -> tuple[int, ...]:
    """The ranks held of each suit, as masks."""
    masks = [0] * len(pack.full)
    for card in cards:
        code = pack.code[card]
        masks[code >> SUIT_SHIFT] |= 1 << (code & RANK_MASK)
    return tuple(masks)


def codes_of(pack: Pack, cards: Iterable[Card]) -> list[int]:
    """The codes of some cards, the lowest suit and rank first."""
    return sorted(pack.code[card] for card in cards)


def _suits(order: CardOrder) -> list[list[Card]]:
    """The cards of each suit, spades last."""
    groups: dict[int, list[Card]] = {}
    for card in order.deck:
        groups.setdefault(order.suit_of[card], []).append(card)
    spades = groups.pop(order.spades)
    return [*groups.values(), spades]


def suit_of(code: int) -> int:
    """The suit a card plays as; 3 is spades."""
    return code >> SUIT_SHIFT


def rank_of(code: int) -> int:
    """The card's rank among its suit, 0 the lowest."""
    return code & RANK_MASK


def beats(code: int, best: int) -> bool:
    """Whether a card played later takes the trick from `best`, the card that holds it so far."""
    return code > best and (
        code >> SUIT_SHIFT == best >> SUIT_SHIFT or code >> SUIT_SHIFT == SPADES
    )
