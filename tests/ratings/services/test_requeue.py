"""Whoever was matched in good faith and got no game waits on, before everybody else."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.models import Game
from games.services.tables import leave_table
from players.models import OffenceKind
from players.services.conduct import record_offence
from ratings.models import Ticket
from ratings.selectors.queue import standing
from ratings.services import queue, requeue, rounds
from ratings.services.ready_checks import ReadyCheck
from tests.games.at_the_table import people
from tests.ratings.in_the_queue import all_ready, called, ladder, party_of, serving, wait

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return serving(timezone.now())


def left_at_once(check, leaver):
    leave_table(user=leaver, table_id=check.game.table_id)
    check.game.refresh_from_db()
    assert check.game.status == Game.Status.ANNULLED


def test_three_go_to_the_front_when_the_fourth_leaves_before_a_card(now):
    check, four = called(now)
    check = all_ready(check, four, now=now)
    left_at_once(check, four[0])
    assert requeue.after_annulment(now=timezone.now()) == 3
    assert standing(four[0])["ticket"] is None
    for user in four[1:]:
        ticket = standing(user)["ticket"]
        assert (ticket["front"], ticket["ladders"]) == (True, ["classic"])
    assert Ticket.objects.filter(status=Ticket.Status.WAITING, since=now).count() == 3


def test_they_are_put_back_once(now):
    check, four = called(now)
    check = all_ready(check, four, now=now)
    left_at_once(check, four[0])
    assert requeue.after_annulment(now=timezone.now()) == 3
    queue.leave(user=four[1], now=timezone.now())
    assert requeue.after_annulment(now=timezone.now()) == 0
    assert standing(four[1])["ticket"] is None


def test_who_queued_anew_meanwhile_keeps_that_place(now):
    check, four = called(now)
    check = all_ready(check, four, now=now)
    left_at_once(check, four[0])
    queue.join(user=four[1], ladders=["classic"], now=timezone.now())
    assert requeue.after_annulment(now=timezone.now()) == 2
    assert not standing(four[1])["ticket"]["front"]


def test_the_party_of_who_left_does_not_wait_on_and_the_other_party_does(now):
    ladder()
    alice, bruno, chloe, dmitri = people(4)
    party_of(alice, bruno, now=now)
    party_of(chloe, dmitri, now=now)
    wait(alice, chloe, now=now)
    assert rounds.run_round(now=now) == 1
    check = all_ready(ReadyCheck.objects.get(), [alice, bruno, chloe, dmitri], now=now)
    left_at_once(check, alice)
    assert requeue.after_annulment(now=timezone.now()) == 1
    assert [bool(standing(user)["ticket"]) for user in (alice, bruno, chloe, dmitri)] == [
        False,
        False,
        True,
        True,
    ]


def test_a_game_that_was_played_brings_nobody_back(now):
    check, four = called(now)
    all_ready(check, four, now=now)
    assert requeue.after_annulment(now=timezone.now() + timedelta(seconds=5)) == 0


def test_who_queued_anew_and_then_left_is_not_put_back(now):
    check, four = called(now)
    check = all_ready(check, four, now=now)
    left_at_once(check, four[0])
    queue.join(user=four[1], ladders=["classic"], now=timezone.now())
    requeue.after_annulment(now=timezone.now())
    queue.leave(user=four[1], now=timezone.now())
    assert requeue.after_annulment(now=timezone.now()) == 0
    assert standing(four[1])["ticket"] is None


def test_who_plays_another_rated_game_by_now_is_not_put_back(now):
    check, four = called(now)
    check = all_ready(check, four, now=now)
    left_at_once(check, four[0])
    again, _ = called(serving(timezone.now()), [four[1], *people(3)])
    all_ready(again, [four[1], *[s.player for s in again.seats.exclude(player=four[1])]], now=now)
    assert standing(four[1])["rated_game"]
    assert requeue.after_annulment(now=timezone.now()) == 2
    assert standing(four[1])["ticket"] is None


def test_who_is_banned_by_now_is_not_put_back(now):
    check, four = called(now)
    check = all_ready(check, four, now=now)
    left_at_once(check, four[0])
    record_offence(user_id=four[1].pk, kind=OffenceKind.MISSED_READY, source=uuid4(), now=now)
    assert requeue.after_annulment(now=timezone.now()) == 2
    assert standing(four[1])["ticket"] is None
