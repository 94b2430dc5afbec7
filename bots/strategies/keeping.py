"""What the cards of one suit are still good for, in 1024ths, told from masks of ranks."""

from functools import lru_cache

from bots.strategies.odds import LONGEST_RUN, ONE, UNRUFFED

_MEMORY = 1 << 16

# A card wins once the higher unseen ones are gone; lower own cards are what to follow with
# until then. By higher cards unseen, then by own lower cards.
_GUARDED = ((ONE,), (200, 700), (60, 150, 350), (0, 0, 0, 80))
# A spade with as many lower ones as there are higher unseen wins; one or two short, sometimes.
_SHORT_OF_GUARDS = (ONE, 700, 300)
_RUFF = 350
# What a first, second, third ... card of a suit counts in covering or attacking a nil.
_TURNS = (1024, 700, 400, 200)


@lru_cache(_MEMORY)
def side_tricks(own: int, unseen: int, can_be_ruffed: bool) -> int:
    """The tricks a side suit should take by rank."""
    total, cards = 0, unseen.bit_count()
    for played, rank in enumerate(_from_top(own)):
        higher = (unseen >> (rank + 1)).bit_count()
        if higher >= len(_GUARDED):
            break
        lower = (own & (1 << rank) - 1).bit_count()
        chances = _GUARDED[higher]
        chance = ONE if not cards else chances[min(lower, len(chances) - 1)]
        if can_be_ruffed:
            chance = chance * UNRUFFED[cards][min(played + 1 + higher, LONGEST_RUN)] >> 10
        total += chance
    return total


@lru_cache(_MEMORY)
def spade_tricks(own: int, unseen: int) -> int:
    """The tricks a holding of spades should take, by rank or by ruffing."""
    if not unseen:
        return ONE * own.bit_count()
    total = 0
    for rank in _from_top(own):
        higher = (unseen >> (rank + 1)).bit_count()
        short = higher - (own & (1 << rank) - 1).bit_count()
        if not higher or short <= 0:
            total += ONE
        elif short < len(_SHORT_OF_GUARDS):
            total += max(_SHORT_OF_GUARDS[short], _RUFF)
        else:
            total += _RUFF
    return total


@lru_cache(_MEMORY)
def cover(own: int, unseen: int) -> int:
    """How well the high cards of a suit stand over a partner's unseen ones."""
    cards = unseen.bit_count()
    if not cards:
        return 0
    return sum(
        turn * (unseen & (1 << rank) - 1).bit_count() // cards
        for turn, rank in zip(_TURNS, _from_top(own), strict=False)
    )


@lru_cache(_MEMORY)
def undercut(own: int, unseen: int) -> int:
    """How well the low cards of a suit lie under an opponent's unseen ones."""
    cards = unseen.bit_count()
    if not cards:
        return 0
    return sum(
        turn * (unseen >> (rank + 1)).bit_count() // cards
        for turn, rank in zip(_TURNS, _from_bottom(own), strict=False)
    )


def exposure(rank: int, unseen: int, is_spade: bool) -> int:
    """How easily a card would take a trick that its seat must not take."""
    cards = unseen.bit_count()
    if not cards:
        return 2 * ONE if is_spade else ONE // 3
    lower = (unseen & (1 << rank) - 1).bit_count()
    return ONE * lower // cards << is_spade


def _from_top(mask: int) -> list[int]:
    """The ranks of a mask, the highest first."""
    ranks = []
    while mask:
        rank = mask.bit_length() - 1
        ranks.append(rank)
        mask ^= 1 << rank
    return ranks


def _from_bottom(mask: int) -> list[int]:
    return _from_top(mask)[::-1]
