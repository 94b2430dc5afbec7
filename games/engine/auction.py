"""The auction: who may bid what, and who has to look first."""

from typing import NamedTuple, TypeVar

from games.engine.actions import BLIND_NIL, LOOK, Action, Kind, number_bids
from games.engine.bids import BLIND, Bid, Nil, tricks_bid
from games.engine.errors import Code, IllegalAction
from games.engine.ruleset import BlindNil, RuleSet
from games.engine.seats import Seat

_, _BEHIND_100, _ALWAYS = BlindNil
_T = TypeVar("_T")


class Auction(NamedTuple):
    """The bids so far, and which seats have their cards face down, both in seat order.

    A seat's cards are face down exactly as long as it may bid blind (R16).
    """

    bids: tuple[Bid | None, ...]
    face_down: tuple[bool, ...]


def open_auction(rules: RuleSet, scores: tuple[int, ...]) -> Auction:
    """The auction of a hand that begins at these scores, which decide on blind bids (R15)."""
    offered = [_is_offered_blind(rules, scores, side) for side in range(len(rules.sides))]
    face_down = tuple([offered[side] for side in rules.seating.side_of])
    return Auction((None,) * len(face_down), face_down)


def legal_bids(rules: RuleSet, auction: Auction, seat: Seat) -> tuple[Action, ...]:
    """What the seat may do at its turn: look or bid blind while its cards are face down."""
    if auction.face_down[seat]:
        return (LOOK, BLIND_NIL)
    return number_bids(rules.hand_size)


def check_bid(rules: RuleSet, auction: Auction, seat: Seat, action: Action) -> None:
    """Raise IllegalAction unless the action is one of the legal bids."""
    bid, face_down = action.bid, auction.face_down[seat]
    if bid is None:
        if action.kind is not Kind.LOOK:
            raise IllegalAction(Code.WRONG_PHASE)
        if not face_down:
            raise IllegalAction(Code.ALREADY_LOOKED)
    elif bid is BLIND:
        if not face_down:
            raise IllegalAction(Code.BLIND_NOT_ALLOWED)
    elif face_down:
        raise IllegalAction(Code.MUST_LOOK)
    elif not isinstance(bid, Nil) and not 1 <= bid <= rules.hand_size:
        raise IllegalAction(Code.BID_OUT_OF_RANGE)


def after_look(auction: Auction, seat: Seat) -> Auction:
    """The seat has turned its cards up and given up the blind bid."""
    return auction._replace(face_down=_with(auction.face_down, seat, False))


def after_bid(rules: RuleSet, auction: Auction, seat: Seat, bid: Bid) -> Auction:
    """The seat has bid, which turns its cards up; the last blind nil of its side also its
    partner's (R17)."""
    bids = _with(auction.bids, seat, bid)
    if not auction.face_down[seat]:
        return Auction(bids, auction.face_down)
    face_down = _with(auction.face_down, seat, False)
    if bid is BLIND:
        side = rules.sides[rules.side_of(seat)]
        if [bids[s] for s in side].count(BLIND) >= rules.blind_nil_per_team:
            for partner in side:
                face_down = _with(face_down, partner, False)
    return Auction(bids, face_down)


def contracts(rules: RuleSet, bids: tuple[Bid | None, ...]) -> tuple[int, ...]:
    """The tricks each side has bid so far; nils add nothing (R13)."""
    return tuple(sum(tricks_bid(bids[seat]) for seat in side) for side in rules.sides)


def _is_offered_blind(rules: RuleSet, scores: tuple[int, ...], side: int) -> bool:
    if rules.blind_nil is _BEHIND_100:
        return max(scores) - scores[side] >= 100
    return rules.blind_nil is _ALWAYS


def _with(values: tuple[_T, ...], seat: Seat, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
