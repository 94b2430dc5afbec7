"""Recalculating a ladder: comparing what is stored with what follows, and putting it right."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from ratings.models import JournalRow, Ladder, RankBucket, Rating
from ratings.services import ratings
from ratings.services.locks import take_for_change
from ratings.services.ranks import counted, recount
from ratings.services.ratings import COLUMNS
from ratings.services.replay import (
    NUMBERS,
    TOLERANCE,
    Numbers,
    Step,
    Tally,
    UnevenGame,
    replay,
    rows_of,
)

NOTICEABLE = 1e-11  # what is farther off than this is written anew
ROWS_A_WRITE = 1000
FEW = 5000  # keys that a query may name
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that does not follow from the journal."""

    where: str
    what: str


@dataclass(slots=True)
class Outcome:
    """What a comparison found."""

    rows: int = 0
    ratings: int = 0
    differences: list[Difference] = field(default_factory=list)


def compare(ladder: Ladder, *, now: datetime, progress: Progress = lambda _: None) -> Outcome:
    """Compare a ladder's rows, ratings and counts with what follows from its journal.

    Sees the ladder as it was at one moment; nothing waits for it.
    """
    found = Outcome()
    with transaction.atomic():
        if connection.vendor == "postgresql" and len(connection.savepoint_ids) == 0:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        last: dict[int, Numbers] = {}
        try:
            for step in replay(ladder):
                found.rows += 1
                found.differences += _of_step(step, last.get(step.row.key))
                last[step.row.key] = (step.row.mu_after, step.row.sigma_after)
                if found.rows % ROWS_A_WRITE == 0:
                    progress(found.rows)
        except UnevenGame as uneven:
            found.differences.append(Difference(f"game {uneven}", "has not a row for everybody"))
        found.differences += _of_ratings(ladder, last, found, now=now)
        found.differences += _of_counts(ladder)
    return found


def _of_step(step: Step, stored_before: Numbers | None) -> Iterator[Difference]:
    row, where = step.row, f"journal {step.row.pk}"
    if not step.off <= TOLERANCE:
        yield Difference(where, f"is off by {step.off:.3g}")
    if row.cause != JournalRow.Cause.SEASON and row.result != step.result:
        yield Difference(where, f"counts a {row.result}, its cause {row.cause} a {step.result}")
    if stored_before is not None:
        gap = max(abs(row.mu_before - stored_before[0]), abs(row.sigma_before - stored_before[1]))
        if gap > TOLERANCE:
            yield Difference(where, f"begins {gap:.3g} away from the end of the row before it")


def _of_ratings(
    ladder: Ladder, last: dict[int, Numbers], found: Outcome, *, now: datetime
) -> Iterator[Difference]:
    tallies = tally(ladder)
    for rating in Rating.objects.filter(ladder=ladder).order_by("pk").iterator(chunk_size=5000):
        found.ratings += 1
        where, key = f"rating {rating.pk}", rating.pair_id or rating.player_id or 0
        stands = (rating.mu, rating.sigma)
        if stands != last.pop(key, None):
            yield Difference(where, "is not where its last row left it")
        wanted = tallies.get(key, Tally())
        have = Tally(rating.wins, rating.losses, rating.form, rating.last_game_at)
        if have != wanted or rating.games != wanted.wins + wanted.losses:
            yield Difference(where, f"counts {have}, its journal {wanted}")
        at = rating.last_game_at or now
        # the step that takes ranks for idleness is not of this very moment
        if rating.ranked and not ratings.has_rank(rating, now=at):
            yield Difference(where, "has a rank it has not earned")
        if not rating.ranked and ratings.has_rank(rating, now=max(now, at)):
            yield Difference(where, "has earned a rank and has none")
    for key in last:
        yield Difference(f"player or pair {key}", "has a journal and no rating")


