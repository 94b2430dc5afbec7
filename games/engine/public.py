"""What everybody at the table knows of a hand.

The full hand and the view of a seat both carry this value and fold it by the same functions,
so that they cannot disagree about the turn, the trick or the score.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.engine.actions import Action, Kind, plays_of
from games.engine.auction import (
    Auction,
    after_bid,
    after_look,
    contracts,
    legal_bids,
    open_auction,
)
from games.engine.cards import Card, CardSet, card_set
from games.engine.exchange import NO_EXCHANGE, Exchange, exchange_due, legal_exchanges
from games.engine.ruleset import RuleSet
from games.engine.scoring import HandScore, settle
from games.engine.seats import Seat
from games.engine.tricks import Play, Trick, legal_plays, trick_winner


class Phase(StrEnum):
    """The phases of a hand, in their order."""

    BIDDING = "bidding"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


# Looking up a member of an enum costs more than the rest of a comparison: hot paths name it.
BIDDING, EXCHANGE, PLAY, OVER = Phase
_EXCHANGE = Kind.EXCHANGE
# Makes a named tuple in half the time that its own constructor takes.
_new = tuple.__new__


@dataclass(frozen=True, slots=True)
class Setup:
    """How a hand begins: fixed at the deal. Scores and bags are those before the hand."""

    rules: RuleSet
    dealer: Seat
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    hand_no: int


class Opening(NamedTuple):
    """All that comes before the first lead."""

    rules: RuleSet
    setup: Setup
    auction: Auction
    exchange: Exchange


class PublicHand(NamedTuple):
    """The face-up side of a hand.

    `trick` is what lies on the table, `tricks` the finished ones, `left` the set of all cards
    that have not been played.
    """

    opening: Opening
    phase: Phase
    to_act: Seat | None
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    left: CardSet

    @property
    def rules(self) -> RuleSet:
        """The rules the hand is played by."""
        return self.opening.rules

    @property
    def broken(self) -> bool:
        """Whether a spade lies in a finished trick, however it came there (R26, R27)."""
        spades = self.rules.order.spades
        return (self.left | card_set(self.trick)) & spades != spades

    @property
    def trick_plays(self) -> tuple[Play, ...]:
        """The cards on the table with the seats that played them, in order."""
        if self.to_act is None:
            return ()
        seats, size = self.rules.seats, len(self.trick)
        return tuple(
            Play(seats[(self.to_act - size + place) % len(seats)], card)
            for place, card in enumerate(self.trick)
        )

    @property
    def contracts(self) -> tuple[int, ...]:
        """The tricks each side has bid so far."""
        return contracts(self.rules, self.opening.auction.bids)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """The tricks each seat has taken so far, in seat order."""
        won = [0] * len(self.rules.seats)
        for trick in self.tricks:
            won[trick.winner] += 1
        return tuple(won)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds, in seat order."""
        left = self.rules.hand_size - len(self.tricks)
        held = self.opening.exchange.counts([left] * len(self.rules.seats))
        for seat, _ in self.trick_plays:
            held[seat] -= 1
        return tuple(held)

    @property
    def score(self) -> HandScore | None:
        """The settlement of the hand; None before the last card."""
        if self.phase is not OVER:
            return None
        rules, setup, auction, _ = self.opening
        bids = [bid for bid in auction.bids if bid is not None]
        return settle(rules, bids, self.tricks_won, setup.scores, setup.bags, setup.hand_no)


def open_hand(setup: Setup) -> PublicHand:
    """A hand that has just been dealt; dealer's left bids first (R9)."""
    rules = setup.rules
    opening = Opening(rules, setup, open_auction(rules, setup.scores), NO_EXCHANGE)
    return PublicHand(opening, BIDDING, rules.next_seat(setup.dealer), (), (), rules.order.full)


def legal_with(public: PublicHand, dealt: CardSet) -> tuple[Action, ...]:
    """What the seat to act may do, from what it knows itself.

    `dealt` is its holding before the first lead, the exchange included.
    """
    opening, phase, seat, trick, tricks, left = public
    if seat is None:
        return ()
    if phase is PLAY:
        legal = legal_plays(dealt & left, trick, public.broken, opening.rules, not tricks)
        return plays_of(legal)
    return legal_before_play(opening, phase, seat, dealt)


def legal_before_play(
    opening: Opening, phase: Phase, seat: Seat, dealt: CardSet
) -> tuple[Action, ...]:
    """What the seat to act may bid or pass."""
    if phase is BIDDING:
        return legal_bids(opening.rules, opening.auction, seat)
    return legal_exchanges(dealt, opening.exchange.next_pass.size)


def advance(public: PublicHand, action: Action) -> PublicHand:
    """The public hand after a legal action of the seat to act.

    An exchange may come without its cards, as everybody but the two partners sees it.
    """
    opening, _, seat, trick, tricks, left = public
    if seat is None:
        return public
    if action.card is None:
        return PublicHand(*advance_opening(opening, seat, action), trick, tricks, left)
    to_act, trick, tricks = play_card(opening.rules, seat, trick, tricks, action.card)
    phase = OVER if to_act is None else PLAY
    return PublicHand(opening, phase, to_act, trick, tricks, left ^ action.played)


def play_card(
    rules: RuleSet, seat: Seat, trick: tuple[Card, ...], tricks: tuple[Trick, ...], card: Card
) -> tuple[Seat | None, tuple[Card, ...], tuple[Trick, ...]]:
    """Who is next, the trick and the finished tricks after `seat` has played a card.

    Play goes clockwise; a full trick goes to its winner, who leads next (R20, R24).
    """
    left_of = rules.seating.left_of
    trick += (card,)
    seat = left_of[seat]
    if len(trick) < len(left_of):
        return seat, trick, tricks
    winner = trick_winner(trick, seat, rules)
    tricks += (_new(Trick, (seat, trick, winner)),)
    return (winner if len(tricks) < rules.hand_size else None), (), tricks


def advance_opening(opening: Opening, seat: Seat, action: Action) -> tuple[Opening, Phase, Seat]:
    """The opening, the phase and who is next after a legal bid, look or pass of `seat`."""
    rules, setup, auction, exchange = opening
    if action.kind is _EXCHANGE:
        return _go_on(Opening(rules, setup, auction, exchange.after_pass()))
    if action.bid is None:
        return Opening(rules, setup, after_look(auction, seat), exchange), BIDDING, seat
    auction = after_bid(rules, auction, seat, action.bid)
    if None in auction.bids:
        to_act = rules.seating.left_of[seat]
        return _new(Opening, (rules, setup, auction, exchange)), BIDDING, to_act
    exchange = exchange_due(rules, auction.bids, setup.dealer)
    return _go_on(Opening(rules, setup, auction, exchange))


def _go_on(opening: Opening) -> tuple[Opening, Phase, Seat]:
    """After the bids: the next pass that is due, or else the first lead (R18, R19)."""
    if opening.exchange.is_complete:
        return opening, PLAY, opening.rules.next_seat(opening.setup.dealer)
    return opening, EXCHANGE, opening.exchange.next_pass.giver
