#!/usr/bin/env python3
"""How long a round of the queue takes and how good its tables are, beside greedy seating.

    python -m benchmarks.queue [--sizes 200,2000,10000] [--crowds 100] [--seed 1]

People as a busy ladder has them: ratings around 1500 ± 250, waits of up to two minutes, one ticket
in ten a party, recent partners and opponents. Greedy takes whoever has waited longest and the
nearest within reach who fit, over and over, and seats each four in the best of its ways: what one
would write first. Both see the same queue in the same run. `side_gap` is the gap between the means
of the sides, `pair_gap` between partners, `cost` what docs/queue.md counts against a table, each
a mean over tables.

`optimum` holds crowds of 8 to 12 singles against the joint optimum found by trying everything:
tables made, and cost in proportion to the optimum's, for our round and for greedy, over the crowds
where all three make the same number of tables.

Progress goes to standard error, one line of JSON to standard output.
"""

import argparse
import json
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from typing import Any

from ratings.engine.matchmaking import History, Seating, Waiting, reach, seat_round, seating
from tests.ratings.engine.matchmaking.exhaustive import best_tables, total

Json = dict[str, Any]
Round = Callable[[Sequence[Waiting], History], Sequence[Seating]]
LOOKED_AT = 32  # nearest tickets that greedy tries


def crowd(chance: Random, people: int, *, parties: bool = True) -> list[Waiting]:
    tickets: list[Waiting] = []
    player = 0
    while player < people:
        size = 2 if parties and chance.random() < 0.1 and player + 2 <= people else 1
        waited = chance.randrange(120)
        tickets.append(
            Waiting(
                len(tickets),
                tuple(range(player, player + size)),
                tuple(round(chance.gauss(1500, 250)) for _ in range(size)),
                waited,
                waited,
            )
        )
        player += size
    return tickets


def met_lately(chance: Random, people: int) -> History:
    """One in three was somebody's partner or opponent lately."""
    pairs = [frozenset(chance.sample(range(people), 2)) for _ in range(people // 3)]
    half = len(pairs) // 2
    return History(dict.fromkeys(pairs[:half], 1), dict.fromkeys(pairs[half:], 1))


def greedy(tickets: Sequence[Waiting], history: History) -> list[Seating]:
    """Whoever has waited longest, with the nearest who fit."""
    left = sorted((each.level, each.ticket) for each in tickets)
    known = {each.ticket: each for each in tickets}
    tables, seated = list[Seating](), set[int]()
    for first in sorted(tickets, key=lambda each: (-each.priority, each.ticket)):
        if first.ticket in seated:
            continue
        mine = bisect_left(left, (first.level, first.ticket))
        near = left[max(0, mine - LOOKED_AT) : mine] + left[mine + 1 : mine + 1 + LOOKED_AT]
        near = sorted(near, key=lambda each: abs(each[0] - first.level))[:LOOKED_AT]
        table = _nearest_table(first, [known[number] for _, number in near], history)
        if table is not None:
            tables.append(table)
            seated.update(table.tickets)
            for number in table.tickets:
                del left[bisect_left(left, (known[number].level, number))]
    return tables


def _nearest_table(first: Waiting, near: Sequence[Waiting], history: History) -> Seating | None:
    if first.is_party:
        for other in near:
            if other.is_party and (table := seating((first,), (other,), history)):
                return table
    singles = [each for each in near if not each.is_party and _may_sit(first, each, history)]
    wanted = 2 if first.is_party else 3
    if len(singles) < wanted:
        return None
    if first.is_party:
        return seating((first,), tuple(singles[:2]), history)
    return seating((first, singles[0]), tuple(singles[1:3]), history)


def _may_sit(first: Waiting, other: Waiting, history: History) -> bool:
    return abs(first.level - other.level) <= reach(max(first.waited, other.waited)) and not any(
        frozenset((one, two)) in history.apart for one in first.players for two in other.players
    )


def quality(tables: Sequence[Seating], tickets: Sequence[Waiting]) -> Json:
    seated = {number for table in tables for number in table.tickets}
    over = [each for each in tickets if each.ticket not in seated]
    return {
        "tables": len(tables),
        "left_over": sum(len(each.players) for each in over),
        "longest_left": max((each.waited for each in over), default=0),
        "side_gap": round(mean(table.side_gap / 2 for table in tables), 2),
        "pair_gap": round(mean(table.inside_gap / 2 for table in tables), 2),
        "cost": round(mean(table.cost for table in tables), 2),
    }


def measure(size: int, seed: int) -> Json:
    chance = Random(seed)
    tickets, history = crowd(chance, size), met_lately(chance, size)
    found: Json = {"waiting": size}
    rounds: dict[str, Round] = {"matching": seat_round, "greedy": greedy}
    for name, play in rounds.items():
        begun = time.perf_counter()
        tables = play(tickets, history)
        seconds = round(time.perf_counter() - begun, 3)
        found[name] = {"seconds": seconds} | quality(tables, tickets)
        print(f"{size} waiting, {name}: {found[name]}", file=sys.stderr)
    return found


def against_optimum(crowds: int, seed: int) -> Json:
    chance = Random(seed)
    tables = {"matching": 0, "greedy": 0, "optimum": 0}
    cost = dict.fromkeys(tables, 0)
    compared = 0
    for number in range(crowds):
        people = crowd(chance, 8 + number % 5, parties=False)
        # all have waited alike: what is compared is cost
        people = [Waiting(p.ticket, p.players, p.ratings, 180, 0) for p in people]
        each = {
            "matching": total(seat_round(people, History()), people),
            "greedy": total(greedy(people, History()), people),
            "optimum": best_tables(people, History()),
        }
        for name, (made, _) in each.items():
            tables[name] += made
        if len({made for made, _ in each.values()}) == 1:
            compared += 1
            for name, (_, worth) in each.items():
                cost[name] -= worth
    print(f"{crowds} crowds of 8 to 12: tables {tables}, cost {cost}", file=sys.stderr)
    return {
        "crowds": crowds,
        "compared": compared,
        "tables": tables,
        "cost_of_optimum": {
            name: round(cost[name] / cost["optimum"], 3) for name in ("matching", "greedy")
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sizes", default="200,2000,10000")
    parser.add_argument("--crowds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    result = {
        "benchmark": "queue",
        "seed": args.seed,
        "rounds": [measure(int(size), args.seed) for size in args.sizes.split(",")],
        "optimum": against_optimum(args.crowds, args.seed),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
