"""What finished hands say about a player, as sums: those of two hands add up to those of both.

Each field is defined in docs/figures.md; rates are made of two of them when they are read.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Self

from games.engine import HandScore, Seat
from games.engine.actions import Kind
from games.engine.bids import Nil, is_nil
from games.engine.cards import Suit
from games.engine.log import Cause
from games.engine.scoring import LineKind
from ratings.engine.replayed import ReplayedHand, Step

_Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class HandFigures:
    """Counts over hands that were a player's own (`ReplayedHand.own_seats`).

    Points are those of whole sides, bag penalties included; times are in milliseconds.
    """

    hands: int = 0
    points: int = 0
    points_against: int = 0
    number_bids: int = 0
    tricks_bid: int = 0
    tricks_taken: int = 0
    exact_bids: int = 0
    tricks_missed_by: int = 0
    contracts: int = 0
    contracts_made: int = 0
    contracts_faced: int = 0
    contracts_set: int = 0
    bags: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    covers: int = 0
    covers_made: int = 0
    nils_faced: int = 0
    nils_broken: int = 0
    leads: int = 0
    leads_won: int = 0
    spade_leads: int = 0
    timed_bids: int = 0
    bid_ms: int = 0
    timed_cards: int = 0
    card_ms: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(
            **{name: getattr(self, name) + getattr(other, name) for name in FIGURE_NAMES}
        )

    def __neg__(self) -> Self:
        return type(self)(**{name: -getattr(self, name) for name in FIGURE_NAMES})

    def to_dict(self) -> dict[str, int]:
        """The counts by name."""
        return {name: getattr(self, name) for name in FIGURE_NAMES}


FIGURE_NAMES: tuple[str, ...] = tuple(field.name for field in fields(HandFigures))


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` of `of`, with the 95 % interval of the share (Wilson); None where `of` is 0.

    >>> Rate.of_counts(9, 10)
    Rate(count=9, of=10, value=0.9, low=0.5958, high=0.9821)
    """

    count: int
    of: int
    value: float | None
    low: float | None
    high: float | None

    @classmethod
    def of_counts(cls, count: int, of: int) -> "Rate":
        """The rate of `count` successes in `of` tries."""
        if of == 0:
            return cls(count, of, None, None, None)
        share, z2 = count / of, _Z_95 * _Z_95
        middle = (share + z2 / (2 * of)) / (1 + z2 / of)
        half = _Z_95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
        low, high = max(0.0, middle - half), min(1.0, middle + half)
        return cls(count, of, round(share, 4), round(low, 4), round(high, 4))


def figures_of(hand: ReplayedHand) -> dict[Seat, HandFigures]:
    """What a finished hand says about each seat that was a person's own.

    ValueError if the hand is not over.
    """
    score = hand.end.score
    if score is None:
        raise ValueError("figures are of a hand that was played to its end")
    return {seat: _of_seat(hand, score, seat) for seat in hand.own_seats}


def total(figures: Iterable[HandFigures]) -> HandFigures:
    """The sum of figures; of none, zeros."""
    return sum(figures, HandFigures())


def _of_seat(hand: ReplayedHand, score: HandScore, seat: Seat) -> HandFigures:
    side = hand.end.rules.side_of(seat)
    return HandFigures(
        hands=1,
        points=score.deltas[side],
        points_against=max(delta for number, delta in enumerate(score.deltas) if number != side),
        **_of_bid(hand, seat),
        **_of_side(score, side),
        **_of_nils(score, hand, seat),
        **_of_leads(hand, seat),
        **_of_time(hand, seat),
    )


def _of_bid(hand: ReplayedHand, seat: Seat) -> dict[str, int]:
    public = hand.end.public
    bid, taken = public.opening.auction.bids[seat], public.tricks_won[seat]
    if not isinstance(bid, int) or is_nil(bid):
        return {}
    return {
        "number_bids": 1,
        "tricks_bid": bid,
        "tricks_taken": taken,
        "exact_bids": int(taken == bid),
        "tricks_missed_by": abs(taken - bid),
    }


def _of_side(score: HandScore, side: int) -> dict[str, int]:
    contracts = [line for line in score.lines if line.kind is LineKind.CONTRACT]
    own = [bool(line.made) for line in contracts if line.side == side]
    others = [bool(line.made) for line in contracts if line.side != side]
    return {
        "contracts": len(own),
        "contracts_made": sum(own),
        "contracts_faced": len(others),
        "contracts_set": others.count(False),
        "bags": sum(
            line.bags
            for line in score.lines
            if line.side == side and line.kind is not LineKind.BAG_PENALTY
        ),
    }


def _of_nils(score: HandScore, hand: ReplayedHand, seat: Seat) -> dict[str, int]:
    rules, bids = hand.end.rules, hand.end.public.opening.auction.bids
    made = {line.seat: bool(line.made) for line in score.lines if line.seat is not None}
    own, partner = bids[seat], rules.partner(seat)
    covers = partner in made and not is_nil(own)
    faced = [made[other] for other in made if rules.side_of(other) != rules.side_of(seat)]
    return {
        "nils": int(own is Nil.NIL),
        "nils_made": int(own is Nil.NIL and made[seat]),
        "blind_nils": int(own is Nil.BLIND),
        "blind_nils_made": int(own is Nil.BLIND and made[seat]),
        "covers": int(covers),
        "covers_made": int(covers and partner is not None and made[partner]),
        "nils_faced": len(faced),
        "nils_broken": faced.count(False),
    }


def _of_leads(hand: ReplayedHand, seat: Seat) -> dict[str, int]:
    rules, led = hand.end.rules, [trick for trick in hand.end.tricks if trick.leader == seat]
    return {
        "leads": len(led),
        "leads_won": sum(rules.side_of(trick.winner) == rules.side_of(seat) for trick in led),
        "spade_leads": sum(trick.cards[0].suit is Suit.S for trick in led),
    }


def _of_time(hand: ReplayedHand, seat: Seat) -> Mapping[str, int]:
    bids = [step.ms for step in _decisions(hand, seat, Kind.BID) if step.ms is not None]
    cards = [
        step.ms
        for step in _decisions(hand, seat, Kind.PLAY)
        if step.ms is not None and step.before.legal.bit_count() > 1
    ]
    return {
        "timed_bids": len(bids),
        "bid_ms": sum(bids),
        "timed_cards": len(cards),
        "card_ms": sum(cards),
    }


def _decisions(hand: ReplayedHand, seat: Seat, kind: Kind) -> Iterable[Step]:
    """The steps a person took in this seat; the clock's are no decisions."""
    for step in hand.steps:
        entry = step.entry
        if entry.seat == seat and entry.cause is Cause.PERSON and step.action.kind is kind:
            yield step
