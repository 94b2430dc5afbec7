"""The observations of one finished hand."""

import math
from collections.abc import Iterator

from games.engine import HandState, Seat
from games.engine.actions import Kind
from games.engine.bids import Bid, Nil, is_nil
from games.engine.cards import CardSet, Suit, suit_set
from games.engine.log import Cause
from games.engine.scoring import LineKind
from ratings.engine.habits import UNIT, Measure, Observation
from ratings.engine.replayed import ReplayedHand, Step
from ratings.engine.strength import strength

_TRICK = 100  # strengths are in hundredths
_USUAL = 262  # the mean strength of a hand of 13 cards dealt at random
_WEAK = 350  # above it nobody thinks of nil
SIDE_SUITS = (Suit.C, Suit.D, Suit.H)


def observations_of(hand: ReplayedHand) -> list[Observation]:
    """What a finished hand shows of each seat that was a person's own.

    What needs the partner is seen only where the partner's seat was a person's own too.
    """
    own, rules = hand.own_seats, hand.end.rules
    seen: list[Observation] = []
    for seat in sorted(own):
        seen += _bids(hand, seat)
        seen += _pace(hand, seat)
        partner = rules.partner(seat)
        if partner in own and partner is not None:
            seen += _fit(hand, seat, partner)
            seen += _results(hand, seat)
            seen += _leads(hand, seat, partner)
            seen += _covers(hand, seat, partner)
    return seen


def _dealt(hand: ReplayedHand, seat: Seat) -> int:
    """The strength of the cards a seat bid on."""
    return strength(hand.start.hidden.dealt[seat])


def _bid_step(hand: ReplayedHand, seat: Seat) -> Step | None:
    """The bid of a seat that had seen its cards."""
    for step in hand.steps:
        if step.entry.seat == seat and step.action.kind is Kind.BID:
            return None if step.action.bid is Nil.BLIND else step
    return None


def _partner_bid(step: Step, partner: Seat | None) -> Bid | None:
    return None if partner is None else step.before.opening.auction.bids[partner]


def _bids(hand: ReplayedHand, seat: Seat) -> Iterator[Observation]:
    step = _bid_step(hand, seat)
    if step is None:
        return
    cards, bid = _dealt(hand, seat), step.action.bid
    heard = _partner_bid(step, hand.end.rules.partner(seat))
    place = "first" if heard is None else "nil" if is_nil(heard) else "second"
    if isinstance(bid, int):
        yield Observation(seat, Measure.BIDS, f"{cards // 50}-{place}", bid * UNIT)
    if cards < _WEAK:
        nil = UNIT * is_nil(bid)
        yield Observation(seat, Measure.NILS, f"{cards // 50}-{place}", nil)


def _fit(hand: ReplayedHand, seat: Seat, partner: Seat) -> Iterator[Observation]:
    """The product of two surprises: how far the bid lies from the own cards, and how far the
    partner's cards lie from what is known of them. Who knows only the own cards has no way to
    make the two go together."""
    step = _bid_step(hand, seat)
    if step is None or not isinstance(step.action.bid, int):
        return
    cards, heard = _dealt(hand, seat), _partner_bid(step, partner)
    if is_nil(heard):
        return
    known = _USUAL if heard is None else int(heard) * _TRICK
    lean = (step.action.bid * _TRICK - cards) / _TRICK
    surprise = (_dealt(hand, partner) - known) / _TRICK
    cell = f"{cards // 100}-{'first' if heard is None else min(6, int(heard))}"
    yield Observation(seat, Measure.FIT, cell, round(UNIT * lean * surprise))


def _results(hand: ReplayedHand, seat: Seat) -> Iterator[Observation]:
    """The points of the side less the other's, bag penalties left out, in hundreds."""
    rules, score = hand.end.rules, hand.end.score
    if score is None or len(rules.sides) != 2:
        return
    side, points, cards = rules.side_of(seat), [0, 0], [0, 0]
    for line in score.lines:
        if line.kind is not LineKind.BAG_PENALTY:
            points[line.side] += line.points
    for other in rules.seats:
        cards[rules.side_of(other)] += _dealt(hand, other)
    balance = max(-6, min(6, round((cards[side] - cards[1 - side]) / _TRICK)))
    difference = points[side] - points[1 - side]
    yield Observation(seat, Measure.RESULTS, str(balance), round(UNIT * difference / 100))


