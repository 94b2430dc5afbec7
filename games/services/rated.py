"""A rated game: its table, made for it with the four who were matched, and its start."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine import PRESETS, RATED_PRESETS
from games.models import Game, Seat, Table
from games.services.games import begin
from games.services.rows import change
from games.services.tables import new_code
from players.models import User


def start_rated_game(
    *, preset: str, players: Sequence[User], clock: tuple[int, int], demo: bool = False
) -> Game:
    """Seat `players` (N, E, S, W: the first and third are partners) at a new table and start.

    Nobody hosts a rated table: its rules are the preset's, its clock `clock` (seconds for a bid
    and for a card) always runs, and it closes after its one game. What is done in a
    `demo` game stands against nobody. Raises ValueError for a preset
    that is not rated. The caller sees to it that nobody sits in another rated game.
    """
    now = timezone.now()
    with transaction.atomic():
        table = make_table(preset=preset, clock=clock, now=now)
        Seat.objects.bulk_create(
            Seat(table=table, index=index, user=player)
            for index, player in zip(PRESETS[preset].seats, players, strict=True)
        )
        seats = list(table.seats.select_related("user").order_by("index"))
        game = begin(table, seats, fill=False, now=now)
        change(game, demo=demo)
        return game


def make_table(
    *,
    preset: str,
    clock: tuple[int, int],
    now: datetime,
    status: Table.Status = Table.Status.OPEN,
) -> Table:
    """A rated table without its seats. Raises ValueError for a preset that is not rated."""
    if preset not in RATED_PRESETS:
        raise ValueError(f"{preset} is not a rated preset")
    bid_seconds, play_seconds = clock
    return Table.objects.create(
        name="Rated game",
        status=status,
        preset=preset,
        rules=PRESETS[preset].to_dict(),
        public=True,
        accounts_only=True,
        rated=True,
        fill_with_bots=False,
        code=new_code(),
        timed=True,
        bid_seconds=bid_seconds,
        play_seconds=play_seconds,
        active_at=now,
    )
