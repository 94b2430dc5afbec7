"""The ratings of players and pairs: finding or making them, and storing what a row did to them."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from ratings.engine import Skill, is_ranked
from ratings.models import JournalRow, Ladder, Pair, Rating
from ratings.parameters import parameters
from ratings.services.ranks import Move, count_moves

FORM_LENGTH = 10
LETTERS: dict[str, str] = {JournalRow.Result.WIN: "W", JournalRow.Result.LOSS: "L"}
DAY = timedelta(days=1)
COLUMNS = ("mu", "sigma", "games", "wins", "losses", "form", "last_game_at", "ranked")


def of_players(ladder: Ladder, player_ids: Sequence[int]) -> dict[int, Rating]:
    """The players' ratings by player, locked, made where there are none. The players are locked."""
    rows = Rating.objects.filter(ladder=ladder, player__in=player_ids)
    have = {rating.player_id for rating in rows}
    _make(ladder, [Rating(player_id=key) for key in player_ids if key not in have])
    return {int(rating.player_id or 0): rating for rating in _locked(rows)}


def of_pairs(ladder: Ladder, pairs: Sequence[Pair]) -> dict[int, Rating]:
    """The pairs' ratings by pair, locked, made where there are none. All four players are locked."""
    rows = Rating.objects.filter(ladder=ladder, pair__in=pairs)
    have = {rating.pair_id for rating in rows}
    _make(ladder, [Rating(pair=pair) for pair in pairs if pair.pk not in have])
    return {int(rating.pair_id or 0): rating for rating in _locked(rows)}


def pair_of(one: int, other: int) -> Pair:
    """The pair of two players, made where they have not been partners before."""
    first, second = sorted((one, other))
    return Pair.objects.get_or_create(first_id=first, second_id=second)[0]


def skill_of(rating: Rating) -> Skill:
    return Skill(rating.mu, rating.sigma)


def count_row(rating: Rating, row: JournalRow, *, now: datetime) -> None:
    """What a row of a game, the rating's newest, does to it; `store` writes it."""
    rating.mu, rating.sigma = row.mu_after, row.sigma_after
    rating.wins += row.result == JournalRow.Result.WIN
    rating.losses += row.result == JournalRow.Result.LOSS
    rating.games = rating.wins + rating.losses
    rating.form = form_after(rating.form, row.result)
    rating.last_game_at = row.at
    rating.ranked = has_rank(rating, now=now)


def form_after(form: str, result: str) -> str:
    """The last results with one more; what counts nothing leaves no letter."""
    return (form + LETTERS.get(result, ""))[-FORM_LENGTH:]


def has_rank(rating: Rating, *, now: datetime) -> bool:
    """Whether the rating, as it stands in memory, has a rank at `now`."""
    last = rating.last_game_at
    idle = None if last is None else (now - last) / DAY
    return is_ranked(parameters(), skill_of(rating), rating.games, idle)


def place_of(rating: Rating) -> float | None:
    """Where the rating is counted among the ranked; None where it is not."""
    return rating.mu if rating.ranked else None


def store(ratings: Iterable[Rating], was: dict[int, float | None]) -> None:
    """Write changed ratings and count their moves; `was` has their `place_of` before, by key."""
    changed = sorted(ratings, key=lambda rating: rating.pk)
    Rating.objects.bulk_update(changed, COLUMNS, batch_size=400)
    count_moves(Move(rating.ladder_id, was[rating.pk], place_of(rating)) for rating in changed)


def _locked(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    # who takes the ranks of the idle locks no player: what is read here must not move till `store`
    return rows.select_for_update(no_key=True).order_by("pk")


def _make(ladder: Ladder, ratings: list[Rating]) -> None:
    if not ratings:
        return
    start = parameters().start()
    for rating in ratings:
        rating.ladder, rating.mu, rating.sigma = ladder, start.mu, start.sigma
    Rating.objects.bulk_create(ratings)
