"""The order of a ladder, in plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

from players.moments import iso
from ratings.engine import Skill, plus_minus, shown
from ratings.models import Ladder, Rating
from ratings.selectors.ranks import Place, ranks_of

COLUMNS = ("pk", "mu", "sigma", "games", "wins", "losses", "form", "last_game_at", "ranked")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What narrows the standings; by itself everybody who has a rank."""

    ranked: bool = True
    min_games: int = 0
    active_days: int | None = None
    name: str = ""

    @property
    def everybody(self) -> bool:
        """Whether rows follow each other without a gap, so that ranks do."""
        return self == Wanted()


def standings_of(ladder: Ladder, wanted: Wanted, *, now: datetime) -> QuerySet[Rating, Any]:
    """The ratings that `wanted` names, as rows that `line` reads."""
    rows = Rating.objects.filter(ladder=ladder, ranked=wanted.ranked)
    if wanted.min_games:
        rows = rows.filter(games__gte=wanted.min_games)
    if wanted.active_days is not None:
        rows = rows.filter(last_game_at__gte=now - timedelta(days=wanted.active_days))
    if wanted.name:
        named = Q(player__username__istartswith=wanted.name)
        if ladder.players_ladder_id:
            named = Q(pair__first__username__istartswith=wanted.name) | Q(
                pair__second__username__istartswith=wanted.name
            )
        rows = rows.filter(named)
    return as_lines(ladder, rows)


def as_lines(ladder: Ladder, rows: QuerySet[Rating]) -> QuerySet[Rating, Any]:
    """Named tuples of the columns of a line: a page of model instances would cost twice as much."""
    if ladder.players_ladder_id:
        named = rows.annotate(first=F("pair__first__username"), second=F("pair__second__username"))
        return named.values_list(*COLUMNS, "first", "second", named=True)
    return rows.annotate(name=F("player__username")).values_list(*COLUMNS, "name", named=True)


def ranks_on_page(ladder: Ladder, wanted: Wanted, rows: Sequence[Any]) -> list[int | None]:
    """The rank of each row: exact, and none for who has no rank."""
    if not rows or not wanted.ranked:
        return [None] * len(rows)
    if wanted.everybody:
        first = rows[0]
        (rank,) = ranks_of([Place(ladder.pk, first.mu, first.pk)])
        return list(range(rank, rank + len(rows)))
    return list(ranks_of([Place(ladder.pk, row.mu, row.pk) for row in rows]))


def line(ladder: Ladder, row: Any, rank: int | None) -> dict[str, Any]:
    """One row of the standings."""
    pair = [row.first, row.second] if ladder.players_ladder_id else None
    player = None if pair else row.name
    return numbers(row, rank) | {
        "player": player,
        "pair": pair,
        "history": history_path(ladder.slug, player, pair),
    }


def place(row: Any, rank: int | None) -> dict[str, Any]:
    """A rank and the numbers it rests on, today's or those of a season that has ended."""
    skill = Skill(row.mu, row.sigma)
    return {
        "rank": rank,
        "rating": shown(skill),
        "plus_minus": plus_minus(skill),
        "mu": row.mu,
        "sigma": row.sigma,
        "games": row.games,
        "wins": row.wins,
        "losses": row.losses,
    }


def numbers(row: Any, rank: int | None) -> dict[str, Any]:
    """What people see of a rating, and what it is made of."""
    return place(row, rank) | {
        "form": row.form,
        "last_game_at": iso(row.last_game_at) if row.last_game_at else None,
    }


def history_path(slug: str, player: str | None, pair: Sequence[str] | None) -> str:
    """Where the games behind a rating are listed."""
    if pair:
        first, second = pair
        return f"/api/v1/players/{first}/ratings/history/?ladder={slug}&partner={second}"
    return f"/api/v1/players/{player}/ratings/history/?ladder={slug}"


def rating_of(ladder: Ladder, player_id: int, partner_id: int | None) -> Rating | None:
    """A player's rating on a ladder; of several pairs the strongest, unless a partner is named."""
    rows = Rating.objects.filter(ladder=ladder)
    if not ladder.players_ladder_id:
        return rows.filter(player=player_id).first()
    mine = rows.filter(Q(pair__first=player_id) | Q(pair__second=player_id))
    if partner_id is not None:
        mine = mine.filter(Q(pair__first=partner_id) | Q(pair__second=partner_id))
    return mine.order_by("-ranked", "-mu", "-pk").first()


def around(ladder: Ladder, rating: Rating, each_way: int) -> list[dict[str, Any]]:
    """The line of a rating between those next to it, best first."""
    ranked = Rating.objects.filter(ladder=ladder, ranked=True).exclude(pk=rating.pk)
    below = ranked.filter(mu__lte=rating.mu).filter(Q(mu__lt=rating.mu) | Q(pk__lt=rating.pk))
    above = ranked.filter(mu__gte=rating.mu).filter(Q(mu__gt=rating.mu) | Q(pk__gt=rating.pk))
    better = list(as_lines(ladder, above.order_by("mu", "pk")[:each_way]))[::-1]
    worse = list(as_lines(ladder, below.order_by("-mu", "-pk")[:each_way]))
    own = as_lines(ladder, Rating.objects.filter(pk=rating.pk)).get()
    (rank,) = ranks_of([Place(ladder.pk, rating.mu, rating.pk)])
    after = rank + 1 if rating.ranked else rank
    return [
        *(line(ladder, row, rank - len(better) + n) for n, row in enumerate(better)),
        line(ladder, own, rank if rating.ranked else None),
        *(line(ladder, row, after + n) for n, row in enumerate(worse)),
    ]
