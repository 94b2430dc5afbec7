#!/usr/bin/env python3
"""How strong one strategy is against another, by paired duplicate deals.

    python -m benchmarks.bot_strength [A] [B] [--deals 400] [--games 0] [--seed 1] [--processes 2]

Every deal is played twice with the same cards and dealer, once with A's pair at north and south,
once at east and west, and only the difference counts: luck with the cards falls out. Points are
those of one hand from 0 to 0 under the classic rules, a bag counted at -9 net; the interval is
95 % over deals. With --games, whole games to 500 are played too, A's side changing every game.

The same seed gives the same result. Progress goes to standard error if that is a terminal, one
line of JSON to standard output. Rates are decisions per second of processor time of one process.
"""

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count

from bots.strategies import STRATEGIES, choose
from games.engine import PRESETS, Deal, HandState, Seat, apply, new_hand, score_hand, view
from games.engine.bids import is_nil
from games.engine.cards import DECK

RULES = PRESETS["classic"]
BOARDS = PRESETS["duplicate"]  # settles a bag at -9 net
CHUNK = 20


@dataclass(slots=True)
class Habits:
    """What one strategy did, counted once for each side it played in a hand."""

    hands: int = 0
    contracts: int = 0
    sets: int = 0
    bags: int = 0
    nils: int = 0
    nils_made: int = 0
    double_nils: int = 0
    against_nil: int = 0
    set_against_nil: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def add(self, other: "Habits") -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def observe(self, hand: HandState, side: int) -> None:
        """Count what the side did in a hand that is over."""
        bids, tricks = hand.public.opening.auction.bids, hand.public.tricks_won
        seats, contract = hand.rules.sides[side], hand.public.contracts[side]
        nils = [seat for seat in hand.rules.seats if is_nil(bids[seat])]
        own_nils = [seat for seat in nils if seat in seats]
        taken = sum(tricks[seat] for seat in seats if seat not in own_nils)
        attacks = len(nils) > len(own_nils)
        self.hands += 1
        self.contracts += contract > 0
        self.sets += taken < contract
        self.bags += max(0, taken - contract) if contract else 0
        self.nils += len(own_nils)
        self.nils_made += sum(not tricks[seat] for seat in own_nils)
        self.double_nils += len(own_nils) > 1
        self.against_nil += attacks
        self.set_against_nil += attacks and taken < contract

    def to_dict(self) -> dict[str, float]:
        """Sets per contract, also where an opponent was nil; bags and nils per hand."""
        return {
            "set": round(self.sets / max(1, self.contracts), 3),
            "bags": round(self.bags / max(1, self.hands), 2),
            "nils": round(self.nils / max(1, self.hands), 3),
            "nils_made": round(self.nils_made / max(1, self.nils), 3),
            "double_nils": self.double_nils,
            "set_against_nil": round(self.set_against_nil / max(1, self.against_nil), 3),
            "decisions_per_second": round(self.decisions / max(self.seconds, 1e-9)),
        }


@dataclass(slots=True)
class Tally:
    """What was measured; the parts of a run add up."""

    differences: list[float] = field(default_factory=list)
    games: int = 0
    games_won: int = 0
    habits: tuple[Habits, Habits] = field(default_factory=lambda: (Habits(), Habits()))

    def add(self, other: "Tally") -> None:
        self.differences += other.differences
        self.games += other.games
        self.games_won += other.games_won
        for mine, theirs in zip(self.habits, other.habits, strict=True):
            mine.add(theirs)


def play(
    hand: HandState, names: tuple[str, str], players: tuple[int, int], tally: Tally, seed: int
) -> HandState:
    """Play a hand to its end; `players[side]` is the strategy, 0 for A and 1 for B."""
    for turn in count(seed):
        seat = hand.to_act
        if seat is None:
            break
        player = players[hand.rules.side_of(seat)]
        seen = view(hand, seat)
        began = time.process_time()
        action = choose(names[player], seen, turn)
        tally.habits[player].seconds += time.process_time() - began
        tally.habits[player].decisions += 1
        hand = apply(hand, action)
    for side, player in enumerate(players):
        tally.habits[player].observe(hand, side)
    return hand


