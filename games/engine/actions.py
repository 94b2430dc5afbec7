"""What a seat can do, and the tokens in which logs and messages say it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from games.engine.bids import Bid, Nil
from games.engine.cards import DECK, Card, CardSet, Suit, cards_in, suit_set
from games.engine.errors import Code, IllegalAction

_HIGHEST_NUMBER = 99


class Kind(StrEnum):
    """The kinds of actions; each belongs to one phase of a hand."""

    LOOK = "look"
    BID = "bid"
    EXCHANGE = "exchange"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Action:
    """One action. Which of `bid`, `cards` and `card` is set follows from its kind.

    Get one from `parse`, from `legal_actions`, or from the functions below, which hand out
    one object for equal bids and plays so that comparing them is cheap.

    >>> [str(Action.parse(token)) for token in ("look", "bN", "x:S3,H2", "pSA")]
    ['look', 'bN', 'x:H2,S3', 'pSA']
    """

    kind: Kind
    bid: Bid | None = None
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    # The card as a set, for the rules to test; empty unless a card is played.
    played: CardSet = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # True and 1.0 equal 1 in Python; they are no bid of one trick.
        if self.bid is not None and type(self.bid) not in (int, Nil):
            raise IllegalAction(Code.BAD_TOKEN)
        object.__setattr__(self, "played", 0 if self.card is None else 1 << self.card)

    @staticmethod
    def parse(token: object) -> "Action":
        """Read a token; IllegalAction with BAD_TOKEN for anything that is not one."""
        if isinstance(token, str):
            known = _BY_TOKEN.get(token)
            if known is not None:
                return known
            if token.startswith("x:"):
                return _parse_exchange(token)
        raise IllegalAction(Code.BAD_TOKEN)

    def __str__(self) -> str:
        if self.bid is not None:
            return _BID_TOKENS.get(self.bid) or f"b{self.bid}"
        if self.card is not None:
            return f"p{self.card}"
        if self.kind is Kind.EXCHANGE:
            return "x:" + ",".join(map(str, self.cards))
        return self.kind.value


_BID_TOKENS: dict[Bid, str] = {Nil.NIL: "bN", Nil.BLIND: "bB"}

LOOK = Action(Kind.LOOK)
NIL = Action(Kind.BID, bid=Nil.NIL)
BLIND_NIL = Action(Kind.BID, bid=Nil.BLIND)
_NUMBERS = tuple(Action(Kind.BID, bid=number) for number in range(1, _HIGHEST_NUMBER + 1))
_PLAYS = tuple(Action(Kind.PLAY, card=card) for card in DECK)
_BY_TOKEN = {str(action): action for action in (LOOK, NIL, BLIND_NIL, *_NUMBERS, *_PLAYS)}


def number_bid(tricks: int) -> Action:
    """The bid of a number of tricks."""
    if type(tricks) is not int or not 1 <= tricks <= _HIGHEST_NUMBER:
        raise IllegalAction(Code.BID_OUT_OF_RANGE)
    return _NUMBERS[tricks - 1]


def play_of(card: Card) -> Action:
    """The play of a card."""
    return _PLAYS[card]


def exchange_of(cards: Iterable[Card]) -> Action:
    """The passing of cards to the partner; in which order they are named means nothing."""
    return Action(Kind.EXCHANGE, cards=tuple(sorted(cards)))


@cache
def number_bids(highest: int) -> tuple[Action, ...]:
    """Nil and the number bids up to `highest`, as they are offered (R9, R11)."""
    return (NIL, *_NUMBERS[:highest])


class _PlaysWithinSuit(dict[CardSet, tuple[Action, ...]]):
    """The plays of sets of cards of one suit, each made when first asked for."""

    def __missing__(self, cards: CardSet) -> tuple[Action, ...]:
        plays = self[cards] = tuple(_PLAYS[card] for card in cards_in(cards))
        return plays


_PLAYS_WITHIN_SUIT = _PlaysWithinSuit()
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = map(suit_set, Suit)


def plays_of(cards: CardSet) -> tuple[Action, ...]:
    """The plays of all cards of a set, in deck order.

    The tuple is put together from one per suit, of which there are few enough to keep.
    """
    within = _PLAYS_WITHIN_SUIT
    return within.get(cards) or (
        within[cards & _CLUBS]
        + within[cards & _DIAMONDS]
        + within[cards & _HEARTS]
        + within[cards & _SPADES]
    )


def _parse_exchange(token: str) -> Action:
    try:
        return exchange_of([Card.parse(name) for name in token[2:].split(",")])
    except ValueError:
        raise IllegalAction(Code.BAD_TOKEN) from None
