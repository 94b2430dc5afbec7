"""Deals: who holds what before the first bid, from a stream of draws or from text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, Self

from games.engine.cards import DECK, RANKS, Card, CardSet, Suit, card_set
from games.engine.errors import DealError
from games.engine.ruleset import RuleSet
from games.engine.seats import Seat

_PBN_SEATS = "NESW"
_PBN_SUITS = (Suit.S, Suit.H, Suit.D, Suit.C)


class Draws(Protocol):
    """A source of chance: `draw(m)` gives a number from 0 to m - 1, all equally likely."""

    def draw(self, m: int, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of each seat in the order dealt, and what is left over.

    Two deals are equal when the same cards were dealt in the same order; `to_pbn` compares
    the holdings alone. `kitty` and `stock` are empty unless the rules deal to them.
    """

    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()

    @classmethod
    def from_pbn(cls, text: str) -> Self:
        """Read "N:AKQ.T98.7.…": the seat that comes first, then four hands clockwise.

        DealError unless it is 4 x 13 cards of a 52-card pack.
        """
        if not isinstance(text, str) or len(text) < 2 or text[1] != ":":
            raise DealError("a PBN deal begins with a seat and a colon")
        first = _PBN_SEATS.find(text[0])
        hands = [_pbn_hand(part) for part in text[2:].split(" ")]
        if first < 0 or len(hands) != len(_PBN_SEATS):
            raise DealError("a PBN deal has the hands of N, E, S and W")
        deal = cls(tuple(hands[(seat - first) % 4] for seat in range(4)))
        if not deal.is_bridge_deal:
            raise DealError("a PBN deal is 4 x 13 cards of one pack")
        return deal

    def to_pbn(self) -> str:
        """The deal in PBN order, north first, spades first, aces first.

        DealError for other layouts than 4 x 13 cards of a 52-card pack.
        """
        if not self.is_bridge_deal:
            raise DealError("only 4 x 13 cards of one pack can be written as PBN")
        return "N:" + " ".join(map(_pbn_text, self.hands))

    @property
    def is_bridge_deal(self) -> bool:
        """Whether this is 4 x 13 cards of a 52-card pack, which is all that PBN can say."""
        cards = [card for hand in self.hands for card in hand]
        return (
            [len(hand) for hand in self.hands] == [13] * 4
            and not self.kitty
            and not self.stock
            and sorted(cards) == list(DECK)
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read what `to_dict` wrote; DealError if it is anything else or repeats a card."""
        if not isinstance(data, Mapping) or set(data) - {"hands", "kitty", "stock"}:
            raise DealError("a deal has hands, a kitty and a stock")
        hands = data.get("hands")
        if not isinstance(hands, list | tuple):
            raise DealError("the hands of a deal are a list")
        deal = cls(
            tuple(_card_list(hand) for hand in hands),
            kitty=_card_list(data.get("kitty", ())),
            stock=_card_list(data.get("stock", ())),
        )
        cards = [*deal.kitty, *deal.stock, *(card for hand in deal.hands for card in hand)]
        if len(set(cards)) != len(cards):
            raise DealError("a card was dealt twice")
        return deal

    def to_dict(self) -> dict[str, list[str] | list[list[str]]]:
        """The deal as JSON carries it, in the order dealt."""
        return {
            "hands": [[str(card) for card in hand] for hand in self.hands],
            "kitty": [str(card) for card in self.kitty],
            "stock": [str(card) for card in self.stock],
        }


def first_dealer(stream: Draws, rules: RuleSet) -> Seat:
    """The dealer of a game's first hand, drawn from its committed stream (S000-9)."""
    return rules.seats[stream.draw(len(rules.seats))]


def deal_from_stream(stream: Draws, rules: RuleSet, dealer: Seat) -> Deal:
    """Shuffle the deck with the stream and deal it one card at a time from dealer's left.

    The shuffle is Fisher-Yates from the last card down: for i = N-1 ... 1 swap i and draw(i+1).
    """
    deck = list(rules.order.deck)
    for last in range(len(deck) - 1, 0, -1):
        other = stream.draw(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    players = len(rules.seats)
    dealt = {
        seat: tuple(deck[place : players * rules.hand_size : players])
        for place, seat in enumerate(rules.seating.from_left_of(dealer))
    }
    return Deal(tuple(dealt[seat] for seat in rules.seats))


def dealt_holdings(rules: RuleSet, deal: Deal) -> tuple[CardSet, ...]:
    """What each seat was dealt; DealError for a misdeal (R8): unequal hands, or not the deck.

    A misdeal is found before the bidding, nothing is settled, and the same dealer deals again.
    """
    hands = deal.hands
    if len(hands) != len(rules.seats) or any(len(hand) != rules.hand_size for hand in hands):
        raise DealError(f"a misdeal: each seat is dealt {rules.hand_size} cards")
    # As many cards as the deck has fill it only if no card was dealt twice.
    dealt = tuple(map(card_set, hands))
    if sum(dealt) != rules.order.full or deal.kitty or deal.stock:
        raise DealError("a misdeal: these are not the cards of the deck")
    return dealt


def _pbn_hand(text: str) -> tuple[Card, ...]:
    suits = text.split(".")
    if len(suits) != len(_PBN_SUITS) or any(rank not in RANKS for rank in "".join(suits)):
        raise DealError("a PBN hand is the ranks of spades, hearts, diamonds and clubs")
    return tuple(
        Card.parse(suit.name + rank)
        for suit, ranks in zip(_PBN_SUITS, suits, strict=True)
        for rank in ranks
    )


def _pbn_text(hand: Iterable[Card]) -> str:
    names = [str(card) for card in sorted(hand, reverse=True)]
    return ".".join(
        "".join(name[1] for name in names if name[0] == suit.name) for suit in _PBN_SUITS
    )


def _card_list(names: object) -> tuple[Card, ...]:
    if not isinstance(names, list | tuple):
        raise DealError("cards are a list of names")
    try:
        return tuple(Card.parse(name) for name in names)
    except ValueError as error:
        raise DealError(str(error)) from None
