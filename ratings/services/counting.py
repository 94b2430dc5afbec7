"""Counting a finished game into the figures of its players, once; taking it out when annulled."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.models import Game
from games.services.rows import change
from ratings.engine.counted import Contribution
from ratings.models import CountedGame
from ratings.selectors.counted import chance_of, contribution, counts, ladder_of
from ratings.selectors.sums import Key, Store, by_store
from ratings.services.locks import lock_players


def count(*, game_id: UUID, now: datetime) -> bool:
    """Bring the sums up to date with a game; whether anything was to be done.

    A game that counts is added, one that no longer does is taken out. Calling it again, or twice
    at once, changes nothing: the game's row is locked first, then its players by key.
    """
    game = Game.objects.prefetch_related("sittings", "game_seats").filter(pk=game_id).first()
    if game is None or counts(game) is None:
        return False
    with transaction.atomic():
        _, looked_at = CountedGame.objects.get_or_create(game=game, defaults={"at": now})
        row = CountedGame.objects.select_for_update(no_key=True).get(pk=game.pk)
        game.refresh_from_db(fields=["status"])
        due = bool(counts(game))
        if row.counts == due:
            return looked_at
        chance = chance_of(game) if due else row.chance
        parts = contribution(game, chance=chance)
        _add(parts if due else parts.negated(), ladder=ladder_of(game))
        change(row, counts=due, chance=chance, at=now)
    return True


def write(store: Store[Any], rows: Iterable[Any], values: Mapping[Key, Any]) -> None:
    """Make the rows of these keys hold these values, new ones where `rows` has none.

    The locks of their players are held.
    """
    known = {store.key(row): row for row in rows}
    fresh = [store.new(key) for key in values if key not in known]
    changed = [known[key] for key in values if key in known]
    for row in (*fresh, *changed):
        for column, content in store.values(values[store.key(row)]).items():
            setattr(row, column, content)
    store.model._default_manager.bulk_create(fresh)
    store.model._default_manager.bulk_update(changed, list(store.values(store.nothing)))


def _add(parts: Contribution, *, ladder: int | None) -> None:
    lock_players(parts.everybody)
    for store, added in by_store(parts, ladder=ladder):
        if added:
            rows = list(store.rows_for(added.keys()))
            held = {store.key(row): store.read(row) for row in rows}
            sums = {key: held.get(key, store.nothing) + part for key, part in added.items()}
            write(store, rows, sums)
