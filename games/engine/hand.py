"""A hand from the deal to the last card: a value, folded by one action at a time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.actions import Action, Kind, plays_of
from games.engine.auction import check_bid
from games.engine.bids import Nil
from games.engine.cards import Card, CardSet, card_set, lowest_first
from games.engine.deal import Deal, dealt_holdings
from games.engine.errors import Code, DealError, IllegalAction, ReplayError
from games.engine.exchange import Exchange, check_exchange
from games.engine.public import (
    BIDDING,
    OVER,
    PLAY,
    Opening,
    Phase,
    PublicHand,
    Setup,
    advance_opening,
    legal_before_play,
    open_hand,
    play_card,
)
from games.engine.ruleset import LeadSpades, RuleSet
from games.engine.scoring import HandScore
from games.engine.seats import Seat
from games.engine.tricks import TWO_OF_CLUBS, Trick, legal_plays

# Makes a named tuple in half the time that its own constructor takes.
_new = tuple.__new__


@dataclass(frozen=True, slots=True)
class Hidden:
    """The cards, which only their seats know.

    `dealt` is what each seat holds before the first lead, the exchange included, `passed`
    what it gave in the exchange, both in seat order. What a seat still holds is what it was
    dealt and has not played.
    """

    deal: Deal
    dealt: tuple[CardSet, ...]
    passed: tuple[tuple[Card, ...], ...]


class HandState(NamedTuple):
    """All there is to know of a hand, hidden cards included: it never leaves the server.

    The first six fields are those of PublicHand. `legal` are the cards that the seat to act
    may play, found once when the turn comes to it; empty before the first lead. One of these
    is made for every card played, and a frozen dataclass of this size takes five times as
    long to make as a tuple: hence the named tuple.
    """

    opening: Opening
    phase: Phase
    to_act: Seat | None
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    left: CardSet
    hidden: Hidden
    legal: CardSet

    @property
    def public(self) -> PublicHand:
        """What everybody at the table knows of the hand."""
        return PublicHand(*self[:6])

    @property
    def rules(self) -> RuleSet:
        """The rules the hand is played by."""
        return self.opening.rules

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.opening.setup.dealer

    @property
    def deal(self) -> Deal:
        """What was dealt, before any exchange."""
        return self.hidden.deal

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played."""
        return self.to_act is None

    @property
    def holdings(self) -> tuple[CardSet, ...]:
        """The cards each seat still has, in seat order."""
        return tuple(dealt & self.left for dealt in self.hidden.dealt)

    @property
    def score(self) -> HandScore | None:
        """The settlement of the hand; None before it is over."""
        return self.public.score

    def __repr__(self) -> str:
        """Names no card, so that a traceback or a log line cannot show a holding."""
        actor = "nobody" if self.to_act is None else self.to_act.name
        return f"<HandState {self.phase}, {actor} to act, {len(self.tricks)} tricks>"


def new_hand(
    rules: RuleSet,
    deal: Deal,
    dealer: Seat,
    *,
    scores: Sequence[int] = (0, 0),
    bags: Sequence[int] = (0, 0),
    hand_no: int = 1,
) -> HandState:
    """A hand before its first action.

    `scores` and `bags` are those of each side before it, `hand_no` counts the hands of the
    game from 1. DealError for a misdeal (R8), or a dealer or totals that do not fit the rules.
    """
    dealt = dealt_holdings(rules, deal)
    if dealer not in rules.seats:
        raise DealError("the dealer has a seat")
    if len(scores) != len(rules.sides) or len(bags) != len(rules.sides):
        raise DealError("scores and bags are one value per side")
    setup = Setup(rules, Seat(dealer), tuple(scores), tuple(bags), hand_no)
    hidden = Hidden(deal, dealt, ((),) * len(rules.seats))
    return HandState(*open_hand(setup), hidden, 0)


def legal_actions(state: HandState) -> tuple[Action, ...]:
    """Everything the seat to act may do; empty when the hand is over."""
    if state.phase is PLAY:
        return plays_of(state.legal)
    seat = state.to_act
    if seat is None:
        return ()
    return legal_before_play(state.opening, state.phase, seat, state.hidden.dealt[seat])


