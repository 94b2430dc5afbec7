"""What the queue says of its waits: medians of like rating, busy hours, and what is forgotten."""

from datetime import UTC, datetime, timedelta

import pytest

from ratings.models import Party, ReadyCheck, Ticket
from ratings.selectors import waits
from ratings.selectors.queue import standing
from ratings.selectors.waits import Wait, expected_wait, queues, recent_waits
from ratings.services.queue_upkeep import tidy
from tests.games.at_the_table import person
from tests.ratings.in_the_queue import ladder, rated, serving, wait

NOON = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _forget_hours():
    waits._hours.cache_clear()


def ended(seconds: int, rating: int, *, ended_at=NOON, slug="classic", status="playing") -> Ticket:
    """A ticket that waited so long until a table was found."""
    ticket = Ticket.objects.create(
        status=status,
        since=ended_at - timedelta(seconds=seconds + 15),
        called_at=ended_at - timedelta(seconds=15),
        ended_at=ended_at,
        ladder=ladder(slug),
        rating=rating,
    )
    ticket.ladders.add(ladder(slug))
    return ticket


@pytest.mark.parametrize(
    ("rating", "expected"),
    [
        (1500, 20),  # the median of 10, 20, 30, of 1420 to 1600
        (1610, 30),  # one alone is near: the median of all, 10, 20, 30, 300, 400
        (None, 30),
    ],
)
def test_the_expected_wait_is_the_median_of_like_rating(rating, expected):
    known = [Wait(10, 1420), Wait(20, 1500), Wait(30, 1600), Wait(300, 1900), Wait(400, 2000)]
    assert expected_wait(known, rating) == expected


def test_too_few_waits_say_nothing():
    assert expected_wait([Wait(10, 1500), Wait(20, 1500)], 1500) is None
    assert expected_wait([], None) is None


@pytest.mark.django_db
def test_only_waits_of_the_last_day_that_ended_in_a_game_count():
    for seconds in (10, 20, 30):
        ended(seconds, 1500)
    ended(999, 1500, ended_at=NOON - timedelta(hours=25))
    ended(999, 1500, status="left")
    ended(999, 1500, slug="quick")
    found = recent_waits(now=NOON)[ladder().pk]
    assert sorted(each.seconds for each in found) == [10, 20, 30]
    assert [q["expected_wait"] for q in queues(now=NOON) if q["ladder"] == "classic"] == [20]


@pytest.mark.django_db
def test_who_waits_is_told_the_wait_of_the_own_rating():
    for seconds, rating in (
        (10, 1500),
        (20, 1500),
        (30, 1500),
        (200, 1900),
        (210, 1900),
        (220, 1900),
    ):
        ended(seconds, rating)
    strong = rated(person(), 1890)
    wait(strong, now=serving(NOON))
    assert standing(strong, now=NOON)["ticket"]["expected_wait"] == 210


@pytest.mark.django_db
def test_the_busiest_hours_count_tickets_of_four_weeks_by_the_hour_they_began_in():
    for hour, tickets in ((3, 1), (20, 2)):
        for day in range(tickets):
            at = NOON.replace(hour=hour) - timedelta(days=day + 1)
            ended(0, 1500, ended_at=at, status="lapsed")
    ended(0, 1500, ended_at=NOON - timedelta(days=29))
    (shown,) = (each for each in queues(now=NOON) if each["ladder"] == "classic")
    assert {hour: n for hour, n in enumerate(shown["busiest_hours"]) if n} == {3: 1, 20: 2}


@pytest.mark.django_db
def test_what_is_past_its_time_is_forgotten_and_nothing_else():
    kept, old = ended(1, 1500), ended(1, 1500, ended_at=NOON - timedelta(days=29))
    live = wait(person(), now=serving(NOON - timedelta(days=40)))[0]
    ReadyCheck.objects.create(
        ladder=ladder(), status="failed", created_at=NOON, deadline=NOON,
        ended_at=NOON - timedelta(days=3),
    )  # fmt: skip
    ReadyCheck.objects.create(ladder=ladder(), created_at=NOON, deadline=NOON)
    Party.objects.create(code="A", created_at=NOON, open_until=NOON - timedelta(seconds=1))
    Party.objects.create(code="B", created_at=NOON, open_until=NOON)
    tidy(now=NOON)
    assert set(Ticket.objects.values_list("pk", flat=True)) == {kept.pk, live.pk}
    assert old.pk not in {kept.pk, live.pk}
    assert ReadyCheck.objects.get().status == ReadyCheck.Status.OPEN
    assert Party.objects.get().code == "B"
