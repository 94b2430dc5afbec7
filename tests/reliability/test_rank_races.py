"""Ranks that are taken for idleness while their games are rated or corrected are counted once."""

import time
from collections.abc import Callable
from datetime import timedelta
from threading import Thread

import pytest
from django.conf import settings
from django.db import connection, transaction

from players.models import User
from ratings.models import RankBucket, Rating
from ratings.services import corrections
from ratings.services.ranks import recount
from ratings.services.rate_game import rate
from ratings.services.recalculate import compare
from ratings.services.sweeping import unrank_idle
from tests.ratings.games import NOW, classic, ended, played, players

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"),
        reason="several writers need PostgreSQL",
    ),
]

LATER = NOW + timedelta(days=20)  # by then the ranks of NOW are to be taken


def ranked(people: list[User]) -> None:
    """Give these players a rank, each with a place of their own."""
    for place, rating in enumerate(Rating.objects.filter(player__in=people).order_by("pk")):
        mu = 1600 + 10 * place
        Rating.objects.filter(pk=rating.pk).update(mu=mu, sigma=80, games=20, ranked=True)
    recount(classic().pk)


def in_the_middle_of_taking_ranks(step: Callable[[], object]) -> None:
    """Run `step` when the hourly step has locked the idle and cannot yet count them."""
    threads = [Thread(target=_alone, args=(call,)) for call in (_take_ranks, step)]
    with transaction.atomic():
        list(RankBucket.objects.select_for_update())
        for number, thread in enumerate(threads, 1):
            thread.start()
            _until_waiting(number)
    for thread in threads:
        thread.join()


def _take_ranks() -> None:
    unrank_idle(now=LATER)


def _alone(call: Callable[[], object]) -> None:
    try:
        call()
    finally:
        connection.close()


def _until_waiting(number: int) -> None:
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s"
    )
    for _ in range(200):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")  # else it is that of the first look
            cursor.execute(waiting, [connection.settings_dict["NAME"]])
            if cursor.fetchone()[0] >= number:
                return
        time.sleep(0.05)
    pytest.fail(f"fewer than {number} wait for a lock")


def faults() -> list[str]:
    found = compare(classic(), now=LATER).differences
    return [str(fault) for fault in found if "bucket" in fault.where]


def test_who_comes_back_while_ranks_are_taken_is_counted_once():
    four = players(4)
    played(four)
    ranked(four)
    game = ended(four, at=LATER)
    in_the_middle_of_taking_ranks(lambda: rate(game_id=game.pk, now=LATER))
    game.refresh_from_db()
    assert game.status == "rated"
    assert faults() == []


def test_a_correction_while_ranks_are_taken_counts_nobody_twice():
    four = players(4)
    first = played(four)
    ranked(four)
    mona = User.objects.create(username="mona", is_staff=True)
    adam = User.objects.create(username="adam", is_staff=True, is_superuser=True)
    proposed = corrections.propose_annulment(game_id=first.pk, by=mona, reason="x", now=NOW)
    in_the_middle_of_taking_ranks(
        lambda: corrections.confirm(correction_id=proposed.pk, by=adam, now=LATER)
    )
    assert faults() == []
