"""The part of `verify_logs` that is about ratings."""

from collections.abc import Iterator

from django.utils import timezone

from ratings.models import Ladder, RatedGame
from ratings.services.recalculate import compare


def audit() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every rating against the journal, ladder by ladder, with what is wrong on the ladder."""
    for ladder in Ladder.objects.order_by("pk"):
        found = compare(ladder, now=timezone.now())
        faults = [(f"{ladder}: {fault.where}", fault.what) for fault in found.differences]
        yield "ladder", faults + _without_rows(ladder)
        for _ in range(found.ratings):
            yield "rating", []


def _without_rows(ladder: Ladder) -> list[tuple[str, str]]:
    """Games that are said to be rated and moved nobody."""
    if ladder.players_ladder_id:
        return []
    rated = RatedGame.objects.filter(ladder=ladder, status=RatedGame.Status.RATED)
    missing = rated.filter(journal__isnull=True).values_list("pk", flat=True)
    return [(f"{ladder}: game {key}", "is rated and has no rows") for key in missing]
