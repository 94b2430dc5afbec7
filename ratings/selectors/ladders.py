"""Ladders as everybody may see them."""

from typing import Any

from django.db.models import Sum

from games.selectors.access import hidden
from ratings.models import Ladder, RankBucket


def find_ladder(slug: str) -> Ladder:
    """The ladder of this name; NotFound where there is none."""
    ladder = Ladder.objects.filter(slug=slug).first()
    if ladder is None:
        raise hidden()
    return ladder


def ladder_lines() -> list[dict[str, Any]]:
    """Every ladder in plain values, the oldest first."""
    ladders = list(Ladder.objects.order_by("pk"))
    counted = RankBucket.objects.filter(level=RankBucket.Level.COARSE)
    ranked = dict(counted.values_list("ladder").annotate(total=Sum("count")))
    slugs = {ladder.pk: ladder.slug for ladder in ladders}
    partners = {
        ladder.players_ladder_id: ladder.slug for ladder in ladders if ladder.players_ladder_id
    }
    return [
        {
            "ladder": ladder.slug,
            "kind": ladder.kind,
            "preset": ladder.preset,
            "model": ladder.model,
            "open": ladder.is_open,
            "demo": ladder.demo,
            "ranked": ranked.get(ladder.pk, 0),
            "players_ladder": slugs.get(ladder.players_ladder_id or 0),
            "partnership_ladder": partners.get(ladder.pk),
            "standings": f"/api/v1/ladders/{ladder.slug}/standings/",
        }
        for ladder in ladders
    ]
