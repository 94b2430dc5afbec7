"""Seasons and the standings they left."""

from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from games.selectors.access import hidden
from ratings.models import FinalStanding, Ladder, Season
from ratings.selectors.standings import place

COLUMNS = ("pk", "rank", "mu", "sigma", "games", "wins", "losses")


def find_season(number: int) -> Season:
    """The season of this number; NotFound where there is none."""
    season = Season.objects.filter(number=number).first()
    if season is None:
        raise hidden()
    return season


def ended_seasons() -> list[Season]:
    """Seasons whose final standings are kept, the latest first."""
    return list(Season.objects.filter(rolled_over_at__isnull=False).order_by("-number"))


def season_line(season: Season, *, now: datetime) -> dict[str, Any]:
    """A season in plain values."""
    return {
        "season": season.number,
        "starts_at": season.starts_at,
        "ends_at": season.ends_at,
        "status": status_of(season, now=now),
        "rolled_over_at": season.rolled_over_at,
    }


def status_of(season: Season, *, now: datetime) -> str:
    """planned, running, ending (its time is up, standings are being frozen), ended."""
    if season.rolled_over_at is not None:
        return "ended"
    if now < season.starts_at:
        return "planned"
    return "running" if now < season.ends_at else "ending"


def final_standings(season: Season, ladder: Ladder) -> QuerySet[FinalStanding, Any]:
    """The frozen rows of a ladder, as `final_line` reads them."""
    rows = FinalStanding.objects.filter(season=season, ladder=ladder)
    if ladder.players_ladder_id:
        named = rows.annotate(first=F("pair__first__username"), second=F("pair__second__username"))
        return named.values_list(*COLUMNS, "first", "second", named=True)
    return rows.annotate(name=F("player__username")).values_list(*COLUMNS, "name", named=True)


def final_line(ladder: Ladder, row: Any) -> dict[str, Any]:
    """A place that was kept."""
    pair = [row.first, row.second] if ladder.players_ladder_id else None
    return place(row, row.rank) | {
        "player": None if pair else row.name,
        "pair": pair,
    }
