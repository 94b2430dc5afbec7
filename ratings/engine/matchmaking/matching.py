"""Pairing things off by rating: the most pairs, and of those the heaviest; blossom underneath."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import rustworkx

NEAREST = 32  # everybody may be paired with so many, the nearest by rating
# Larger rounds are cut into stretches of neighbours: matching takes the cube of their length.
STRETCH = 256

Thing = TypeVar("Thing")
Pairs = list[tuple[Thing, Thing]]


def heaviest_pairs(
    things: Sequence[Thing],
    *,
    level: Callable[[Thing], int],
    key: Callable[[Thing], int],
    weight: Callable[[Thing, Thing], int | None],
) -> tuple[Pairs[Thing], list[Thing]]:
    """Pair off the `things`: as many pairs as there can be, of those the largest sum of weights.

    Only with one of the nearest by `level`, and where `weight` is not None. Who finds nobody in
    one stretch of a large round moves on to the next. `key` is unique and settles the order, so
    that the same things give the same pairs in whatever order they come. Returns the pairs and
    who is left.
    """
    ordered = sorted(things, key=lambda thing: (level(thing), key(thing)))
    pairs: Pairs[Thing] = []
    left: list[Thing] = []
    for begin in range(0, len(ordered), STRETCH):
        stretch = [*left, *ordered[begin : begin + STRETCH]]
        found = _matched(stretch, level, key, weight)
        pairs += [(stretch[i], stretch[j]) for i, j in found]
        taken = {place for both in found for place in both}
        left = [thing for place, thing in enumerate(stretch) if place not in taken]
    return pairs, left


def _matched(
    stretch: Sequence[Thing],
    level: Callable[[Thing], int],
    key: Callable[[Thing], int],
    weight: Callable[[Thing, Thing], int | None],
) -> list[tuple[int, int]]:
    edges = []
    keys = [key(thing) for thing in stretch]
    for i, j in sorted(set(_neighbours([level(thing) for thing in stretch]))):
        if (value := weight(stretch[i], stretch[j])) is not None:
            edges.append((i, j, (value << 32) + _tie(keys[i], keys[j])))
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(stretch)))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


def _neighbours(levels: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each place with the `NEAREST` nearest to it; `levels` rise but for those left over."""
    last = len(levels) - 1
    low = 0
    for i, level in enumerate(levels):
        low = max(low, i - NEAREST)
        while (
            low < i
            and low + NEAREST < last
            and abs(level - levels[low]) > abs(levels[low + NEAREST + 1] - level)
        ):
            low += 1
        high = min(low + NEAREST, last)
        yield from ((min(i, j), max(i, j)) for j in range(low, high + 1) if j != i)


def _tie(one: int, two: int) -> int:
    """A number of 20 bits that decides between pairs of equal weight, the same every time."""
    low, high = min(one, two), max(one, two)
    return ((low * 0x9E3779B1 ^ high * 0x85EBCA77) >> 7) & 0xFFFFF
