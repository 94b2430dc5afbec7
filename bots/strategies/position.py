"""What a seat knows while cards are played: its holding, what is unseen, who is out of what."""

from collections.abc import Sequence
from dataclasses import dataclass

from bots.strategies.pack import RANK_MASK, SUIT_SHIFT, SUITS, Pack, beats, masks_of, pack_of
from games.engine.bids import is_nil, tricks_bid
from games.engine.ruleset import FailedNilTricks, RuleSet
from games.engine.views import SeatView

NO_CARD = -1


@dataclass(frozen=True, slots=True)
class Position:
    """A seat's knowledge at its turn to play.

    `own` and `unseen` hold one mask of ranks for each suit; `unseen` is what this seat has
    neither held nor seen played. `void[seat]` has a bit for each suit the seat can hold no card
    of. A nil is alive until its bidder takes a trick. `need` is how many more tricks a side's
    contract asks for, below 0 where it has overtricks.
    """

    rules: RuleSet
    seat: int
    side: int
    partner: int | None
    side_of: tuple[int, ...]
    own: tuple[int, ...]
    unseen: tuple[int, ...]
    void: tuple[int, ...]
    counts: tuple[int, ...]
    trick: tuple[tuple[int, int], ...]
    to_come: tuple[int, ...]
    best: int
    winner: int
    bids: tuple[int, ...]
    nil_alive: tuple[bool, ...]
    nil_failed: tuple[bool, ...]
    contract: tuple[int, ...]
    need: tuple[int, ...]
    bags: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def left(self) -> int:
        """Tricks still to be won, the one on the table included."""
        return self.counts[self.seat]


def position_of(view: SeatView) -> Position:
    """The position of the seat to act; its holding must be face up."""
    rules = view.rules
    seat = view.to_act
    assert seat is not None
    assert view.holding is not None
    pack = pack_of(rules.order)
    seating = rules.seating
    own = masks_of(pack, view.holding)
    unseen, void = _memory(pack, own, view)
    trick = tuple((player, pack.code[card]) for player, card in view.trick)
    order = seating.from_left_of(seat)
    winner, best = _holder(trick)
    nils = tuple(is_nil(bid) for bid in view.bids)
    bids = tuple(tricks_bid(bid) for bid in view.bids)
    contract = tuple(sum(bids[player] for player in side) for side in seating.sides)
    return Position(
        rules=rules,
        seat=seat,
        side=seating.side_of[seat],
        partner=seating.partners[seat],
        side_of=seating.side_of,
        own=own,
        unseen=unseen,
        void=void,
        counts=view.counts,
        trick=trick,
        to_come=order[: len(order) - 1 - len(trick)],
        best=best,
        winner=winner,
        bids=bids,
        nil_alive=tuple(n and not t for n, t in zip(nils, view.tricks, strict=True)),
        nil_failed=tuple(n and t > 0 for n, t in zip(nils, view.tricks, strict=True)),
        contract=contract,
        need=_needs(rules, contract, nils, view.tricks),
        bags=_bags(rules, contract, nils, view),
        scores=view.scores,
    )


def _memory(
    pack: Pack, own: tuple[int, ...], view: SeatView
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The unseen cards of each suit and the suits each seat is known to be out of."""
    players = len(view.counts)
    unseen = [full & ~held for full, held in zip(pack.full, own, strict=True)]
    void = [0] * players
    led = 0
    for index, (player, card) in enumerate(view.plays):
        code = pack.code[card]
        suit = code >> SUIT_SHIFT
        unseen[suit] &= ~(1 << (code & RANK_MASK))
        if index % players == 0:
            led = suit
        elif suit != led:
            void[player] |= 1 << led
    for suit in SUITS:
        if not unseen[suit]:
            void = [known | 1 << suit for known in void]
    return tuple(unseen), tuple(void)


def _holder(trick: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The seat that holds the trick so far, and its card; NO_CARD before a lead."""
    if not trick:
        return NO_CARD, NO_CARD
    winner, best = trick[0]
    for player, code in trick[1:]:
        if beats(code, best):
            winner, best = player, code
    return winner, best


def _needs(
    rules: RuleSet, contract: tuple[int, ...], nils: tuple[bool, ...], tricks: Sequence[int]
) -> tuple[int, ...]:
    """Tricks each contract still asks for; a nil's tricks help only where the rules say so."""
    helps = rules.failed_nil_tricks is FailedNilTricks.HELP_PARTNER
    return tuple(
        bid - sum(tricks[player] for player in side if helps or not nils[player])
        for bid, side in zip(contract, rules.seating.sides, strict=True)
    )


def _bags(
    rules: RuleSet, contract: tuple[int, ...], nils: tuple[bool, ...], view: SeatView
) -> tuple[int, ...]:
    """Each side's bag counter as it would stand if the hand ended now."""
    counted = rules.failed_nil_tricks is FailedNilTricks.BAGS
    bags = []
    for side, seats in enumerate(rules.seating.sides):
        need = _needs(rules, contract, nils, view.tricks)[side]
        failed = sum(view.tricks[player] for player in seats if nils[player]) if counted else 0
        bags.append(view.bags[side] + max(0, -need) + failed)
    return tuple(bags)
