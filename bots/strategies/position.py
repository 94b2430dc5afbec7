"""What a seat knows while cards are played: its holding, what is unseen, who is out of what."""

from dataclasses import dataclass

from bots.strategies.pack import RANK_MASK, SUIT_SHIFT, SUITS, Pack, beats, masks_of, pack_of
from games.engine import RuleSet, SeatView
from games.engine.bids import Bid, Nil, is_nil, tricks_bid
from games.engine.ruleset import FailedNilTricks

NO_CARD = -1


@dataclass(frozen=True, slots=True)
class Position:
    """A seat's knowledge at its turn to play. Cards are codes of `pack`, values are in seat
    order or in the order of the sides.

    `own` and `unseen` hold one mask of ranks for each suit; `unseen` is what this seat neither
    holds nor has seen played. `void[seat]` has a bit for each suit the seat can hold no card of.
    `nil_stake[seat]` is what a nil still alive is worth, from made to failed, in points; 0 for
    everybody else. `due[seat]` is how many tricks of its bid a seat still lacks, `need[side]`
    how many its contract does: below 0 there are overtricks.
    """

    rules: RuleSet
    seat: int
    side: int
    side_of: tuple[int, ...]
    own: tuple[int, ...]
    unseen: tuple[int, ...]
    void: tuple[int, ...]
    counts: tuple[int, ...]
    trick: tuple[tuple[int, int], ...]
    to_come: tuple[int, ...]
    winner: int
    best: int
    nil_stake: tuple[int, ...]
    nil_failed: tuple[bool, ...]
    due: tuple[int, ...]
    contract: tuple[int, ...]
    need: tuple[int, ...]
    bags: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def partner(self) -> int | None:
        """The other seat of a side of two."""
        return self.rules.seating.partners[self.seat]

    @property
    def left(self) -> int:
        """Tricks still to be won, the one on the table included."""
        return self.counts[self.seat]


def position_of(view: SeatView) -> Position:
    """The position of the seat to act; its cards must be face up."""
    rules, seat, holding = view.rules, view.to_act, view.holding
    if seat is None or holding is None:
        raise ValueError("a position belongs to a seat to act that sees its cards")
    pack, seating = pack_of(rules.order), rules.seating
    bids, tricks = view.bids, view.tricks
    own = masks_of(pack, holding)
    unseen, void = _memory(pack, own, view)
    trick = tuple((player, pack.code[card]) for player, card in view.trick)
    winner, best = _holder(trick)
    need = _needs(rules, bids, tricks)
    return Position(
        rules=rules,
        seat=seat,
        side=seating.side_of[seat],
        side_of=seating.side_of,
        own=own,
        unseen=unseen,
        void=void,
        counts=view.counts,
        trick=trick,
        to_come=seating.from_left_of(seat)[: len(bids) - 1 - len(trick)],
        winner=winner,
        best=best,
        nil_stake=tuple(
            0 if won else 2 * nil_value(rules, bid) for bid, won in zip(bids, tricks, strict=True)
        ),
        nil_failed=tuple(is_nil(bid) and won > 0 for bid, won in zip(bids, tricks, strict=True)),
        due=tuple(max(0, tricks_bid(bid) - won) for bid, won in zip(bids, tricks, strict=True)),
        contract=view.contracts,
        need=need,
        bags=_bags(rules, bids, tricks, need, view.bags),
        scores=view.scores,
    )


def nil_value(rules: RuleSet, bid: Bid | None) -> int:
    """What a nil bid pays or costs, in points; 0 for any other bid."""
    if bid is Nil.BLIND:
        return rules.blind_nil_value or 0
    return rules.nil_value if bid is Nil.NIL else 0


def _memory(
    pack: Pack, own: tuple[int, ...], view: SeatView
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The unseen cards of each suit and the suits each seat is known to be out of."""
    players = len(view.bids)
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
    gone = sum(1 << suit for suit in SUITS if not unseen[suit])
    return tuple(unseen), tuple(known | gone for known in void)


def _holder(trick: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The seat that holds the trick so far, and its card; NO_CARD before a lead."""
    winner, best = NO_CARD, NO_CARD
    for player, code in trick:
        if best == NO_CARD or beats(code, best):
            winner, best = player, code
    return winner, best


def _needs(
    rules: RuleSet, bids: tuple[Bid | None, ...], tricks: tuple[int, ...]
) -> tuple[int, ...]:
    """Tricks each contract still asks for; a nil's tricks help only where the rules say so."""
    helps = rules.failed_nil_tricks is FailedNilTricks.HELP_PARTNER
    return tuple(
        sum(tricks_bid(bids[s]) - (0 if is_nil(bids[s]) and not helps else tricks[s]) for s in side)
        for side in rules.sides
    )


def _bags(
    rules: RuleSet,
    bids: tuple[Bid | None, ...],
    tricks: tuple[int, ...],
    need: tuple[int, ...],
    bags: tuple[int, ...],
) -> tuple[int, ...]:
    """Each side's bag counter as it would stand if the hand ended now."""
    counted = rules.failed_nil_tricks is FailedNilTricks.BAGS
    failed = [
        sum(tricks[seat] for seat in side if counted and is_nil(bids[seat])) for side in rules.sides
    ]
    return tuple(
        before + max(0, -lacking) + extra
        for before, lacking, extra in zip(bags, need, failed, strict=True)
    )
