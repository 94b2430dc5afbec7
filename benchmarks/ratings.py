#!/usr/bin/env python3
"""How well each rating model foretells games, and how fast a period is rated.

    python -m benchmarks.ratings [--seeds 3] [--bot-games 900] [--people 200] [--games 1000000]
    python -m benchmarks.ratings --choose

The same games, of bots at random tables and of invented people in several worlds
(benchmarks/rating_games.py), go through the platform's default, its Elo, Glicko-2 and TrueSkill,
the last two as published and with figures searched for on the same games as ours. Of each: the
log-loss and Brier score of what it said before every game, in four stages by the games of the
least experienced at the table; the rank correlation of its numbers with known skill after 10,
30 and 100 games each; and after how many games nine of ten players have a rank. `ahead` is how
much better than another the default's log-loss is a game, with a 95 % interval over games.

The figures were chosen on the seeds of CHOOSING (--choose prints that search) and are reported on
others. The batch path is timed beside `openskill` game by game in turns; goal: 200 times as fast,
differences at most 1e-9. Progress goes to standard error if that is a terminal, one line of JSON
to standard output.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from openskill.models import ThurstoneMostellerFull

from benchmarks.rating_games import WORLDS, GameSet, bot_set, bots, people
from benchmarks.rating_systems import PaperPlayer, Record, System, glicko, ours, true_skill
from ratings.engine import Model, Parameters
from ratings.kernel import compiled, replay_period, starting

Floats = NDArray[np.float64]

CHOOSING = (11, 12)
REPORTING = 21  # and the seeds after it
STAGES = (0, 10, 30, 100)
NEVER = 10**9
NEAREST = 1e-6  # a chance said to be nearer to nought than this counts as this

FIGURES = Parameters()

SYSTEMS: dict[str, System] = {
    "default": ours(FIGURES, Model.OPENSKILL),
    "elo": ours(FIGURES, Model.ELO),
    "glicko2 published": glicko(350.0, 0.06),
    "glicko2 searched": glicko(250.0, 0.06, PaperPlayer, partners=True),
    "trueskill published": true_skill(500.0, 250.0, 5.0),
    "trueskill searched": true_skill(225.0, 250.0, 0.01),
}
"""TrueSkill as published has sigma = mu / 3, beta = sigma / 2 and tau = sigma / 100 about mu."""

GRIDS: dict[str, tuple[Any, list[tuple[Any, ...]]]] = {
    "default": (
        lambda sigma, tau: ours(Parameters(sigma=sigma, tau=tau), Model.OPENSKILL),
        list(product((220.0, 235.0, 250.0, 265.0, 280.0, 320.0, 500.0), (0.0, 2.0, 5.0))),
    ),
    "elo": (
        lambda k: ours(Parameters(elo_k=k), Model.ELO),
        [(k,) for k in (16.0, 24.0, 32.0, 40.0, 48.0, 64.0)],
    ),
    "glicko2": (
        lambda rd, vol, partners: glicko(rd, vol, PaperPlayer, partners),
        list(product((150.0, 200.0, 250.0, 350.0), (0.001, 0.03, 0.06, 0.09), (False, True))),
    ),
    "trueskill": (
        lambda sigma, tau: true_skill(sigma, 250.0, tau),
        list(product((200.0, 225.0, 250.0, 300.0, 500.0), (0.01, 2.0, 5.0))),
    ),
}


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)


# -- what is measured ----------------------------------------------------------------------------


def losses(record: Record, games: GameSet) -> Floats:
    """Minus the logarithm of the chance given to what happened, per game."""
    said = np.where(games.winners == 0, record.chances, 1.0 - record.chances)
    return -np.log(np.clip(said, NEAREST, 1.0))


def experience(games: GameSet) -> NDArray[np.int64]:
    """How many games each at the table had played before."""
    played = np.zeros(games.count, dtype=np.int64)
    before = np.empty_like(games.players)
    for game, table in enumerate(games.players):
        before[game] = played[table]
        played[table] += 1
    return before


def rank_correlation(one: Floats, other: Floats) -> float:
    """Spearman's, equal ones sharing their mean rank."""
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: Floats) -> Floats:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def correlations(record: Record, games: GameSet, played: NDArray[np.int64]) -> dict[str, float]:
    found = {}
    for number in STAGES[1:]:
        at = played + 1 == number
        if at.sum() > 2:
            figure = rank_correlation(record.numbers[at], games.skills[at])
            found[str(number)] = round(figure, 3)
    return found


