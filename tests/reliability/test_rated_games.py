"""Games rated by many at once, small enough for every run; `make race-ratings` is the full size."""

import json
import os
import subprocess
import sys
from itertools import pairwise

import pytest
from django.conf import settings
from django.db import connection

from config.env import BASE_DIR
from ratings.models import JournalRow
from ratings.services.rate_game import rate
from tests.ratings.games import NOW, ended, players
from tests.reliability.barrier import at_once

on_postgresql = pytest.mark.skipif(
    not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"),
    reason="several writers need PostgreSQL",
)


@pytest.mark.django_db(transaction=True)
def test_six_who_rate_one_game_rate_it_once_r01():
    game = ended(players(4))
    outcomes = at_once([lambda: rate(game_id=game.pk, now=NOW)] * 6)
    assert sorted(map(bool, outcomes)) == [False] * 5 + [True]
    assert not any(isinstance(outcome, Exception) for outcome in outcomes)
    assert JournalRow.objects.count() == 6


@pytest.mark.django_db(transaction=True)
def test_games_that_share_two_players_are_rated_side_by_side_r02():
    one, other, *rest = players(18)
    games = [ended([one, *rest[2 * n : 2 * n + 2], other]) for n in range(4)]
    games += [ended([other, *rest[8 + 2 * n : 10 + 2 * n], one]) for n in range(4)]
    outcomes = at_once([lambda key=game.pk: rate(game_id=key, now=NOW) for game in games])
    assert outcomes == [True] * 8
    for player in (one, other):
        rows = list(JournalRow.objects.filter(player=player).order_by("pk"))
        assert len(rows) == 8
        assert all(a.skill_after == b.skill_before for a, b in pairwise(rows))


@on_postgresql
@pytest.mark.slow
def test_kills_redelivery_and_lost_messages_leave_each_game_rated_once_r01_r04_r05():
    database = settings.DATABASES["default"]
    url = (
        f"postgres://{database['USER']}:{database['PASSWORD']}@{database['HOST']}:"
        f"{database['PORT']}/{connection.settings_dict['NAME']}"
    )
    ended_with = subprocess.run(
        [sys.executable, "-m", "tests.reliability.rated_games", "--games", "30", "--kills", "1"],
        cwd=BASE_DIR,
        env=os.environ | {"DATABASE_URL": url},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended_with.returncode == 0, ended_with.stdout + ended_with.stderr
    found = json.loads(ended_with.stdout)
    assert (found["player_rows"], found["pair_rows"]) == (120, 60)