def apply(state: HandState, action: Action) -> HandState:
    """The hand after an action of the seat to act.

    IllegalAction with a code for everything outside `legal_actions`; `state` is untouched.
    """
    if type(action) is not Action:
        raise IllegalAction(Code.BAD_TOKEN)
    opening, phase, seat, trick, tricks, left, hidden, legal = state
    if seat is None:
        raise IllegalAction(Code.HAND_OVER)
    if phase is not PLAY:
        return _apply_before_play(state, seat, action)
    card = action.card
    if card is None or not legal & action.played:
        raise IllegalAction(_why_not(state, seat, action))
    rules = opening.rules
    to_act, trick, tricks = play_card(rules, seat, trick, tricks, card)
    left ^= action.played
    if to_act is None:
        return HandState(opening, OVER, None, trick, tricks, left, hidden, 0)
    spades = rules.order.spades
    # Whether spades are broken matters only to a lead, when no trick is half played.
    broken = not trick and left & spades != spades
    legal = legal_plays(hidden.dealt[to_act] & left, trick, broken, rules, not tricks)
    return _new(HandState, (opening, PLAY, to_act, trick, tricks, left, hidden, legal))


def replay(
    rules: RuleSet,
    deal: Deal,
    dealer: Seat,
    tokens: Iterable[str],
    *,
    scores: Sequence[int] = (0, 0),
    bags: Sequence[int] = (0, 0),
    hand_no: int = 1,
) -> HandState:
    """The hand after all these actions; ReplayError says which of them the rules refuse."""
    state = new_hand(rules, deal, dealer, scores=scores, bags=bags, hand_no=hand_no)
    for index, token in enumerate(tokens):
        try:
            state = apply(state, Action.parse(token))
        except IllegalAction as error:
            raise ReplayError(error.code, index) from None
    return state


def automatic_action(state: HandState) -> Action:
    """What the clock does for a seat that let its turn run out (R55).

    It looks; bids the smallest legal number, else nil; passes and plays its lowest cards by
    rank, then C, D, H, S. ValueError when the hand is over and nobody is to act.
    """
    return automatic_of(legal_actions(state))


def automatic_of(legal: Sequence[Action]) -> Action:
    """The automatic action among the legal ones."""
    if not legal:
        raise ValueError("no seat is to act")
    if legal[0].kind is Kind.LOOK:
        return legal[0]
    return min(legal, key=_automatic_order)


def _automatic_order(action: Action) -> list[tuple[int, int]]:
    if action.bid is not None:
        return [(1, 0)] if isinstance(action.bid, Nil) else [(0, action.bid)]
    cards = action.cards if action.card is None else (action.card,)
    return sorted(map(lowest_first, cards))


def _why_not(state: HandState, seat: Seat, action: Action) -> Code:
    """The rule that the action breaks, tricks being played."""
    holding = state.hidden.dealt[seat] & state.left
    if action.card is None:
        return Code.WRONG_PHASE
    if not holding & action.played:
        return Code.CARD_NOT_HELD
    if state.trick and holding & state.rules.order.suit_of[state.trick[0]]:
        return Code.MUST_FOLLOW_SUIT
    if not state.tricks and not state.trick and state.rules.lead_two_of_clubs:
        return Code.MUST_LEAD_TWO_OF_CLUBS
    if state.trick or state.rules.lead_spades is LeadSpades.ANYTIME:
        return Code.NO_SPADE_ON_FIRST_TRICK
    return Code.SPADES_NOT_BROKEN


def _apply_before_play(state: HandState, seat: Seat, action: Action) -> HandState:
    opening, _, _, _, _, left, hidden, _ = state
    if state.phase is BIDDING:
        check_bid(opening.rules, opening.auction, seat, action)
    else:
        check_exchange(hidden.dealt[seat], opening.exchange.next_pass.size, action)
    after, phase, to_act = advance_opening(opening, seat, action)
    if action.cards:
        hidden = _exchanged(hidden, opening.exchange, after.exchange, action.cards)
    legal = 0
    if phase is PLAY:
        if opening.rules.lead_two_of_clubs:
            to_act = _holder(TWO_OF_CLUBS, hidden)
        legal = legal_plays(hidden.dealt[to_act], (), False, opening.rules, True)
    return _new(HandState, (after, phase, to_act, (), (), left, hidden, legal))


def _holder(card: CardSet, hidden: Hidden) -> Seat:
    """The seat that holds a card of the deck before the first lead."""
    return next(Seat(seat) for seat, dealt in enumerate(hidden.dealt) if dealt & card)


def _exchanged(
    hidden: Hidden, before: Exchange, after: Exchange, cards: tuple[Card, ...]
) -> Hidden:
    """The cards leave the giver; what has arrived by this pass joins the takers' holdings."""
    seat = before.next_pass.giver
    passed = (*hidden.passed[:seat], cards, *hidden.passed[seat + 1 :])
    dealt = list(hidden.dealt)
    dealt[seat] &= ~card_set(cards)
    for giver, taker, _ in after.arrived[len(before.arrived) :]:
        dealt[taker] |= card_set(passed[giver])
    return Hidden(hidden.deal, tuple(dealt), passed)