def staged(values: Floats, least: NDArray[np.int64]) -> dict[str, float]:
    """Means in the stages of experience, and over all."""
    ends = (*STAGES[1:], NEVER)
    found = {"all": round(float(values.mean()), 4)}
    for low, high in zip(STAGES, ends, strict=True):
        within = (least >= low) & (least < high)
        if within.any():
            found[f"from {low}"] = round(float(values[within].mean()), 4)
    return found


def first_ranked(record: Record, games: GameSet, played: NDArray[np.int64]) -> list[int]:
    """After how many games each who played 60 or more was first sure enough for a rank."""
    good = (record.sigmas <= FIGURES.ranked_bound) & (played + 1 >= FIGURES.ranked_games)
    total = np.bincount(games.players.reshape(-1), minlength=games.count)
    firsts = []
    for player in np.flatnonzero(total >= 60):
        at = good & (games.players == player)
        firsts.append(int((played + 1)[at].min()) if at.any() else NEVER)
    return firsts


# -- the report ----------------------------------------------------------------------------------


def joined(records: list[tuple[GameSet, Record]]) -> dict[str, Any]:
    """One model's figures over several runs of one kind of games."""
    histories = [experience(games) for games, _ in records]
    least = np.concatenate([played.min(axis=1) for played in histories])
    loss = np.concatenate([losses(record, games) for games, record in records])
    miss = np.concatenate([(r.chances - (g.winners == 0)) ** 2 for g, r in records])
    parts = [correlations(r, g, h) for (g, r), h in zip(records, histories, strict=True)]
    return {
        "log_loss": staged(loss, least),
        "brier": staged(miss, least),
        "rank_correlation": {
            number: round(float(np.mean([part[number] for part in parts if number in part])), 3)
            for number in sorted({key for part in parts for key in part}, key=int)
        },
    }


def ranked_after(records: list[tuple[GameSet, Record]]) -> dict[str, int | None]:
    """After so many games half, and nine in ten, of the active had been sure enough."""
    firsts = [
        n for games, record in records for n in first_ranked(record, games, experience(games))
    ]
    if not firsts:
        return {}
    found = {"median": 0.5, "nine_in_ten": 0.9}
    at = {name: int(np.quantile(firsts, q, method="higher")) for name, q in found.items()}
    return {name: number if number < NEVER else None for name, number in at.items()}


def ahead(default: Floats, other: Floats) -> list[float]:
    """How much better the default is a game, and the ends of the interval."""
    gain = other - default
    half = 1.96 * float(gain.std()) / math.sqrt(len(gain))
    mean = float(gain.mean())
    return [round(mean, 5), round(mean - half, 5), round(mean + half, 5)]


def _run(name: str, games: GameSet) -> Record:
    return SYSTEMS[name](games)


