"""Who is likely to hold what: each seat's share of the unseen cards of each suit."""

from dataclasses import dataclass

from bots.strategies.odds import HOLDS_NONE, ONE, SHARES
from bots.strategies.pack import RANK_MASK, SPADES, SUIT_SHIFT, SUITS
from bots.strategies.position import Position


@dataclass(frozen=True, slots=True)
class Outlook:
    """A position, `shares[suit][seat]` in 64ths, 0 where the seat is out of the suit, the number
    of unseen cards of each suit, and whether an opponent may still hold a spade."""

    position: Position
    shares: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    can_be_ruffed: bool


def outlook_of(position: Position) -> Outlook:
    """Share out the unseen cards of each suit by how many cards the seats still hold."""
    shares = tuple(_shares(position, suit) for suit in SUITS)
    return Outlook(
        position,
        shares=shares,
        unseen=tuple(mask.bit_count() for mask in position.unseen),
        can_be_ruffed=any(
            share and side != position.side
            for share, side in zip(shares[SPADES], position.side_of, strict=True)
        ),
    )


def _shares(position: Position, suit: int) -> tuple[int, ...]:
    weights = [
        0 if seat == position.seat or void >> suit & 1 else count
        for seat, (count, void) in enumerate(zip(position.counts, position.void, strict=True))
    ]
    total = sum(weights)
    return tuple(SHARES * weight // total if total else 0 for weight in weights)


def can_beat(outlook: Outlook, seat: int, led: int, best: int) -> int:
    """The chance that `seat` has a card that takes the trick from `best`."""
    position = outlook.position
    suit, rank = best >> SUIT_SHIFT, best & RANK_MASK
    share = outlook.shares[led][seat]
    chance = 0
    if suit == led:
        higher = (position.unseen[led] >> (rank + 1)).bit_count()
        chance = ONE - HOLDS_NONE[share][higher]
    if led == SPADES or position.void[seat] >> SPADES & 1:
        return chance
    trumps = position.unseen[SPADES]
    if suit == SPADES:
        trumps >>= rank + 1
    is_out = HOLDS_NONE[share][outlook.unseen[led]]
    has_trump = ONE - HOLDS_NONE[outlook.shares[SPADES][seat]][trumps.bit_count()]
    return chance + (is_out * has_trump >> 10)


def must_beat(outlook: Outlook, seat: int, led: int, best: int) -> int:
    """The chance that `seat` cannot help taking the trick from `best`, which it would rather not:
    it holds cards of the led suit, and all of them are higher."""
    suit, rank = best >> SUIT_SHIFT, best & RANK_MASK
    share = outlook.shares[led][seat]
    if suit != led or not share:
        return 0
    higher = (outlook.position.unseen[led] >> (rank + 1)).bit_count()
    none_lower = HOLDS_NONE[share][outlook.unseen[led] - higher]
    return none_lower * (ONE - HOLDS_NONE[share][higher]) >> 10
