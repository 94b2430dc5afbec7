"""Rating models side by side: each takes a set of games and says, before every game, who wins."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import starmap

import glicko2
import numpy as np
import trueskill
from numpy.typing import NDArray

from benchmarks.rating_games import GameSet
from ratings.engine import Model, Parameters, Skill, win_probability
from ratings.kernel import replay_period, starting

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Record:
    """What a model said of a set: the chance of side 0, and the numbers after, per game."""

    chances: Floats
    numbers: Floats
    sigmas: Floats


System = Callable[[GameSet], Record]


def ours(parameters: Parameters, model: Model) -> System:
    """What the platform does, by its own mathematics."""

    def run(games: GameSet) -> Record:
        mu, sigma = starting(parameters, games.count)
        signs = np.where(games.winners[:, None] == 0, [1, 1, -1, -1], [-1, -1, 1, 1])
        before, after = replay_period(parameters, model, games.players, signs, mu, sigma)
        skills = [list(starmap(Skill, game)) for game in before.tolist()]
        chances = [win_probability(parameters, model, ((a, b), (c, d))) for a, b, c, d in skills]
        return Record(np.array(chances), after[:, :, 0], after[:, :, 1])

    return run


def true_skill(sigma: float, beta: float, tau: float) -> System:
    """TrueSkill by `trueskill`, without draws. A chance is normal in the gap of the sums."""
    model = trueskill.TrueSkill(mu=1500.0, sigma=sigma, beta=beta, tau=tau, draw_probability=0.0)

    def run(games: GameSet) -> Record:
        skills = [model.create_rating() for _ in range(games.count)]
        chances, numbers, sigmas = [], [], []
        for table, winner in zip(games.players.tolist(), games.winners.tolist(), strict=True):
            a, b, c, d = (skills[player] for player in table)
            width = math.sqrt(4 * beta**2 + sum(s.sigma**2 for s in (a, b, c, d)))
            chances.append(float(model.cdf((a.mu + b.mu - c.mu - d.mu) / width)))
            left = model.rate([(a, b), (c, d)], ranks=[winner, 1 - winner])
            for player, skill in zip(table, [*left[0], *left[1]], strict=True):
                skills[player] = skill
            numbers.append([skills[player].mu for player in table])
            sigmas.append([skills[player].sigma for player in table])
        return Record(np.array(chances), np.array(numbers), np.array(sigmas))

    return run


class PaperPlayer(glicko2.Player):  # type: ignore[misc]
    """The library's player with the volatility of the paper.

    Glickman's f(x) has the deviation where the library has the rating.
    """

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        variance = (self.rd / 173.7178) ** 2
        power = math.exp(x)
        top = power * (delta**2 - variance - v - power)
        return float(top / (2 * (variance + v + power) ** 2) - (x - a) / self._tau**2)


def glicko(
    rd: float, vol: float, player: type[glicko2.Player] = glicko2.Player, partners: bool = False
) -> System:
    """Glicko-2 by `glicko2`, a game a period: each meets the other side as one opponent, of its
    mean rating and root mean square deviation. With `partners` the partner's distance counts for
    the opponent, so that what is expected depends on all four.
    """

    def run(games: GameSet) -> Record:
        people = [player(rd=rd, vol=vol) for _ in range(games.count)]
        chances, numbers, sigmas = [], [], []
        for table, winner in zip(games.players.tolist(), games.winners.tolist(), strict=True):
            four = [(people[p].rating, people[p].rd) for p in table]
            sides = [_composite(four[:2]), _composite(four[2:])]
            chances.append(_expected(sides[0], sides[1]))
            for place, p in enumerate(table):
                side = place // 2
                rating, deviation = sides[1 - side]
                if partners:
                    rating += four[place][0] - sides[side][0]
                people[p].update_player([rating], [deviation], [1.0 if side == winner else 0.0])
            numbers.append([people[p].rating for p in table])
            sigmas.append([people[p].rd for p in table])
        return Record(np.array(chances), np.array(numbers), np.array(sigmas))

    return run


def _composite(side: list[tuple[float, float]]) -> tuple[float, float]:
    ratings, deviations = zip(*side, strict=True)
    return sum(ratings) / 2, math.sqrt(sum(d * d for d in deviations) / 2)


def _expected(one: tuple[float, float], other: tuple[float, float]) -> float:
    q = math.log(10) / 400
    variance = one[1] ** 2 + other[1] ** 2
    g = 1 / math.sqrt(1 + 3 * q * q * variance / math.pi**2)
    return 1 / (1 + math.exp(-q * g * (one[0] - other[0])))
