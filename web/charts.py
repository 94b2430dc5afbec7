"""A rating's history as a line in an SVG: numbers in, coordinates out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 12, 30  # room for the numbers at the sides
STEPS = (20, 50, 100, 200, 500)
MOST_LINES = 5
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Point:
    """A rating at a moment; `plus_minus` is the half-width of the band around it."""

    at: datetime
    rating: int
    plus_minus: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws: the line, its band, and the numbers at the sides."""

    line: str
    band: str
    last_x: float
    last_y: float
    levels: tuple[Tick, ...]
    dates: tuple[tuple[float, datetime, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def rating_chart(points: Sequence[Point]) -> Chart | None:
    """The chart of a history in order of time; None for fewer than two points."""
    if len(points) < 2:
        return None
    low = min(point.rating - point.plus_minus for point in points)
    high = max(point.rating + point.plus_minus for point in points)
    levels = _levels(low, high)
    first, last = points[0].at, points[-1].at
    span = max(last - first, A_DAY / 24)

    def x(at: datetime) -> float:
        return round(LEFT + (at - first) / span * (WIDTH - LEFT - RIGHT), 1)

    def y(rating: float) -> float:
        share = (rating - levels[0]) / (levels[-1] - levels[0])
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    upper = [(x(point.at), y(point.rating + point.plus_minus)) for point in points]
    lower = [(x(point.at), y(point.rating - point.plus_minus)) for point in points]
    line = [(x(point.at), y(point.rating)) for point in points]
    middle = first + span / 2
    return Chart(
        line=_path(line),
        band=_path(upper + lower[::-1]) + "Z",
        last_x=line[-1][0],
        last_y=line[-1][1],
        levels=tuple(Tick(y(level), str(level)) for level in levels),
        dates=_once_each(
            (x(first), first, "start"),
            (x(last), last, "end"),
            (x(middle), middle, "middle"),
        ),
    )


def _once_each(*dates: tuple[float, datetime, str]) -> tuple[tuple[float, datetime, str], ...]:
    """The dates without those that would name a day again."""
    return tuple({date[1].date(): date for date in reversed(dates)}.values())[::-1]


def _levels(low: float, high: float) -> list[int]:
    """Round ratings from below `low` to above `high`, at most `MOST_LINES` and two."""
    for step in STEPS:
        first, last = int(low // step) * step, -int(-high // step) * step
        if (last - first) // step <= MOST_LINES:
            break
    return list(range(first, max(last, first + step) + 1, step))


def _path(corners: Sequence[tuple[float, float]]) -> str:
    (x, y), *others = corners
    drawn = [f"M{x} {y}"]
    drawn += [
        f"L{x} {y}" for (x, y), before in zip(others, corners, strict=False) if (x, y) != before
    ]
    return "".join(drawn)
