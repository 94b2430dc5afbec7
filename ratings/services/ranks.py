"""Keeping the counts that ranks are read from, in the transaction that moves a rating."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, F, IntegerField
from django.db.models.functions import Cast, Floor

from ratings.models import RankBucket, Rating
from ratings.selectors.ranks import BUCKETS_A_POINT, FINE_A_COARSE, fine_bucket


@dataclass(frozen=True, slots=True)
class Move:
    """A rating that went from one mu to another; None where it had, or has, no rank."""

    ladder_id: int
    was: float | None
    now: float | None


def count_moves(moves: Iterable[Move]) -> None:
    """Add and take away what moved. The ratings are locked.

    Buckets are locked last of all and in one order, so that nobody waits for each other.
    """
    changes: Counter[tuple[int, int, int]] = Counter()
    for move in moves:
        for mu, by in ((move.was, -1), (move.now, 1)):
            if mu is not None:
                fine = fine_bucket(mu)
                changes[move.ladder_id, RankBucket.Level.FINE, fine] += by
                changes[move.ladder_id, RankBucket.Level.COARSE, fine // FINE_A_COARSE] += by
    _add([(*bucket, by) for bucket, by in sorted(changes.items()) if by])


def recount(ladder_id: int) -> None:
    """Count a ladder anew. The caller has the ladder to itself."""
    RankBucket.objects.filter(ladder_id=ladder_id).delete()
    RankBucket.objects.bulk_create(
        (
            RankBucket(ladder_id=ladder_id, level=level, bucket=bucket, count=count)
            for level, bucket, count in counted(ladder_id)
        ),
        batch_size=2000,
    )


def counted(ladder_id: int) -> list[tuple[int, int, int]]:
    """(level, bucket, count) as the ratings say, in order."""
    ranked = Rating.objects.filter(ladder_id=ladder_id, ranked=True)
    fine = (
        ranked.annotate(bucket=Cast(Floor(F("mu") * BUCKETS_A_POINT), IntegerField()))
        .values_list("bucket")
        .annotate(count=Count("pk"))
        .order_by("bucket")
    )
    fines = [(int(bucket), count) for bucket, count in fine]
    coarse: Counter[int] = Counter()
    for bucket, count in fines:
        coarse[bucket // FINE_A_COARSE] += count
    return [
        *((RankBucket.Level.FINE.value, bucket, count) for bucket, count in fines),
        *((RankBucket.Level.COARSE.value, bucket, count) for bucket, count in coarse.items()),
    ]


def _add(changes: list[tuple[int, int, int, int]]) -> None:
    if not changes:
        return
    values = ", ".join(["(%s, %s, %s, %s)"] * len(changes))
    with connection.cursor() as cursor:
        cursor.execute(ADD.format(values=values), [value for change in changes for value in change])


ADD = """
INSERT INTO ratings_rankbucket (ladder_id, level, bucket, count) VALUES {values}
ON CONFLICT (ladder_id, level, bucket)
DO UPDATE SET count = ratings_rankbucket.count + excluded.count
"""
