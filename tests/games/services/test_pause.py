"""A pause needs everybody's consent and costs nobody time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Hand
from games.services import clocks, outage, pause, play
from players.errors import Conflict, NotAllowed
from tests.games.at_the_table import live_hand, people, person, sitter, started, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return people(2)


@pytest.fixture
def hand(players) -> Hand:
    return live_hand(started(table_of(*players)))


def pause_it(hand: Hand, players) -> None:
    for player in players:
        pause.ask_pause(user=player, table_id=hand.game.table_id, wants=True)
    hand.refresh_from_db()


def test_one_voice_alone_pauses_nothing(hand, players):
    assert not pause.ask_pause(user=players[0], table_id=hand.game.table_id, wants=True)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.PLAYING


def test_when_all_people_agree_play_stops_and_no_turn_expires(hand, players):
    pause_it(hand, players)
    assert hand.status == Hand.Status.PAUSED
    with pytest.raises(Conflict) as refused:
        play.act(user=players[0], hand_id=hand.pk, seq=hand.seq, token="b3")
    assert refused.value.code == "HAND_PAUSED"
    late = timezone.now() + timedelta(minutes=5)
    outage.beat(now=late)
    assert clocks.expire_due_turns(now=late) == 0


def test_resuming_gives_back_the_time_that_was_left(hand, players):
    before = hand.deadline
    pause_it(hand, players)
    paused_at = timezone.now()
    pause.resume(user=players[1], table_id=hand.game.table_id)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.PLAYING
    if before is not None and sitter(hand) is not None:
        assert abs((hand.deadline - before) - (timezone.now() - paused_at)) < timedelta(seconds=2)


def test_a_pause_ends_by_itself_after_ten_minutes(hand, players):
    pause_it(hand, players)
    assert pause.end_due_pauses(now=timezone.now() + timedelta(minutes=9)) == 0
    assert pause.end_due_pauses(now=timezone.now() + timedelta(minutes=11)) == 1
    hand.refresh_from_db()
    assert hand.status == Hand.Status.PLAYING


def test_a_stranger_pauses_nothing(hand):
    with pytest.raises(NotAllowed):
        pause.ask_pause(user=person(), table_id=hand.game.table_id, wants=True)
