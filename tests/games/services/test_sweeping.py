"""What is due is done, whatever is wrong with what is due beside it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Hand, Heartbeat, Notice, Table
from games.services import clocks, games, outage, pause, seeds, tables
from tests.games.at_the_table import live_hand, people, person, started, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("broken_one", [0, 1])
def test_a_game_that_cannot_be_dealt_does_not_hold_up_the_seeds_of_the_next(broken_one):
    tables_full = [table_of(person()) for _ in range(2)]
    waiting = [games.start_game(user=table.host, table_id=table.pk) for table in tables_full]
    Game.objects.filter(pk=waiting[broken_one].pk).update(rules={"target": "much"})
    assert seeds.close_due_seeds(now=timezone.now() + seeds.STEP * 2) == 1
    waiting[1 - broken_one].refresh_from_db()
    assert waiting[1 - broken_one].status == Game.Status.PLAYING


def test_a_hand_that_does_not_replay_does_not_stop_the_clocks_of_the_others():
    hands = [live_hand(started(table_of(*people()))) for _ in range(2)]
    Hand.objects.filter(pk=hands[0].pk).update(log="nonsense", seq=1)
    now = max(hand.deadline for hand in hands) + timedelta(seconds=1)
    Heartbeat.objects.update(at=now)
    assert clocks.expire_due_turns(now=now) == 1


def test_a_table_that_cannot_be_closed_does_not_keep_the_others_open():
    games_left = [started(table_of(person())) for _ in range(2)]
    for game in games_left:
        tables.leave_table(user=game.table.host, table_id=game.table_id)
    Game.objects.filter(pk=games_left[0].pk).update(secret=b"not the chain's end")
    later = timezone.now() + timedelta(hours=1)
    assert tables.close_idle_tables(now=later) >= 1
    assert Table.objects.get(pk=games_left[1].table_id).status == Table.Status.CLOSED


def test_a_pause_that_cannot_end_does_not_prolong_the_others():
    hosts = people(2)
    paused = [started(table_of(host)) for host in hosts]
    for host, game in zip(hosts, paused, strict=True):
        pause.ask_pause(user=host, table_id=game.table_id, wants=True)
    table = paused[0].table
    table.seats.filter(index=live_hand(paused[0]).to_act).delete()
    later = timezone.now() + pause.LONGEST + timedelta(seconds=1)
    assert pause.end_due_pauses(now=later) >= 1
    assert live_hand(paused[1]).status == Hand.Status.PLAYING


def test_an_outage_is_credited_once_to_every_person_whose_clock_ran():
    hands = [live_hand(started(table_of(*people()))) for _ in range(3)]
    before = [hand.deadline for hand in hands]
    now = timezone.now()
    Heartbeat.objects.update(at=now - timedelta(seconds=20))
    Hand.objects.update(turn_since=now - timedelta(seconds=25))
    Hand.objects.filter(pk=hands[2].pk).update(turn_since=now - timedelta(seconds=5))
    assert outage.beat(now=now) == timedelta(seconds=20)
    assert outage.beat(now=now) is None
    for hand, deadline, lost in zip(hands, before, (20, 20, 5), strict=True):
        hand.refresh_from_db()
        assert hand.deadline == deadline + timedelta(seconds=lost)
    told = Notice.objects.filter(kind="clock_credit").order_by("hand")
    assert [notice.data["seconds"] for notice in told] == [20, 20, 5]
