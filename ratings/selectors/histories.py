"""A player's ratings, and how they came about, game by game."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from players.models import User
from ratings.engine import plus_minus, shown
from ratings.models import Badge, JournalRow, Rating
from ratings.selectors.ranks import Place, ranks_of
from ratings.selectors.standings import history_path, numbers

MOST_POINTS = 500


def ratings_of(player: User) -> QuerySet[Rating]:
    """What a player is rated as: alone, and with each partner."""
    mine = Q(player=player) | Q(pair__first=player) | Q(pair__second=player)
    return Rating.objects.filter(mine).select_related("ladder", "pair__first", "pair__second")


def rating_lines(player: User, ratings: Sequence[Rating]) -> list[dict[str, Any]]:
    """The player's ratings in plain values, with ranks and the badges of their ladders."""
    ranked = [rating for rating in ratings if rating.ranked]
    places = [Place(rating.ladder_id, rating.mu, rating.pk) for rating in ranked]
    ranks = dict(zip((rating.pk for rating in ranked), ranks_of(places), strict=True))
    badges = _badges(player)
    return [
        _rating_line(player, rating, ranks.get(rating.pk), badges[rating.ladder_id])
        for rating in ratings
    ]


def _rating_line(
    player: User, rating: Rating, rank: int | None, badges: list[dict[str, Any]]
) -> dict[str, Any]:
    ladder, partner = rating.ladder, _partner(player, rating)
    pair = [player.username, partner] if partner else None
    return numbers(rating, rank) | {
        "ladder": ladder.slug,
        "kind": ladder.kind,
        "demo": ladder.demo,
        "partner": partner,
        "badges": badges,
        "history": history_path(ladder.slug, player.username, pair),
    }


def _partner(player: User, rating: Rating) -> str | None:
    if rating.pair is None:
        return None
    pair = rating.pair
    return (pair.second if pair.first_id == player.pk else pair.first).username


def _badges(player: User) -> dict[int, list[dict[str, Any]]]:
    by_ladder: dict[int, list[dict[str, Any]]] = defaultdict(list)
    badges = Badge.objects.filter(player=player).select_related("season")
    for badge in badges.order_by("season__number"):
        by_ladder[badge.ladder_id].append(
            {"season": badge.season.number, "kind": badge.kind, "rank": badge.rank}
        )
    return by_ladder


def rows_of(player: User, ladder: str | None, partner: User | None) -> QuerySet[JournalRow]:
    """The journal of a player, or of the pair with `partner`, on one ladder or all."""
    if partner is None:
        rows = JournalRow.objects.filter(player=player)
    else:
        pairs = Q(pair__first=player, pair__second=partner) | Q(
            pair__first=partner, pair__second=player
        )
        rows = JournalRow.objects.filter(pairs)
    if ladder is not None:
        rows = rows.filter(ladder__slug=ladder)
    return rows.select_related("ladder", "season")


def rows_of_game(game_id: UUID) -> QuerySet[JournalRow]:
    """What a game did to its players' ratings, side by side."""
    rows = JournalRow.objects.filter(game=game_id, player__isnull=False)
    return rows.select_related("ladder", "season", "player").order_by("side", "pk")


def history_lines(rows: Sequence[JournalRow]) -> list[dict[str, Any]]:
    """Rows of the journal in plain values, with the others who played."""
    at_table = _at_table(rows)
    return [_history_line(row, at_table[row.game_id, _players_ladder(row)]) for row in rows]


def _history_line(row: JournalRow, at_table: Sequence[tuple[int, int, str]]) -> dict[str, Any]:
    before, after = row.skill_before, row.skill_after
    mine = {row.player_id} if row.pair is None else {row.pair.first_id, row.pair.second_id}
    partners = [name for key, side, name in at_table if side == row.side and key not in mine]
    return {
        "ladder": row.ladder.slug,
        "demo": row.ladder.demo,
        "cause": row.cause,
        "result": row.result,
        "won": row.won,
        "before": shown(before),
        "after": shown(after),
        "change": shown(after) - shown(before),
        "plus_minus": plus_minus(after),
        "mu_before": row.mu_before,
        "sigma_before": row.sigma_before,
        "mu_after": row.mu_after,
        "sigma_after": row.sigma_after,
        "at": row.at,
        "season": row.season.number if row.season else None,
        "game": row.game_id,
        "games": f"/api/v1/games/{row.game_id}/" if row.game_id else None,
        "hands": f"/api/v1/games/{row.game_id}/hands/" if row.game_id else None,
        "partner": partners[0] if partners else None,
        "opponents": [name for _, side, name in at_table if side != row.side],
    }


def _players_ladder(row: JournalRow) -> int:
    """The ladder on which each player of the row's game has a row."""
    return row.ladder.players_ladder_id or row.ladder_id


def _at_table(rows: Sequence[JournalRow]) -> dict[Any, list[tuple[int, int, str]]]:
    """Who played each game: (key, side, name)."""
    found: dict[Any, list[tuple[int, int, str]]] = defaultdict(list)
    games = {row.game_id for row in rows if row.game_id}
    if games:
        others = JournalRow.objects.filter(game__in=games, player__isnull=False).order_by("pk")
        for game, ladder, key, side, name in others.values_list(
            "game_id", "ladder_id", "player_id", "side", "player__username"
        ):
            found[game, ladder].append((int(key or 0), int(side or 0), str(name)))
    return found


def series_of(rows: QuerySet[JournalRow]) -> list[tuple[Any, float, float]]:
    """(at, mu, sigma) after each row, oldest first; of a long history evenly chosen points, the
    newest among them."""
    points = list(rows.order_by("-pk").values_list("at", "mu_after", "sigma_after"))
    step = max(1, -(-len(points) // MOST_POINTS))
    return points[::step][::-1]
