"""A whole period of games, in the order they were rated in."""

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ratings.engine import Model, Parameters, RatingError, Verdict
from ratings.engine.skill import FARTHEST, SUREST
from ratings.kernel import compiled, loop

Floats = NDArray[np.float64]
Figures = tuple[bool, float, float, float, float, float, bool, float, float, float]

VERDICTS = {Verdict.WIN: 1, Verdict.NONE: 0, Verdict.LOSS: -1}
"""How verdicts are written in arrays."""


def starting(parameters: Parameters, players: int) -> tuple[Floats, Floats]:
    """mu and sigma of so many players who have not played."""
    return (
        np.full(players, parameters.mu, dtype=np.float64),
        np.full(players, parameters.sigma, dtype=np.float64),
    )


def replay_period(
    parameters: Parameters,
    model: Model,
    players: ArrayLike,
    verdicts: ArrayLike,
    mu: Floats,
    sigma: Floats,
) -> tuple[Floats, Floats]:
    """Rate games one after another and say what each found and left.

    `players` has a row per game: the two of side 0, then the two of side 1 (or one and one, for
    pairs), as indexes into `mu` and `sigma`, which are updated in place. `verdicts` has their
    verdicts by `VERDICTS`. Returns (before, after), each with mu and sigma per game and place.

    Raises RatingError for rows that are no games, a player twice in one, or ratings no `Skill`
    could hold; nothing has changed then.
    """
    table = np.ascontiguousarray(players, dtype=np.int64)
    results = np.ascontiguousarray(verdicts, dtype=np.int8)
    _check_games(table, results, len(mu))
    _check_ratings(mu, sigma)
    games, places = table.shape
    before, after = np.empty((games, places, 2)), np.empty((games, places, 2))
    run = _compiled if compiled.replay() else _interpreted
    run(table, results, mu, sigma, before, after, _figures(parameters, model))
    return before, after


def _figures(parameters: Parameters, model: Model) -> Figures:
    """The figures in the order of `loop.replay`."""
    return (
        model is Model.ELO,
        float(parameters.beta),
        float(parameters.tau),
        float(parameters.surprise),
        float(parameters.sigma),
        float(parameters.sigma_floor),
        bool(parameters.sigma_limited),
        float(parameters.elo_k),
        float(parameters.elo_scale),
        1.0 / (parameters.sigma**2 * parameters.elo_games),
    )


def _compiled(
    table: NDArray[np.int64],
    results: NDArray[np.int8],
    mu: Floats,
    sigma: Floats,
    before: Floats,
    after: Floats,
    figures: Figures,
) -> None:
    run = compiled.replay()
    assert run is not None
    run(
        table.reshape(-1),
        results.reshape(-1),
        table.shape[1] // 2,
        mu,
        sigma,
        before.reshape(-1),
        after.reshape(-1),
        *figures,
    )


def _interpreted(
    table: NDArray[np.int64],
    results: NDArray[np.int8],
    mu: Floats,
    sigma: Floats,
    before: Floats,
    after: Floats,
    figures: Figures,
) -> None:
    """The same loop over lists, which the interpreter walks faster than arrays."""
    mus, sigmas = mu.tolist(), sigma.tolist()
    found: list[Any] = [0.0] * before.size
    left: list[Any] = [0.0] * after.size
    loop.replay(
        table.reshape(-1).tolist(),
        results.reshape(-1).tolist(),
        table.shape[1] // 2,
        mus,
        sigmas,
        found,
        left,
        *figures,
    )
    before.reshape(-1)[:], after.reshape(-1)[:] = found, left
    mu[:], sigma[:] = mus, sigmas


def _check_games(table: NDArray[np.int64], results: NDArray[np.int8], known: int) -> None:
    if table.ndim != 2 or table.shape[1] not in (2, 4) or results.shape != table.shape:
        raise RatingError("a game is a row of four players, or two pairs, each with a verdict")
    if table.size == 0:
        return
    if table.min() < 0 or table.max() >= known:
        raise RatingError("a game names a player who is not among the ratings")
    seats = table.T
    if any((one == other).any() for one, other in combinations(seats, 2)):
        raise RatingError("a player sits twice at one table")
    if results.min() < VERDICTS[Verdict.LOSS] or results.max() > VERDICTS[Verdict.WIN]:
        raise RatingError(f"a verdict is one of {sorted(VERDICTS.values())}")
    size = table.shape[1] // 2
    won = np.equal(results.T, VERDICTS[Verdict.WIN])
    if (np.logical_or.reduce(won[:size]) & np.logical_or.reduce(won[size:])).any():
        raise RatingError("both sides cannot have won")


def _check_ratings(mu: Floats, sigma: Floats) -> None:
    if mu.ndim != 1 or mu.shape != sigma.shape or mu.dtype != sigma.dtype or mu.dtype != float:
        raise RatingError("mu and sigma are two rows of floats, one each a player")
    # A comparison with NaN is false, so that this refuses it too
    if not (np.abs(mu) <= FARTHEST).all():
        raise RatingError(f"every mu must be a number within ±{FARTHEST:.0f}")
    if not ((sigma >= SUREST) & (sigma <= FARTHEST)).all():
        raise RatingError(f"every sigma must be a number above 0 and at most {FARTHEST:.0f}")