def _of_counts(ladder: Ladder) -> Iterator[Difference]:
    kept = RankBucket.objects.filter(ladder=ladder).exclude(count=0)
    stored = set(kept.values_list("level", "bucket", "count"))
    for level, bucket, count in stored ^ set(counted(ladder.pk)):
        yield Difference(f"bucket {level}/{bucket}", f"a count of {count} on one side only")


def tally(ladder: Ladder, keys: Iterable[int] | None = None) -> dict[int, Tally]:
    """Wins, losses, form and last game of each rating, or of those of `keys`."""
    found: dict[int, Tally] = defaultdict(Tally)
    for row in rows_of(ladder, keys=keys):
        found[row.key].count(row)
    return found


def recalculate(*, ladder: Ladder, now: datetime, progress: Progress = lambda _: None) -> int:
    """Write what follows from the journal over what is stored; how many rows were off.

    The ladder's games wait until this has committed. Raises Conflict (LADDER_BUSY) while a season
    rolls over.
    """
    with transaction.atomic():
        take_for_change(ladder.players_ladder_id or ladder.pk)
        changed = put_right(ladder, start=0, touched=None, now=now, progress=progress)
        recount(ladder.pk)
        return changed


def put_right(
    ladder: Ladder,
    *,
    start: int,
    touched: Iterable[int] | None,
    now: datetime,
    progress: Progress = lambda _: None,
) -> int:
    """Compute the rows from `start` on anew and write those that differ, then the ratings.

    `touched` are the players or pairs whose wins and losses may have changed; None: everybody.
    The ladder is taken. Returns how many rows were off.
    """
    ends: dict[int, Numbers] = {}
    off: list[JournalRow] = []
    changed = 0
    for done, step in enumerate(replay(ladder, start=start)):
        ends[step.row.key] = step.after
        if step.off > NOTICEABLE:
            off.append(_written(step))
            changed += 1
        else:
            ends[step.row.key] = (step.row.mu_after, step.row.sigma_after)
        if len(off) >= ROWS_A_WRITE:
            off = _write(off)
        if done % ROWS_A_WRITE == 0:
            progress(done)
    _write(off)
    _write_ratings(ladder, ends, touched, now=now)
    return changed


def _written(step: Step) -> JournalRow:
    return JournalRow(
        pk=step.row.pk,
        mu_before=step.before[0],
        sigma_before=step.before[1],
        mu_after=step.after[0],
        sigma_after=step.after[1],
    )


def _write(rows: list[JournalRow]) -> list[JournalRow]:
    JournalRow.objects.bulk_update(rows, NUMBERS, batch_size=ROWS_A_WRITE)
    return []


def _write_ratings(
    ladder: Ladder, ends: dict[int, Numbers], touched: Iterable[int] | None, *, now: datetime
) -> None:
    tallies = tally(ladder, touched)
    # locked: who takes the ranks of the idle does not wait for the ladder
    rows = Rating.objects.select_for_update(no_key=True).filter(ladder=ladder).order_by("pk")
    if touched is not None and len(ends) <= FEW:
        keys = "pair__in" if ladder.players_ladder_id else "player__in"
        rows = rows.filter(**{keys: list(ends)})
    changed: list[Rating] = []
    was: dict[int, float | None] = {}
    for rating in rows.iterator(chunk_size=5000):
        key = rating.pair_id or rating.player_id or 0
        old = tuple(getattr(rating, column) for column in COLUMNS)
        place = ratings.place_of(rating)
        rating.mu, rating.sigma = ends.get(key, (rating.mu, rating.sigma))
        if touched is None or key in tallies:
            counts = tallies.get(key, Tally())
            rating.wins, rating.losses, rating.form = counts.wins, counts.losses, counts.form
            rating.games, rating.last_game_at = counts.wins + counts.losses, counts.last_game_at
        rating.ranked = ratings.has_rank(rating, now=now)
        if old != tuple(getattr(rating, column) for column in COLUMNS):
            changed.append(rating)
            was[rating.pk] = place
    ratings.store(changed, was)
