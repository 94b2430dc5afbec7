"""The games that rating models are measured on: of bots, and of invented people.

A set of games has its players, who won, and what each player's strength was at the time, which
no model is told.
"""

import math
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from benchmarks.bot_strength import shuffled
from bots.strategies import choose
from games.engine import PRESETS, Phase, Seat, apply, new_hand, view

RULES = PRESETS["classic"]

LUCK = 21.0
"""How much a game to 500 depends on the cards: a side that is better by so many points a hand
wins with the chance of one standard deviation, 84 %. Measured between bots (docs/adr/0017)."""


@dataclass(frozen=True, slots=True)
class GameSet:
    """Games in the order they were played. `players` and `skills` have the two of side 0 first."""

    name: str
    count: int
    players: NDArray[np.int64]
    winners: NDArray[np.int64]
    skills: NDArray[np.float64]


# -- people --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class World:
    """How invented people meet. Skills are points a hand that a player adds to the side."""

    name: str
    spread: float = 6.0  # standard deviation of skill among players
    drift: float = 0.12  # of skill from one game to the next
    together: float = 0.0  # share of games played with a fixed partner
    candidates: int = 4  # a table is the four of so many that seem nearest in skill
    games_each: int = 150


WORLDS = (
    World("open tables"),
    World("fixed partners", together=0.6),
    World("matched tables", candidates=12),
    World("wide field", spread=12.0),
)


def people(world: World, seed: int, number: int = 200) -> GameSet:
    """Games of people who play unevenly often, change with time, and have as much luck as Spades."""
    rng = np.random.default_rng((seed, *world.name.encode()))
    skill = rng.normal(0.0, world.spread, number)
    activity = rng.lognormal(0.0, 0.7, number)
    activity /= activity.sum()
    games = number * world.games_each // 4
    players, skills = np.empty((games, 4), dtype=np.int64), np.empty((games, 4))
    winners = np.empty(games, dtype=np.int64)
    for game in range(games):
        table = seated(rng, world, skill, activity)
        players[game], skills[game] = table, skill[table]
        better = skill[table[:2]].sum() - skill[table[2:]].sum()
        chance = 0.5 * math.erfc(-better / LUCK / math.sqrt(2.0))
        winners[game] = 0 if rng.random() < chance else 1
        skill[table] += rng.normal(0.0, world.drift, 4)
    return GameSet(world.name, number, players, winners, skills)


def seated(
    rng: np.random.Generator,
    world: World,
    skill: NDArray[np.float64],
    activity: NDArray[np.float64],
) -> NDArray[np.int64]:
    """Four who sit down: two and two. Fixed partners are neighbours by number."""
    if rng.random() < world.together:
        first = rng.choice(len(skill), p=activity)
        while (second := rng.choice(len(skill), p=activity)) // 2 == first // 2:
            pass
        return np.array([first, first ^ 1, second, second ^ 1])
    some = rng.choice(len(skill), world.candidates, replace=False, p=activity)
    seem = skill[some] + rng.normal(0.0, world.spread, world.candidates)
    near = some[np.argsort(np.abs(seem - seem[0]), kind="stable")[:4]]
    return rng.permutation(near)


# -- bots ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bot:
    """A strategy that plays any legal card with the chance `slip`; its bids are its own.

    `strength` is in points a hand, from the results of 5,000 other games (seed 1) at random
    tables: the maximum of likelihood under the chance of `people`, about a mean of nought.
    """

    strategy: str
    slip: float
    strength: float


BOTS = (
    Bot("rules", 0.0, 16.1),
    Bot("rules", 0.03, 14.1),
    Bot("rules", 0.06, 14.4),
    Bot("rules", 0.1, 13.1),
    Bot("rules", 0.15, 11.1),
    Bot("rules", 0.2, 9.7),
    Bot("rules", 0.3, 7.3),
    Bot("rules", 0.5, 2.7),
    Bot("r1", 0.0, -0.8),
    Bot("r1", 0.1, -1.0),
    Bot("r1", 0.2, -2.5),
    Bot("r1", 0.4, -5.2),
    Bot("random", 0.0, -78.9),
)
COPIES = 2


def bots(games: int, seed: int, processes: int) -> Iterator[tuple[list[int], int]]:
    """Games of bots at random tables: places of the roster, and the side that won."""
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_bot_game, range(games), [seed] * games, chunksize=10)


def bot_set(results: list[tuple[list[int], int]]) -> GameSet:
    players = np.array([table for table, _ in results])
    strengths = np.array([bot.strength for bot in BOTS])
    return GameSet(
        "bots",
        len(BOTS) * COPIES,
        players,
        np.array([winner for _, winner in results]),
        strengths[players % len(BOTS)],
    )


def _bot_game(number: int, seed: int) -> tuple[list[int], int]:
    rng = random.Random(f"{seed}:{number}")
    table = rng.sample(range(len(BOTS) * COPIES), 4)
    # two of a side sit across: N and S, E and W
    at = [BOTS[table[place] % len(BOTS)] for place in (0, 2, 1, 3)]
    return table, _winner(at, rng)


def _winner(at: list[Bot], rng: random.Random) -> int:
    scores: tuple[int, ...] = (0, 0)
    bags: tuple[int, ...] = (0, 0)
    dealer = Seat(rng.randrange(4))
    for hand_no in count(1):
        hand = new_hand(RULES, shuffled(rng), dealer, scores=scores, bags=bags, hand_no=hand_no)
        while (seat := hand.to_act) is not None:
            bot = at[seat]
            slips = hand.phase is Phase.PLAY and rng.random() < bot.slip
            strategy = "random" if slips else bot.strategy
            hand = apply(hand, choose(strategy, view(hand, seat), rng.getrandbits(48)))
        assert hand.score is not None
        scores, bags, dealer = hand.score.scores, hand.score.bags, RULES.next_seat(dealer)
        if hand.score.winner is not None:
            return hand.score.winner
    raise AssertionError("a game ends")
