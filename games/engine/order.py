"""Which cards are in play, which of them are spades, and which card beats which."""

from dataclasses import dataclass

from games.engine.cards import DECK, Card, CardSet, Suit, card_set, suit_set


@dataclass(frozen=True, slots=True)
class CardOrder:
    """The deck and the power of its cards, as tables indexed by card.

    `suit_of[card]` is the set of all cards that belong to the suit the card plays as.
    `power[led][card]` compares the cards of a trick to which `led` was led: 0 for a card that
    is neither of the led suit nor a spade and so cannot take the trick.
    """

    deck: tuple[Card, ...]
    full: CardSet
    spades: CardSet
    suit_of: tuple[CardSet, ...]
    power: tuple[tuple[int, ...], ...]


def _standard() -> CardOrder:
    """52 cards, aces high, spades trump (R2, R3)."""
    spades = suit_set(Suit.S)
    suits = [suit_set(suit) for suit in Suit]
    # Deck order has the aces high and the spades last, so a card's place is its power.
    powers = [
        tuple(card + 1 if (suit | spades) >> card & 1 else 0 for card in DECK) for suit in suits
    ]
    return CardOrder(
        deck=DECK,
        full=card_set(DECK),
        spades=spades,
        suit_of=tuple(suits[card.suit] for card in DECK),
        power=tuple(powers[card.suit] for card in DECK),
    )


STANDARD_ORDER = _standard()
