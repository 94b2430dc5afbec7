"""The players' seeds: hashes first, then the seeds, then the first deal (docs/deal-proof.md).

After the commitment is published each seated client sends SHA256 of its seed, and the seed
itself once every hash is in or the wait is over. What is missing when a step closes is empty.
"""

import hashlib
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import broadcast
from games.codes import TableCode
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Notice, Table
from games.selectors.access import can_see_game, hidden
from games.services import notices
from games.services.dealing import deal_hand
from games.services.rows import change
from games.services.seating import refuse_programs
from games.services.sweeping import count_done
from players.errors import Conflict, Malformed, NotAllowed, RuleRefused
from players.models import User

STEP = timedelta(seconds=3)
SEED_BYTES = range(16, 65)


def submit_seed_hash(*, user: User, game_id: UUID, digest: bytes, program: bool = False) -> None:
    """Bind a seat to its seed: `digest` is SHA256(seed), 32 bytes. Sending it again is harmless.

    `program` says that a token sends it, which rated games take none from.
    """
    if len(digest) != 32:
        raise Malformed(TableCode.BAD_SEED, fields={"hash": "32 bytes in hex"})
    with transaction.atomic():
        game, seat = _lock(user, game_id)
        refuse_programs(game.table, program=program)
        if seat.seed_hash is not None and bytes(seat.seed_hash) == digest:
            return
        if seat.seed_hash is not None:
            raise Conflict(TableCode.SEED_GIVEN)
        if game.status != Game.Status.HASHING:
            raise Conflict(TableCode.SEEDS_CLOSED)
        change(seat, seed_hash=digest)
        broadcast.table_changed(game.table_id)
        if not game.game_seats.filter(user__isnull=False, seed_hash__isnull=True).exists():
            _ask_for_seeds(game, now=timezone.now())


def submit_seed(*, user: User, game_id: UUID, seed: bytes, program: bool = False) -> None:
    """Reveal a seat's seed of 16 to 64 bytes; it must match the hash that was sent."""
    if len(seed) not in SEED_BYTES:
        raise Malformed(TableCode.BAD_SEED, fields={"seed": "16 to 64 bytes in hex"})
    with transaction.atomic():
        game, seat = _lock(user, game_id)
        refuse_programs(game.table, program=program)
        if seat.seed is not None and bytes(seat.seed) == seed:
            return
        if game.status != Game.Status.REVEALING or seat.seed_hash is None:
            raise Conflict(TableCode.SEEDS_CLOSED)
        if hashlib.sha256(seed).digest() != bytes(seat.seed_hash):
            raise RuleRefused(TableCode.SEED_MISMATCH)
        change(seat, seed=seed)
        if not game.game_seats.filter(seed_hash__isnull=False, seed__isnull=True).exists():
            close_seeds(game, now=timezone.now())


def close_due_seeds(*, now: datetime) -> int:
    """Close every step whose time is up; returns how many games moved on."""
    due = Game.objects.filter(seeds_due__lte=now).values_list("pk", flat=True)
    return count_done("the seeds of game", due, partial(_close_step, now=now))


def _close_step(game_id: UUID, *, now: datetime) -> bool:
    with transaction.atomic():
        game = _lock_game(game_id)
        if game.seeds_due is None or game.seeds_due > now:
            return False
        if game.status == Game.Status.HASHING:
            _ask_for_seeds(game, now=now)
        else:
            close_seeds(game, now=now)
        return True


def _ask_for_seeds(game: Game, *, now: datetime) -> None:
    if not game.game_seats.filter(seed_hash__isnull=False).exists():
        close_seeds(game, now=now)
        return
    change(game, status=Game.Status.REVEALING, seeds_due=now + STEP)
    broadcast.table_changed(game.table_id)


def close_seeds(game: Game, *, now: datetime) -> None:
    """Close the list, show it to every seat, and deal the first hand from it; locks are held."""
    change(game, status=Game.Status.PLAYING, seeds_due=None, seeds_closed_at=now)
    notices.record(game.table, Notice.Kind.SEEDS_CLOSED, game=str(game.pk), seeds=seed_list(game))
    broadcast.table_changed(game.table_id)
    deal_hand(game.table, game, number=1, last_dealer=None, now=now)


def seed_list(game: Game) -> list[dict[str, str | None]]:
    """The closed list: for each seat its hash and its seed in hex, or None where it gave none."""
    return [
        {
            "seat": SeatName(seat.index).name,
            "hash": bytes(seat.seed_hash).hex() if seat.seed_hash is not None else None,
            "seed": bytes(seat.seed).hex() if seat.seed is not None else None,
        }
        for seat in game.game_seats.order_by("index")
    ]


def _lock_game(game_id: UUID) -> Game:
    table_id = Game.objects.values_list("table_id", flat=True).get(pk=game_id)
    table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    game.table = table
    return game


def _lock(user: User, game_id: UUID) -> tuple[Game, GameSeat]:
    if not Game.objects.filter(pk=game_id).exists():
        raise hidden()
    game = _lock_game(game_id)
    seat = game.game_seats.filter(user=user).first()
    if seat is None and not can_see_game(user, game):
        raise hidden()
    if seat is None:
        raise NotAllowed(TableCode.NOT_SEATED)
    return game, seat


def game_awaiting_seeds(*, table_id: UUID) -> UUID:
    """The table's game that is gathering seeds; Conflict (SEEDS_CLOSED) when none is."""
    waiting = Game.objects.filter(
        table=table_id, status__in=[Game.Status.HASHING, Game.Status.REVEALING]
    )
    game_id = waiting.values_list("pk", flat=True).first()
    if game_id is None:
        raise Conflict(TableCode.SEEDS_CLOSED)
    return game_id
