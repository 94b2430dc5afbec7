"""The line of a rating's history: every point on the paper, time to the right, more above."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from web.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Point, rating_chart

BEGAN = datetime(2026, 3, 1, tzinfo=UTC)


def points(*ratings: int, every: timedelta = timedelta(days=1)) -> list[Point]:
    return [Point(BEGAN + index * every, rating, 80) for index, rating in enumerate(ratings)]


def corners(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", path)]


@pytest.mark.parametrize(
    "ratings", [(1500, 1500), (1500, 1620, 1410), (20, 3000), range(900, 1900)]
)
def test_every_point_and_its_band_lie_inside_the_axes(ratings: range) -> None:
    chart = rating_chart(points(*ratings))
    assert chart
    for x, y in corners(chart.line) + corners(chart.band):
        assert LEFT <= x <= WIDTH - RIGHT
        assert TOP <= y <= HEIGHT - BOTTOM


def test_time_goes_right_and_more_is_above() -> None:
    chart = rating_chart(points(1500, 1600, 1550))
    assert chart
    (x1, y1), (x2, y2), (x3, y3) = corners(chart.line)
    assert x1 < x2 < x3
    assert y2 < y3 < y1
    assert (chart.last_x, chart.last_y) == (x3, y3)


def test_the_numbers_at_the_side_are_round_few_and_span_the_band() -> None:
    chart = rating_chart(points(1507, 1633))
    assert chart
    levels = [int(level.label) for level in chart.levels]
    assert levels[0] <= 1427
    assert levels[-1] >= 1713
    assert len(levels) <= 7
    assert len({b - a for a, b in pairwise(levels)}) == 1


def test_one_point_is_no_line() -> None:
    assert rating_chart(points(1500)) is None
    assert rating_chart([]) is None


def test_games_of_one_moment_do_not_divide_by_nothing() -> None:
    assert rating_chart(points(1500, 1520, every=timedelta()))


@pytest.mark.parametrize(("every", "days"), [(timedelta(minutes=9), 1), (timedelta(days=9), 3)])
def test_no_day_stands_twice_below_the_line(every: timedelta, days: int) -> None:
    chart = rating_chart(points(1500, 1520, 1510, every=every))
    assert chart
    assert len(chart.dates) == len({day.date() for _, day, _ in chart.dates}) == days
