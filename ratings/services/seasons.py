"""Seasons: planning them, and the roll-over at the end of one.

The roll-over is a row of small transactions, each of which notes how far it has come: a beat that
dies leaves the rest to the next, two beats share the work, and running it again changes nothing.
While it lasts the games of the ladder wait, so that the standings are those of one moment.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.services.rows import change
from players.errors import Conflict, RuleRefused
from ratings.codes import RatingCode
from ratings.engine import widen
from ratings.models import (
    Badge,
    FinalStanding,
    JournalRow,
    Ladder,
    RatedGame,
    Rating,
    RollOver,
    Season,
)
from ratings.parameters import parameters
from ratings.services import ratings
from ratings.services.locks import take_ladders
from ratings.services.sweeping import rate_waiting

RANKS_A_STEP = 2000
RATINGS_A_STEP = 1000
STEPS_A_BEAT = 60
PODIUM, TOP_TEN = 3, 10

Step = RollOver.Step


def plan_season(*, ends_at: datetime, now: datetime, starts_at: datetime | None = None) -> Season:
    """Plan the next season. It begins when the one before it ends; the first one at `starts_at`.

    Raises RuleRefused (BAD_SEASON) for an end that is not ahead of its beginning and of now,
    Conflict (SEASON_EXISTS) when somebody plans it at the same moment.
    """
    last = Season.objects.order_by("-number").first()
    begins = (starts_at or now) if last is None else last.ends_at
    if ends_at <= max(begins, now):
        raise RuleRefused(RatingCode.BAD_SEASON, _("A season ends after it starts, and not yet."))
    try:
        with transaction.atomic():
            number = 1 if last is None else last.number + 1
            return Season.objects.create(number=number, starts_at=begins, ends_at=ends_at)
    except IntegrityError:
        raise Conflict(RatingCode.SEASON_EXISTS, _("This season is planned already.")) from None


def roll_over(*, now: datetime, steps: int = STEPS_A_BEAT) -> int:
    """End the season whose time is up, `steps` steps of the way; how many were done."""
    season = Season.objects.filter(ends_at__lte=now, rolled_over_at=None).order_by("number").first()
    if season is None:
        return 0
    RollOver.objects.bulk_create(
        (RollOver(season=season, ladder=ladder) for ladder in Ladder.objects.order_by("pk")),
        ignore_conflicts=True,
    )
    done = 0
    for key in _unfinished(season):
        while done < steps and _go_on(key, season, now=now):
            done += 1
    if not _unfinished(season):
        Season.objects.filter(pk=season.pk, rolled_over_at=None).update(rolled_over_at=now)
    return done


def _unfinished(season: Season) -> list[int]:
    rows = RollOver.objects.filter(season=season).exclude(step=Step.DONE)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _go_on(key: int, season: Season, *, now: datetime) -> bool:
    """One step of a ladder's roll-over; False when there is none left, or another beat has it."""
    while _is_draining(key, season) and rate_waiting(now=now):
        pass
    with transaction.atomic():
        rows = RollOver.objects.select_for_update(no_key=True, skip_locked=True)
        row = rows.exclude(step=Step.DONE).filter(pk=key).first()
        if row is None:
            return False
        match row.step:
            case Step.DRAINING:
                _pause(row)
            case Step.FREEZING:
                _freeze(row)
            case Step.WIDENING:
                _widen(row, now=now)
        return True


def _is_draining(key: int, season: Season) -> bool:
    """Whether games that ended in the season may still wait for their ratings."""
    if not RollOver.objects.filter(pk=key, step=Step.DRAINING).exists():
        return False
    waiting = RatedGame.objects.filter(status=RatedGame.Status.WAITING)
    return waiting.filter(game__ended_at__lte=season.ends_at).exists()


def _pause(row: RollOver) -> None:
    """Let the games of the ladder, and of the one it belongs with, wait."""
    for ladder in take_ladders(row.ladder.players_ladder_id or row.ladder_id):
        ended = RollOver.objects.filter(season=row.season_id, ladder=ladder, step=Step.DONE)
        if not ended.exists():
            change(ladder, rating_paused=True)
    change(row, step=Step.FREEZING)


