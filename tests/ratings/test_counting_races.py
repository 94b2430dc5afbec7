"""Games that are counted by several workers at once, with players in common."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone

from ratings.models import PlayerFigures
from ratings.services.counting import count
from ratings.services.recounting import recount
from tests.games.at_the_table import people
from tests.ratings.finished import finished_game

WORKERS = 3


@pytest.mark.django_db(transaction=True)
def test_each_game_is_counted_once_whoever_comes_first():
    a, b, c, d, e = people(5)
    games = [finished_game(*four).pk for four in ((a, b, c, d), (d, c, b, e), (e, a, d, b))]
    start = Barrier(WORKERS)

    def work(shift: int) -> int:
        try:
            start.wait(30)
            return sum(_count(game) for game in games[shift:] + games[:shift])
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        done = list(pool.map(work, range(WORKERS)))
    assert sum(done) == len(games)
    assert sum(PlayerFigures.objects.values_list("games", flat=True)) == 4 * len(games)
    assert all(recount(player_id=user.pk, fix=False) == [] for user in (a, b, c, d, e))


def _count(game: UUID) -> bool:
    return count(game_id=game, now=timezone.now())
