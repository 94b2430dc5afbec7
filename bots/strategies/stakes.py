"""What it is worth that a seat takes the trick: contracts, sets, bags and nils in points."""

from dataclasses import dataclass
from math import isqrt

from bots.strategies.keeping import side_tricks, spade_tricks
from bots.strategies.odds import ONE, at_least
from bots.strategies.outlook import Outlook
from bots.strategies.pack import SPADES, SUITS
from bots.strategies.position import Position
from games.engine.ruleset import FailedNilTricks, RuleSet

FINE = 16
"""Worths are in 16ths of a point."""

_SPREAD = 512  # how far tricks stray from what is expected, in 1024ths, for one trick left


@dataclass(frozen=True, slots=True)
class Stakes:
    """`taking[seat]` is the worth that this seat takes the trick; `trick` that of one more
    trick for this side instead of the others, all in 16ths of a point."""

    taking: tuple[int, ...]
    trick: int


def stakes_of(outlook: Outlook) -> Stakes:
    """Weigh the trick by what each side lacks, expects and has at risk."""
    position = outlook.position
    expected = _expected(outlook)
    contract = [_contract_worth(position, side, tricks) for side, tricks in enumerate(expected)]
    bag = [_bag_worth(position, side, tricks) for side, tricks in enumerate(expected)]
    others = max(1, len(expected) - 1)
    worth = [
        (contract[side] - bag[side]) * (1 if side == position.side else -1)
        for side in range(len(expected))
    ]
    against = sum(w for side, w in enumerate(worth) if side != position.side) // others
    return Stakes(
        taking=tuple(_taking(position, seat, worth, bag) for seat in range(len(position.counts))),
        trick=worth[position.side] - against,
    )


def _taking(position: Position, seat: int, worth: list[int], bag: list[int]) -> int:
    side = position.side_of[seat]
    sign = 1 if side == position.side else -1
    if position.nil_stake[seat]:
        return -sign * FINE * position.nil_stake[seat]
    if not position.nil_failed[seat]:
        return worth[side]
    kind = position.rules.failed_nil_tricks
    if kind is FailedNilTricks.HELP_PARTNER:
        return worth[side]
    return -sign * bag[side] if kind is FailedNilTricks.BAGS else 0


def _expected(outlook: Outlook) -> list[int]:
    """The tricks each side should still take, in 1024ths: this seat counts its cards, the
    others are believed in their bids, and what nobody claims is shared."""
    position = outlook.position
    expected = [0] * len(position.need)
    for seat, due in enumerate(position.due):
        if seat != position.seat:
            expected[position.side_of[seat]] += due * ONE
    if not position.nil_stake[position.seat]:
        expected[position.side] += own_tricks(outlook)
    unclaimed = (position.left * ONE - sum(expected)) // len(expected)
    return [tricks + unclaimed for tricks in expected]


def own_tricks(outlook: Outlook) -> int:
    """The tricks this seat's cards should take, in 1024ths."""
    return sum(suit_tricks(outlook, suit, outlook.position.own[suit]) for suit in SUITS)


def suit_tricks(outlook: Outlook, suit: int, own: int) -> int:
    """The tricks that `own` cards of a suit should take, in 1024ths."""
    unseen = outlook.position.unseen[suit]
    if suit == SPADES:
        return spade_tricks(own, unseen)
    return side_tricks(own, unseen, outlook.can_be_ruffed)


def _contract_worth(position: Position, side: int, expected: int) -> int:
    """What one more trick adds to the chance of a contract, times what hangs on it."""
    need = position.need[side]
    if not 0 < need <= position.left:
        return 0
    above = expected - need * ONE
    spread = _spread(position.left)
    gain = at_least(above + ONE // 2, spread) - at_least(above - ONE // 2, spread)
    return 20 * position.contract[side] * _urgency(position, side) * FINE * gain >> 10


def _urgency(position: Position, side: int) -> int:
    """A contract that would take its side to the target counts twice."""
    target = position.rules.target
    if target is None:
        return 1
    return 2 if position.scores[side] + 10 * position.contract[side] >= target else 1


def _bag_worth(position: Position, side: int, expected: int) -> int:
    """What one more trick is expected to cost its side as a bag; below 0 it is a point won."""
    need = position.need[side]
    if need > position.left:
        return 0
    over = ONE
    if need > 0:
        over = at_least(expected - need * ONE - ONE // 2, _spread(position.left))
    return bag_cost(position.rules, position.bags[side]) * over >> 10


def bag_cost(rules: RuleSet, bags: int) -> int:
    """What the next bag costs net of its point, in 16ths of a point.

    The penalty is spread over the block, and weighs more the fuller the block is: from half the
    average for the first bag to one and a half for the last.
    """
    block = rules.bag_block
    if not block:
        return -FINE
    weight = block + 2 * (bags % block) + 1
    return FINE * rules.bag_penalty * weight // (2 * block * block) - FINE


def _spread(left: int) -> int:
    return isqrt(left * _SPREAD * _SPREAD)
