"""A ladder computed again from the causes and results in its journal, by the batch kernel.

Stored numbers are looked at to be compared, never to be computed with; only a replay that begins
in the middle takes from its first row of each rating what the rating was before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Min

from ratings.engine import Model, Skill, widen
from ratings.kernel import VERDICTS, replay_period, starting
from ratings.models import JournalRow, Ladder
from ratings.parameters import parameters
from ratings.services.ratings import form_after
from ratings.services.verdicts import verdict_of

GAMES_A_BATCH = 20_000
TOLERANCE = 1e-9
MIXED = 500  # keys drawn while one game writes its rows, at most
Numbers = tuple[float, float]  # mu, sigma


class Row(NamedTuple):
    """A row of the journal as it is stored."""

    pk: int
    key: int  # of the player, on a partnership ladder of the pair
    game: UUID | None
    side: int | None
    won: bool | None
    cause: str
    result: str
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float
    at: datetime


COLUMNS = ("game_id", "side", "won", "cause", "result")
NUMBERS = ("mu_before", "sigma_before", "mu_after", "sigma_after")


@dataclass(frozen=True, slots=True)
class Step:
    """A row beside what it should say."""

    row: Row
    before: Numbers
    after: Numbers

    @property
    def off(self) -> float:
        """The largest difference between a stored number and the computed one."""
        row = self.row
        return max(
            abs(row.mu_before - self.before[0]),
            abs(row.sigma_before - self.before[1]),
            abs(row.mu_after - self.after[0]),
            abs(row.sigma_after - self.after[1]),
        )

    @property
    def result(self) -> str:
        """What the row's cause makes of the true result."""
        return verdict_of(self.row.cause, won=bool(self.row.won)).value


class UnevenGame(ValueError):
    """A game in the journal without a row for everybody who played it."""


def rows_of(ladder: Ladder, *, start: int = 0, keys: Iterable[int] | None = None) -> Iterator[Row]:
    """The journal of a ladder from row `start` on, in the order it was written."""
    key = "pair_id" if ladder.players_ladder_id else "player_id"
    rows = JournalRow.objects.filter(ladder=ladder, pk__gte=start).order_by("pk")
    if keys is not None:
        rows = rows.filter(**{f"{key}__in": list(keys)})
    columns = ("pk", key, *COLUMNS, *NUMBERS, "at")
    for values in rows.values_list(*columns).iterator(chunk_size=10_000):
        yield Row(*values)


def replay(ladder: Ladder, *, start: int = 0) -> Iterator[Step]:
    """Every row from `start` on, computed anew. Raises UnevenGame for half a game."""
    known: dict[int, Numbers] = {}
    first = parameters().start()
    open_games: dict[UUID, list[Row]] = {}
    whole: list[list[Row]] = []
    size = 2 if ladder.players_ladder_id else 4
    for row in rows_of(ladder, start=start):
        before = (row.mu_before, row.sigma_before) if start else (first.mu, first.sigma)
        known.setdefault(row.key, before)
        if row.cause == JournalRow.Cause.SEASON:
            yield from _period(ladder, whole, known)
            whole = []
            yield _season(row, known)
        elif row.game is not None:
            game = open_games.setdefault(row.game, [])
            game.append(row)
            if len(game) == size:
                whole.append(open_games.pop(row.game))
        if len(whole) >= GAMES_A_BATCH:
            yield from _period(ladder, whole, known)
            whole = []
    yield from _period(ladder, whole, known)
    if open_games:
        raise UnevenGame(", ".join(map(str, open_games)))


def first_row(ladder: Ladder, games: Iterable[UUID | None]) -> int:
    """Where to begin so that these games and all that follow are seen whole.

    Rows of games that were rated side by side are mixed: of a game that reaches beyond the
    beginning the earlier rows count too.
    """
    rows = JournalRow.objects.filter(ladder=ladder)
    start = rows.filter(game__in=list(games)).aggregate(first=Min("pk"))["first"] or 0
    while True:
        near = rows.filter(pk__gte=start, pk__lt=start + MIXED, game__isnull=False)
        first = rows.filter(game__in=near.values("game")).aggregate(first=Min("pk"))["first"]
        if first is None or first >= start:
            return int(start)
        start = first


def _season(row: Row, known: dict[int, Numbers]) -> Step:
    before = known[row.key]
    wider = widen(parameters(), Skill(*before))
    known[row.key] = (wider.mu, wider.sigma)
    return Step(row, before, known[row.key])


def _period(ladder: Ladder, games: list[list[Row]], known: dict[int, Numbers]) -> Iterator[Step]:
    """Games in a row, without a season between them."""
    if not games:
        return
    table = [sorted(game, key=lambda row: row.side or 0) for game in games]
    keys = list({row.key for game in table for row in game})
    index = {key: number for number, key in enumerate(keys)}
    mu, sigma = starting(parameters(), len(keys))
    for number, key in enumerate(keys):
        mu[number], sigma[number] = known[key]
    before, after = replay_period(
        parameters(),
        Model(ladder.model),
        [[index[row.key] for row in game] for game in table],
        [[_verdict(row) for row in game] for game in table],
        mu,
        sigma,
    )
    for number, key in enumerate(keys):
        known[key] = (float(mu[number]), float(sigma[number]))
    stored = zip(table, before.tolist(), after.tolist(), strict=True)
    for game, found, left in stored:
        for row, (mu_0, sigma_0), (mu_1, sigma_1) in zip(game, found, left, strict=True):
            yield Step(row, (mu_0, sigma_0), (mu_1, sigma_1))


def _verdict(row: Row) -> int:
    return VERDICTS[verdict_of(row.cause, won=bool(row.won))]


@dataclass(slots=True)
class Tally:
    """What the journal says of a rating besides its numbers."""

    wins: int = 0
    losses: int = 0
    form: str = ""
    last_game_at: datetime | None = None

    def count(self, row: Row) -> None:
        """Add the rating's next row."""
        if row.game is None or row.cause == JournalRow.Cause.ANNULLED:
            return
        self.wins += row.result == JournalRow.Result.WIN
        self.losses += row.result == JournalRow.Result.LOSS
        self.form = form_after(self.form, row.result)
        self.last_game_at = row.at