def report(kinds: dict[str, list[GameSet]], processes: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    jobs = [(kind, name) for kind in kinds for name in SYSTEMS]
    total: dict[str, list[Floats]] = {name: [] for name in SYSTEMS}
    with ProcessPoolExecutor(processes) as pool:
        for done, (kind, name) in enumerate(jobs):
            progress(f"{done}/{len(jobs)} {kind}: {name}")
            records = list(
                zip(kinds[kind], pool.map(partial(_run, name), kinds[kind]), strict=True)
            )
            part = found.setdefault(kind, {})
            part[name] = joined(records)
            loss = np.concatenate([losses(record, games) for games, record in records])
            total[name].append(loss)
            part[name]["ahead"] = ahead(total["default"][-1], loss)
            if name in ("default", "elo"):
                part[name]["ranked_after"] = ranked_after(records)
    overall = {name: float(np.mean([part.mean() for part in total[name]])) for name in SYSTEMS}
    return {"mean_log_loss": {n: round(v, 5) for n, v in overall.items()}, "games": found}


# -- the search ----------------------------------------------------------------------------------


def _score(name: str, kinds: dict[str, list[GameSet]], figures: tuple[Any, ...]) -> list[float]:
    system = GRIDS[name][0](*figures)
    return [
        float(np.mean([losses(system(games), games).mean() for games in sets]))
        for sets in kinds.values()
    ]


def search(kinds: dict[str, list[GameSet]], processes: int) -> dict[str, Any]:
    """For each model the best figures found, by the mean of the kinds' log-losses."""
    best: dict[str, Any] = {}
    with ProcessPoolExecutor(processes) as pool:
        for name, (_, grid) in GRIDS.items():
            progress(f"{name}: {len(grid)} sets of figures")
            scores = list(pool.map(partial(_score, name, kinds), grid))
            rows = sorted(
                (float(np.mean(s)), list(f), s) for f, s in zip(grid, scores, strict=True)
            )
            best[name] = [
                {"log_loss": round(mean, 5), "figures": figures, "kinds": [round(x, 4) for x in s]}
                for mean, figures, s in rows[:4]
            ]
    return best


# -- speed ---------------------------------------------------------------------------------------


def timing(games: int, rounds: int = 7) -> dict[str, Any]:
    """The batch path over so many games beside the library over each 1 in 100, in turns."""
    rng = np.random.default_rng(1)
    people = 10_000
    first = rng.integers(0, people, games)
    steps = 1 + np.argsort(rng.random((games, 3)), axis=1) + 3 * rng.integers(0, 999, (games, 1))
    players = np.column_stack([first, (first[:, None] + steps) % people])
    signs = np.where(rng.random((games, 1)) < 0.5, [[1, 1, -1, -1]], [[-1, -1, 1, 1]])
    few = max(1_000, games // 100)
    compiled.replay()
    ratios, rates = [], []
    for _ in range(rounds):
        mu, sigma = starting(FIGURES, people)
        began = time.process_time()
        _, after = replay_period(FIGURES, Model.OPENSKILL, players, signs, mu, sigma)
        batch = games / (time.process_time() - began)
        began = time.process_time()
        left = _by_library(players[:few], signs[:few], people)
        single = few / (time.process_time() - began)
        ratios.append(batch / single)
        rates.append(batch)
    return {
        "games": games,
        "compiled": compiled.replay() is not None,
        "batch_games_per_second": round(float(np.median(rates))),
        "ratio_to_openskill": round(float(np.median(ratios)), 1),
        "goal": 200,
        "largest_difference": float(np.abs(after[:few] - left).max()),
        "all_games_compared": few == games,
    }


def _by_library(players: NDArray[np.int64], signs: NDArray[np.int64], people: int) -> Floats:
    """openskill as its manual has it, with our figures: a sigma that does not grow."""
    model = ThurstoneMostellerFull(
        mu=FIGURES.mu,
        sigma=FIGURES.sigma,
        beta=FIGURES.beta,
        tau=FIGURES.tau,
        epsilon=0.0,
        gamma=lambda *_: 1.0,
        limit_sigma=True,
    )
    skills = [model.rating() for _ in range(people)]
    after = np.empty((len(players), 4, 2))
    for game, (table, won) in enumerate(zip(players.tolist(), signs[:, 0].tolist(), strict=True)):
        a, b, c, d = table
        teams = [[skills[a], skills[b]], [skills[c], skills[d]]]
        left = model.rate(teams, ranks=[0.0, 1.0] if won > 0 else [1.0, 0.0])
        four = [*left[0], *left[1]]
        for player, skill in zip(table, four, strict=True):
            skills[player] = skill
        after[game] = [(skill.mu, skill.sigma) for skill in four]
    return after


# ------------------------------------------------------------------------------------------------


def played(seeds: Iterable[int], options: argparse.Namespace) -> dict[str, list[GameSet]]:
    """Every kind of games, once for each seed."""
    seeds = list(seeds)
    kinds = {
        world.name: [people(world, seed, options.people) for seed in seeds] for world in WORLDS
    }
    if options.bot_games:
        kinds["bots"] = [
            bot_set(list(_counted(bots(options.bot_games, seed, options.processes), seed, options)))
            for seed in seeds
        ]
    return kinds


def _counted(
    games: Iterator[tuple[list[int], int]], seed: int, options: argparse.Namespace
) -> Iterator[tuple[list[int], int]]:
    for number, game in enumerate(games):
        if number % 10 == 0:
            progress(f"bots, seed {seed}: {number}/{options.bot_games} games")
        yield game


def main() -> None:
    parser = argparse.ArgumentParser(description="rating models beside each other")
    parser.add_argument("--seeds", type=int, default=3, help="runs of each kind of games")
    parser.add_argument("--bot-games", type=int, default=900, help="a run; 0 for none")
    parser.add_argument("--people", type=int, default=200, help="in each invented world")
    parser.add_argument("--games", type=int, default=1_000_000, help="of the timed period")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--choose", action="store_true", help="search for figures instead")
    options = parser.parse_args()
    if options.choose:
        result: dict[str, Any] = search(played(CHOOSING, options), options.processes)
    else:
        seeds = range(REPORTING, REPORTING + options.seeds)
        result = report(played(seeds, options), options.processes)
        progress("timing")
        result["timing"] = timing(options.games)
    progress("")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
