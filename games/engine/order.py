"""Which cards are in play, which of them are spades, and which card beats which."""

from dataclasses import dataclass

from games.engine.cards import DECK, Card, CardSet, Suit, suit_set


@dataclass(frozen=True, slots=True)
class CardOrder:
    """The deck and the power of its cards, as tables indexed by card.

    `suit_of[card]` is the set of all cards that belong to the suit the card plays as, and
    `strength[card]` compares cards of one suit, and any spade with any other card.
    """

    deck: tuple[Card, ...]
    spades: CardSet
    suit_of: tuple[CardSet, ...]
    strength: tuple[int, ...]


STANDARD_ORDER = CardOrder(
    deck=DECK,
    spades=suit_set(Suit.S),
    suit_of=tuple(suit_set(card.suit) for card in DECK),
    # Deck order has the aces high and the spades last, so a card's index is its strength.
    strength=tuple(range(len(DECK))),
)
"""52 cards, aces high, spades trump (S000-6 to S000-8)."""
