"""Counting everything anew: what the sums should be by the logs, and making them so."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.models import Hand
from games.services.sweeping import count_done
from players.models import User
from ratings.models import CountedGame
from ratings.selectors.counted import (
    contribution,
    counted_games_of,
    ladder_of,
    out_of_date,
    uncounted,
)
from ratings.selectors.sums import STORES, Key, Store, by_store
from ratings.services.counting import count, write
from ratings.services.locks import lock_players

LOOK_BACK = timedelta(days=2)
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of a player that says something else than the logs do."""

    player: str
    where: str
    stored: object
    counted: object


def sweep(*, now: datetime) -> int:
    """Count games of the last two days that a lost message left out; how many there were."""
    return _count_some(Hand.objects.filter(ended_at__gte=now - LOOK_BACK), now=now)


def put_right(*, now: datetime) -> int:
    """Take games out of the sums that were annulled since, put back those that count again."""
    due = list(out_of_date().values_list("pk", flat=True))
    return count_done("figures of game", due, lambda game: count(game_id=game, now=now))


def missing() -> int:
    """How many games the sums lack, or hold though they were annulled."""
    return uncounted(Hand.objects.all()).count() + out_of_date().count()


def backfill(*, now: datetime) -> Iterator[int]:
    """Count every finished game that was never looked at; yields how many are done so far."""
    done = put_right(now=now)
    while batch := _count_some(Hand.objects.all(), now=now):
        done += batch
        yield done


def _count_some(hands: QuerySet[Hand], *, now: datetime) -> int:
    due = uncounted(hands).order_by("ended_at").values_list("pk", flat=True)[:AT_ONCE]
    return count_done("figures of game", list(due), lambda game: count(game_id=game, now=now))


def players_counted() -> list[int]:
    """The players whose sums can be recounted, by key."""
    return list(User.objects.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def recount(*, player_id: int, fix: bool) -> list[Difference]:
    """Compare a player's sums with what the logs of all counted games say; with `fix`, mend them.

    The player is locked meanwhile, so that no game is counted in between.
    """
    lock_players([player_id])
    counted = _counted(player_id)
    found: list[Difference] = []
    for store in STORES:
        rows = list(store.rows_of(player_id))
        held = {store.key(row): store.read(row) for row in rows}
        wrong = _wrong(store, held, counted[store.model])
        found += [_difference(player_id, store, key, *both) for key, both in wrong.items()]
        if fix and wrong:
            write(store, rows, {key: should for key, (_, should) in wrong.items()})
    return found


def _counted(player_id: int) -> dict[type, dict[Key, Any]]:
    """What the sums of a player should be, by the model of their rows."""
    sums: dict[type, dict[Key, Any]] = {store.model: {} for store in STORES}
    for row in counted_games_of(player_id).iterator(chunk_size=100):
        parts = contribution(row.game, chance=row.chance)
        for store, added in by_store(parts, ladder=ladder_of(row.game)):
            mine = sums[store.model]
            for key, part in added.items():
                if key[0] == player_id:
                    mine[key] = mine.get(key, store.nothing) + part
    return sums


def _wrong(
    store: Store[Any], held: dict[Key, Any], counted: dict[Key, Any]
) -> dict[Key, tuple[Any, Any]]:
    both = {
        key: (held.get(key, store.nothing), counted.get(key, store.nothing))
        for key in held.keys() | counted.keys()
    }
    return {key: (has, should) for key, (has, should) in both.items() if has != should}


def _difference(
    player_id: int, store: Store[Any], key: Key, has: object, should: object
) -> Difference:
    name = User.objects.values_list("username", flat=True).get(pk=player_id)
    return Difference(name, f"{store.model.__name__} {key[1]}", has, should)


def held_games() -> int:
    """How many games the sums hold."""
    return CountedGame.objects.filter(counts=True).count()