def _freeze(row: RollOver) -> None:
    """Keep the next places of the standings."""
    found = list(_below(row)[:RANKS_A_STEP])
    FinalStanding.objects.bulk_create(
        FinalStanding(
            season_id=row.season_id,
            ladder_id=row.ladder_id,
            rank=rank,
            player_id=rating.player_id,
            pair_id=rating.pair_id,
            mu=rating.mu,
            sigma=rating.sigma,
            games=rating.games,
            wins=rating.wins,
            losses=rating.losses,
        )
        for rank, rating in enumerate(found, row.frozen + 1)
    )
    _give_badges(row, found[: max(0, TOP_TEN - row.frozen)])
    change(row, frozen=row.frozen + len(found))
    if len(found) < RANKS_A_STEP:
        change(row, step=Step.WIDENING)


def _below(row: RollOver) -> QuerySet[Rating]:
    """The ratings that have a rank and are not kept yet, best first."""
    ranked = Rating.objects.filter(ladder=row.ladder_id, ranked=True).order_by("-mu", "-pk")
    if not row.frozen:
        return ranked
    last = FinalStanding.objects.get(season=row.season_id, ladder=row.ladder_id, rank=row.frozen)
    kept = Rating.objects.get(ladder=row.ladder_id, player=last.player_id, pair=last.pair_id)
    below = Q(mu__lt=kept.mu) | Q(pk__lt=kept.pk)
    return ranked.filter(below, mu__lte=kept.mu)


def _give_badges(row: RollOver, found: Sequence[Rating]) -> None:
    """A badge for each of the first ten; to who has several pairs among them, the best one."""
    best: dict[int, int] = {}
    for rank, rating in enumerate(found, row.frozen + 1):
        for player in _members(rating):
            best.setdefault(player, rank)
    Badge.objects.bulk_create(
        (
            Badge(
                player_id=player,
                season_id=row.season_id,
                ladder_id=row.ladder_id,
                kind=_badge_of(rank),
                rank=rank,
            )
            for player, rank in best.items()
        ),
        ignore_conflicts=True,
    )


def _members(rating: Rating) -> list[int]:
    if rating.pair is None:
        return [rating.player_id or 0]
    return [rating.pair.first_id, rating.pair.second_id]


def _badge_of(rank: int) -> Badge.Kind:
    if rank == 1:
        return Badge.Kind.CHAMPION
    return Badge.Kind.PODIUM if rank <= PODIUM else Badge.Kind.TOP_TEN


def _widen(row: RollOver, *, now: datetime) -> None:
    """Make the next ratings less certain, each by a row of its journal."""
    rows = Rating.objects.filter(ladder=row.ladder_id, pk__gt=row.widened_to).order_by("pk")
    found = list(rows.select_for_update(no_key=True)[:RATINGS_A_STEP])
    was = {rating.pk: ratings.place_of(rating) for rating in found}
    written = [_season_row(row, rating, now=now) for rating in found]
    JournalRow.objects.bulk_create(written, batch_size=500)
    for rating, step in zip(found, written, strict=True):
        rating.mu, rating.sigma = step.mu_after, step.sigma_after
        rating.ranked = ratings.has_rank(rating, now=now)
    ratings.store(found, was)
    if found:
        change(row, widened_to=found[-1].pk)
    if len(found) < RATINGS_A_STEP:
        change(row, step=Step.DONE, done_at=now)
        Ladder.objects.filter(pk=row.ladder_id).update(rating_paused=False)


def _season_row(row: RollOver, rating: Rating, *, now: datetime) -> JournalRow:
    wider = widen(parameters(), ratings.skill_of(rating))
    return JournalRow(
        ladder_id=row.ladder_id,
        player_id=rating.player_id,
        pair_id=rating.pair_id,
        season_id=row.season_id,
        cause=JournalRow.Cause.SEASON,
        rated_as=JournalRow.Cause.SEASON,
        result=JournalRow.Result.NONE,
        mu_before=rating.mu,
        sigma_before=rating.sigma,
        mu_after=wider.mu,
        sigma_after=wider.sigma,
        at=now,
    )
