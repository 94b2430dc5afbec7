"""How far players and pairs lie from the field, in standard errors, and when that is remarkable.

In each cell of a measure a subject's mean is compared with that of all others. People differ
honestly, so the scale is not chance alone: the spread that is common among subjects is estimated
from all of them and added to what chance gives. The line at which a deviation is flagged is drawn
so that among honest subjects whose distances are normal a whole scan flags somebody in no more
than `FALSE_ALARMS` of all scans; docs/figures.md has what simulation gave.
"""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist, median
from typing import TypeVar

from ratings.engine.habits import UNIT, Cells, Measure, Moments

FALSE_ALARMS = 0.05
LEAST_SEEN = 30  # observations of a subject in a measure
LEAST_FIELD = 30  # observations of all others in a cell
LEAST_SUBJECTS = 10  # below it nothing is known of how subjects differ
_CUT = 1.5
_CUT_MEAN = 0.77847  # the mean of the square, cut off at _CUT squared, of a normal distribution
_FREEDOM = 0.7  # degrees of freedom of the spread for each subject it was estimated from

BOTH_WAYS = frozenset({Measure.BIDS, Measure.NILS, Measure.PACE})
"""Where too little is as remarkable as too much; elsewhere only too much is."""

_HARD, _EASY = "pace:many", "pace:forced"

Subject = TypeVar("Subject", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far a subject lies from the field in one measure.

    `n` observations, `effect` their mean distance in the unit of the measure, `z` that distance
    in standard errors, `flagged` whether it is past the line.
    """

    measure: Measure
    n: int
    effect: float
    z: float
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class _Distance:
    n: int
    effect: float
    variance: float


def field_of(everybody: Iterable[Cells]) -> Cells:
    """The sums of all subjects: what each of them is compared with, less its own part."""
    field: Cells = {}
    for cells in everybody:
        for key, moments in cells.items():
            field[key] = field.get(key, Moments()) + moments
    return field


def deviations(
    subjects: Iterable[tuple[Subject, Cells]], field: Cells, measures: Sequence[Measure]
) -> dict[Subject, list[Deviation]]:
    """The deviations of every subject that was seen often enough, by measure.

    `field` holds the subjects' own cells and those of everybody else.
    """
    distances: dict[Measure, dict[Subject, _Distance]] = {measure: {} for measure in measures}
    for subject, cells in subjects:
        for measure, known in distances.items():
            distance = _distance(measure, cells, field)
            if distance is not None:
                known[subject] = distance
    scaled = [_scaled(measure, known) for measure, known in distances.items()]
    tests = sum(map(len, scaled))
    found: dict[Subject, list[Deviation]] = {}
    for of_measure in scaled:
        line = flag_line(tests, len(of_measure)) if of_measure else 0.0
        for subject, deviation in of_measure.items():
            flagged = remarkable(deviation) > line
            found.setdefault(subject, []).append(replace(deviation, flagged=flagged))
    return found


def flag_line(tests: int, subjects: int) -> float:
    """The z past which something is flagged, when so many deviations are looked at in a scan and
    the scale of this one was estimated from so many subjects.

    Both ends of a distribution count, so that one line serves all measures. The quantile is
    Student's, by its expansion in the normal one (Abramowitz and Stegun 26.7.5).
    """
    z = NormalDist().inv_cdf(1 - FALSE_ALARMS / (2 * max(1, tests)))
    freedom = _FREEDOM * subjects
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def remarkable(deviation: Deviation) -> float:
    """The z in the direction that matters for its measure."""
    return abs(deviation.z) if deviation.measure in BOTH_WAYS else deviation.z


def _distance(measure: Measure, cells: Cells, field: Cells) -> _Distance | None:
    """A subject's mean distance from all others, and the variance that chance gives it."""
    n, effect, variance = 0, 0.0, 0.0
    for key, weight in _weights(measure, cells):
        own, others = cells[key], field[key] - cells[key]
        if others.n < LEAST_FIELD:
            continue
        share = weight * own.n
        n += own.n
        effect += share * (own.mean - others.mean)
        variance += share**2 * others.variance * (1 / own.n + 1 / others.n)
    if n < LEAST_SEEN or variance <= 0:
        return None
    return _Distance(n, effect / n, variance / n**2)


def _weights(measure: Measure, cells: Cells) -> list[tuple[str, float]]:
    """The cells of a measure, and whether they count for it or against it."""
    if measure is Measure.EVENNESS:
        return [(key, sign) for key, sign in ((_EASY, 1.0), (_HARD, -1.0)) if key in cells]
    return [(key, 1.0) for key in cells if key.partition(":")[0] == measure]


def _scaled(measure: Measure, distances: Mapping[Subject, _Distance]) -> dict[Subject, Deviation]:
    """The distances in standard errors; none where there are too few subjects to know the scale."""
    if len(distances) < LEAST_SUBJECTS:
        return {}
    middle = median(distance.effect for distance in distances.values())
    spread = _spread(
        [(distance.effect - middle, distance.variance) for distance in distances.values()]
    )
    return {
        subject: Deviation(
            measure,
            distance.n,
            round(distance.effect / UNIT, 4),
            round((distance.effect - middle) / math.sqrt(distance.variance + spread), 3),
        )
        for subject, distance in distances.items()
    }


def _spread(distances: Sequence[tuple[float, float]]) -> float:
    """The variance among honest subjects beyond chance: the least with which the scaled distances
    are as wide as those of a normal distribution, far ones cut off so that a few odd subjects do
    not hide themselves (Huber's second proposal)."""

    def too_wide(spread: float) -> bool:
        squares = (effect * effect / (own + spread) for effect, own in distances)
        return sum(min(square, _CUT * _CUT) for square in squares) > _CUT_MEAN * len(distances)

    low, high = 0.0, max(effect * effect for effect, _ in distances) * 4 + 1e-9
    if not too_wide(low):
        return 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if too_wide(middle) else (low, middle)
    return high
