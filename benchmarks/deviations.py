#!/usr/bin/env python3
"""How often honest players are flagged, and how soon a pair that shares its cards is found.

    python -m benchmarks.deviations [--scans 20] [--pairs 16] [--hands 150] [--peeks 0.5]
                                    [--seed 1] [--processes 2]

Each scan is a field of its own: pairs with styles drawn anew, `--hands` hands a pair against
changing opponents. Every scan is looked at twice, all honest and with one pair that uses its
partner's cards in a share of its bids and leads (`--peeks`). Flagged are those past the line of
`ratings.engine.deviation`, which promises at most 1 honest scan in 20 with any flag.

The same seed gives the same result. One line of JSON to standard output.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

from benchmarks.simulated_field import Style, honest_style, peeking, seen_in
from ratings.engine.deviation import Deviation, deviations, field_of, remarkable
from ratings.engine.habits import OF_PAIRS, Cells, Measure, add_cells, cells_of

MEASURES = [measure for measure in OF_PAIRS if measure is not Measure.GAINS]
Job = tuple[int, int, int, float]


def pair_cells(
    pairs: list[tuple[Style, Style]], hands: int, rng: random.Random
) -> dict[int, Cells]:
    """What a field shows of each pair after so many hands of each."""
    found: dict[int, Cells] = {number: {} for number in range(len(pairs))}
    for _ in range(hands):
        order = list(found)
        rng.shuffle(order)
        for one, two in zip(order[::2], order[1::2], strict=True):
            seen = seen_in((pairs[one], pairs[two]), rng)
            for number, side in ((one, 0), (two, 1)):
                own = (each for each in seen if each.seat % 2 == side)
                found[number] = add_cells(found[number], cells_of(_of_pair(own)))
    return found


def _of_pair(seen: Iterable) -> Iterable:
    return (each for each in seen if each.measure in MEASURES)


def compared(cells: dict[int, Cells]) -> dict[int, list[Deviation]]:
    """Each pair beside the field of all of them."""
    return deviations(cells.items(), field_of(cells.values()), MEASURES)


def scan(job: Job) -> dict[str, object]:
    """One field, honest and with the first pair peeking: who is flagged, where the pair stands."""
    seed, count, hands, peeks = job
    rng = random.Random(f"field {seed}")
    pairs = [(honest_style(rng), honest_style(rng)) for _ in range(count)]
    honest = compared(pair_cells(pairs, hands, random.Random(f"honest {seed}")))
    pairs[0] = (peeking(pairs[0][0], peeks), peeking(pairs[0][1], peeks))
    planted = compared(pair_cells(pairs, hands, random.Random(f"planted {seed}")))
    most = {pair: max(map(remarkable, found)) for pair, found in planted.items()}
    return {
        "false": sum(each.flagged for found in honest.values() for each in found),
        "false_beside": sum(
            each.flagged for pair, found in planted.items() if pair for each in found
        ),
        "first": max(most, key=lambda pair: most[pair]) == 0,
        "flagged": any(each.flagged for each in planted.get(0, [])),
        "z": {each.measure.value: each.z for each in planted.get(0, [])},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="False alarms and finds of the staff page")
    parser.add_argument("--scans", type=int, default=20)
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--hands", type=int, default=150)
    parser.add_argument("--peeks", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    jobs = [
        (options.seed * 1000 + number, options.pairs, options.hands, options.peeks)
        for number in range(options.scans)
    ]
    found = []
    with ProcessPoolExecutor(options.processes) as pool:
        for result in pool.map(scan, jobs):
            found.append(result)
            if sys.stderr.isatty():
                print(f"\r{len(found)}/{len(jobs)} scans", end="", file=sys.stderr)
    print(
        json.dumps(
            {
                **vars(options),
                "honest_scans_with_a_flag": sum(bool(each["false"]) for each in found),
                "honest_flags": sum(each["false"] for each in found),
                "flags_beside_the_planted": sum(each["false_beside"] for each in found),
                "planted_first": sum(each["first"] for each in found),
                "planted_flagged": sum(each["flagged"] for each in found),
                "z_of_the_planted": [each["z"] for each in found[:5]],
            }
        )
    )


if __name__ == "__main__":
    main()