def shuffled(rng: random.Random) -> Deal:
    deck = list(DECK)
    rng.shuffle(deck)
    return Deal(tuple(tuple(deck[seat::4]) for seat in range(4)))


def board_points(hand: HandState) -> int:
    """North and south's points less east and west's, for this hand alone."""
    score = score_hand(
        BOARDS,
        bids=[bid for bid in hand.public.opening.auction.bids if bid is not None],
        tricks=hand.public.tricks_won,
        scores=[0, 0],
        bags=[0, 0],
    )
    return score.deltas[0] - score.deltas[1]


def play_deal(names: tuple[str, str], number: int, seed: int, tally: Tally) -> None:
    rng = random.Random(f"{seed}:{number}")
    deal, dealer, turns = shuffled(rng), Seat(number % 4), rng.getrandbits(48)
    points = [
        board_points(play(new_hand(RULES, deal, dealer), names, players, tally, turns))
        for players in ((0, 1), (1, 0))
    ]
    tally.differences.append((points[0] - points[1]) / 2)


def play_game(names: tuple[str, str], number: int, seed: int, tally: Tally) -> None:
    rng = random.Random(f"game {seed}:{number}")
    players = (0, 1) if number % 2 == 0 else (1, 0)
    scores: tuple[int, ...] = (0, 0)
    bags: tuple[int, ...] = (0, 0)
    dealer = Seat(rng.randrange(4))
    for hand_no in count(1):
        state = new_hand(RULES, shuffled(rng), dealer, scores=scores, bags=bags, hand_no=hand_no)
        score = play(state, names, players, tally, rng.getrandbits(48)).score
        assert score is not None
        scores, bags, dealer = score.scores, score.bags, RULES.next_seat(dealer)
        if score.winner is not None:
            tally.games += 1
            tally.games_won += players[score.winner] == 0
            return


def work(job: tuple[str, tuple[str, str], range, int]) -> Tally:
    kind, names, numbers, seed = job
    tally = Tally()
    for number in numbers:
        (play_deal if kind == "deals" else play_game)(names, number, seed, tally)
    return tally


def jobs(
    names: tuple[str, str], deals: int, games: int, seed: int
) -> Iterable[tuple[str, tuple[str, str], range, int]]:
    for kind, total in (("deals", deals), ("games", games)):
        for first in range(0, total, CHUNK):
            yield kind, names, range(first, min(first + CHUNK, total)), seed


def measure(names: tuple[str, str], deals: int, games: int, seed: int, processes: int) -> Tally:
    tally = Tally()
    with ProcessPoolExecutor(processes) as pool:
        for part in pool.map(work, jobs(names, deals, games, seed)):
            tally.add(part)
            if sys.stderr.isatty():
                print(
                    f"\r{len(tally.differences)}/{deals} deals, {tally.games}/{games} games",
                    end="",
                    file=sys.stderr,
                )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return tally


def report(names: tuple[str, str], seed: int, tally: Tally) -> dict[str, object]:
    mean = statistics.fmean(tally.differences)
    half = 1.96 * statistics.stdev(tally.differences) / math.sqrt(len(tally.differences))
    return {
        "a": names[0],
        "b": names[1],
        "seed": seed,
        "deals": len(tally.differences),
        "mean": round(mean, 2),
        "ci95": [round(mean - half, 2), round(mean + half, 2)],
        "games": tally.games,
        "win_rate_500": round(tally.games_won / tally.games, 4) if tally.games else None,
        "habits": {name: h.to_dict() for name, h in zip("ab", tally.habits, strict=True)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="A against B by paired duplicate deals")
    parser.add_argument("a", nargs="?", default="rules", choices=STRATEGIES)
    parser.add_argument("b", nargs="?", default="r1", choices=STRATEGIES)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    names = (options.a, options.b)
    tally = measure(names, max(2, options.deals), options.games, options.seed, options.processes)
    print(json.dumps(report(names, options.seed, tally)))


if __name__ == "__main__":
    main()