def _leads(hand: ReplayedHand, seat: Seat, partner: Seat) -> Iterator[Observation]:
    """The first lead of a side suit at which the partner's cards made a difference: whether the
    suit led was one in which the partner takes the trick, less how many of the choices were."""
    if any(is_nil(hand.end.public.opening.auction.bids[who]) for who in (seat, partner)):
        return
    for step in hand.steps:
        before, card = step.before, step.action.card
        if step.entry.seat != seat or card is None or before.trick or card.suit is Suit.S:
            continue
        choices = [suit for suit in SIDE_SUITS if before.legal & suit_set(suit)]
        good = [suit for suit in choices if partner_takes(before, suit, partner)]
        if good and len(good) < len(choices) and step.entry.cause is Cause.PERSON:
            value = (card.suit in good) - len(good) / len(choices)
            known = "known" if _shown_out(before, partner) else "hidden"
            cell = f"{min(len(before.tricks), 6)}-{len(choices)}{len(good)}-{known}"
            yield Observation(seat, Measure.LEADS, cell, round(UNIT * value))
            return


def partner_takes(state: HandState, suit: Suit, partner: Seat) -> bool:
    """Whether the partner holds the best card left of a suit, or none of it and a spade."""
    of_suit, holdings = suit_set(suit), state.holdings
    if not holdings[partner] & of_suit:
        return bool(holdings[partner] & suit_set(Suit.S))
    best = _highest(state.left & of_suit)
    return bool(holdings[partner] & best)


def _highest(cards: CardSet) -> CardSet:
    return 1 << cards.bit_length() - 1


def _shown_out(state: HandState, seat: Seat) -> bool:
    """Whether a seat has not followed to a side suit in a trick that lies open to all."""
    return any(
        play.seat == seat and play.card.suit is not trick.cards[0].suit
        for trick in state.tricks
        for play in trick.plays
    )


def _covers(hand: ReplayedHand, seat: Seat, partner: Seat) -> Iterator[Observation]:
    bids, tricks = hand.end.public.opening.auction.bids, hand.end.public.tricks_won
    if bids[partner] is Nil.NIL and not is_nil(bids[seat]):
        cell = f"{min(3, _dealt(hand, partner) // 50)}-{min(5, _dealt(hand, seat) // 100)}"
        yield Observation(seat, Measure.COVERS, cell, UNIT * (not tricks[partner]))


def _pace(hand: ReplayedHand, seat: Seat) -> Iterator[Observation]:
    """The mean of ln(1 + seconds) over the hand's decisions of a kind, one for each kind."""
    times: dict[str, list[float]] = {}
    for step in hand.steps:
        if step.entry.seat == seat and step.entry.cause is Cause.PERSON and step.ms is not None:
            times.setdefault(_kind(step), []).append(math.log1p(max(0, step.ms) / 1000))
    for kind, logs in times.items():
        yield Observation(seat, Measure.PACE, kind, round(UNIT * sum(logs) / len(logs)))


def _kind(step: Step) -> str:
    """How much there was to decide."""
    if step.action.card is None:
        return "bid"
    choices = len(_distinct(step.before))
    return "forced" if choices == 1 else "few" if choices < 4 else "many"


def _distinct(state: HandState) -> list[CardSet]:
    """The legal cards in runs of equal worth: cards that no other left lies between."""
    runs: list[CardSet] = []
    assert state.to_act is not None
    holding = state.holdings[state.to_act]
    for suit in Suit:
        legal, others = state.legal & suit_set(suit), state.left & ~holding
        run = 0
        for bit in range(suit * 13, suit * 13 + 13):
            if legal >> bit & 1:
                run |= 1 << bit
            elif run and others >> bit & 1:
                runs.append(run)
                run = 0
        if run:
            runs.append(run)
    return runs
