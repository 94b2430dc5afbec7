"""Chances in 1024ths, told from counting cards. Every table comes from whole numbers alone."""

from math import comb, factorial

ONE = 1024
SHARES = 64
"""A seat's share of the unseen cards of a suit is counted in 64ths."""

_MOST_CARDS = 32
_FLIPS = 1024
_SPREAD = 16  # the standard deviation of that many coin flips
_FAR = 4 * _SPREAD

HOLDS_NONE: tuple[tuple[int, ...], ...] = tuple(
    tuple(int(ONE * (SHARES - share) ** cards // SHARES**cards) for cards in range(_MOST_CARDS))
    for share in range(SHARES + 1)
)
"""`HOLDS_NONE[share][k]`: that a seat with this share holds none of k given unseen cards."""


def _bell() -> tuple[int, ...]:
    """The normal distribution from -4 to 4 deviations in 16ths, told from coin flips."""
    heads, table = 0, []
    for count in range(_FLIPS // 2 + _FAR + 1):
        heads += comb(_FLIPS, count)
        if count >= _FLIPS // 2 - _FAR:
            table.append(ONE * heads >> _FLIPS)
    return tuple(table)


_BELL = _bell()


def at_least(margin: int, spread: int) -> int:
    """That a quantity `margin` above a mark on average, and spreading by `spread`, reaches it."""
    return _BELL[max(0, min(2 * _FAR, _FAR + _SPREAD * margin // spread))]


def _followed_by_both(cards: int, rounds: int) -> int:
    """That two of three hidden hands both hold `rounds` or more of a suit's unseen cards."""
    good = 0
    for first in range(rounds, cards + 1):
        for second in range(rounds, cards - first + 1):
            third = cards - first - second
            good += factorial(cards) // (factorial(first) * factorial(second) * factorial(third))
    return int(ONE * good // 3**cards)


LONGEST_RUN = 7

UNRUFFED = tuple(
    tuple(_followed_by_both(cards, rounds) for rounds in range(LONGEST_RUN + 1))
    for cards in range(_MOST_CARDS)
)
"""`UNRUFFED[n][r]`: that both opponents follow r rounds of a suit with n unseen cards."""
