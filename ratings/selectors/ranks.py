"""Ranks, exact at every moment: sums over counted stretches of the scale, plus one short stretch.

A ladder's ranked ratings are counted per quarter point, and again per 32 points. To find a rank is
to add the coarse counts above, the fine counts above within the coarse bucket, and to count rows
within the fine bucket: a few hundred index entries among a million ratings.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Sum

from ratings.models import RankBucket

BUCKETS_A_POINT = 4
FINE_A_COARSE = 128


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rating lies on its ladder; higher keys come first among equal mu."""

    ladder_id: int
    mu: float
    rating_id: int


def fine_bucket(mu: float) -> int:
    """The quarter point that mu lies in."""
    return math.floor(mu * BUCKETS_A_POINT)


def ranks_of(places: Sequence[Place]) -> list[int]:
    """The rank each place has, or would have if it were ranked; one statement for all of them."""
    if not places:
        return []
    values, parameters = _values(places)
    with connection.cursor() as cursor:
        cursor.execute(RANKS.format(values=values), parameters)
        ranks = dict(cursor.fetchall())
    return [int(ranks[number]) for number in range(len(places))]


def ranked_in(ladder_id: int) -> int:
    """How many have a rank on a ladder."""
    counted = RankBucket.objects.filter(ladder_id=ladder_id, level=RankBucket.Level.COARSE)
    return counted.aggregate(total=Sum("count"))["total"] or 0


def _values(places: Iterable[Place]) -> tuple[str, list[float]]:
    rows: list[str] = []
    parameters: list[float] = []
    for number, place in enumerate(places):
        fine = fine_bucket(place.mu)
        coarse = fine // FINE_A_COARSE
        rows.append("(%s, %s, %s, %s, %s, %s, %s, %s)")
        parameters += [
            number,
            place.ladder_id,
            place.mu,
            place.rating_id,
            fine,
            coarse,
            (coarse + 1) * FINE_A_COARSE,
            (fine + 1) / BUCKETS_A_POINT,
        ]
    return ", ".join(rows), parameters


RANKS = """
WITH place (number, ladder, mu, id, fine, coarse, next_coarse, next_mu) AS (VALUES {values})
SELECT number,
  1
  + COALESCE((
      SELECT SUM(count) FROM ratings_rankbucket
      WHERE ladder_id = place.ladder AND level = 1 AND bucket > place.coarse), 0)
  + COALESCE((
      SELECT SUM(count) FROM ratings_rankbucket
      WHERE ladder_id = place.ladder AND level = 0
        AND bucket > place.fine AND bucket < place.next_coarse), 0)
  + (
      SELECT COUNT(*) FROM ratings_rating
      WHERE ladder_id = place.ladder AND ranked
        AND mu >= place.mu AND mu < place.next_mu
        AND (mu > place.mu OR ratings_rating.id > place.id))
FROM place
"""
