"""Comparing every player and pair with the field, for the staff page."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from ratings.engine import deviation
from ratings.engine.habits import OF_PAIRS, Cells, Measure
from ratings.models import Deviation, Habits
from ratings.selectors.sums import cells_in

LEAST_HANDS = 100
"""Hands before a player or pair is compared at all."""


def scan(*, now: datetime) -> int:
    """Replace the deviations of the last scan by those of now; how many players and pairs.

    Nothing follows from them but a line on a page that staff read.
    """
    with transaction.atomic():
        found = [
            *_compared(Habits.objects.filter(second__isnull=True), tuple(Measure), now=now),
            *_compared(Habits.objects.filter(second__isnull=False), OF_PAIRS, now=now),
        ]
        Deviation.objects.all().delete()
        Deviation.objects.bulk_create(found, batch_size=500)
    return len(found)


def _compared(
    rows: QuerySet[Habits], measures: tuple[Measure, ...], *, now: datetime
) -> Iterator[Deviation]:
    hands: dict[tuple[int, int | None], int] = {}
    field = deviation.field_of(cells_in(row) for row in rows.iterator(chunk_size=500))

    def often_seen() -> Iterator[tuple[tuple[int, int | None], Cells]]:
        for row in rows.filter(hands__gte=LEAST_HANDS).iterator(chunk_size=500):
            hands[row.first_id, row.second_id] = row.hands
            yield (row.first_id, row.second_id), cells_in(row)

    for subject, found in deviation.deviations(often_seen(), field, measures).items():
        yield _row(subject, hands[subject], found, now=now)


def _row(
    subject: tuple[int, int | None],
    hands: int,
    found: list[deviation.Deviation],
    *,
    now: datetime,
) -> Deviation:
    return Deviation(
        first_id=subject[0],
        second_id=subject[1],
        hands=hands,
        most=max(map(deviation.remarkable, found)),
        flagged=", ".join(each.measure for each in found if each.flagged),
        details={each.measure.value: {"seen": each.n, "effect": each.effect} for each in found},
        scanned_at=now,
        **{each.measure.value: each.z for each in found},
    )
