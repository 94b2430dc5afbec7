"""Deadlines: the sweep acts once, an outage costs nobody time, idling buys nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import automatic_action
from games.engine.log import parse_log
from games.models import Game, Hand, Heartbeat, Notice
from games.selectors.state import state_of
from games.services import clocks, outage, play, tables
from tests.games.at_the_table import live_hand, people, person, play_on, sitter, started, table_of

pytestmark = pytest.mark.django_db


def pulse(at) -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": at})


def expire(hand: Hand, *, late: float = 0.1) -> int:
    """Let the deadline pass by `late` seconds with the servers alive."""
    hand.refresh_from_db()
    now = hand.deadline + timedelta(seconds=late)
    pulse(now)
    return clocks.expire_due_turns(now=now)


@pytest.fixture
def hand() -> Hand:
    return live_hand(started(table_of(*people())))


def test_a_silent_person_gets_the_automatic_action_once_marked_as_a_timeout(hand):
    expected = str(automatic_action(state_of(hand)))
    assert expire(hand) == 1
    hand.refresh_from_db()
    (entry,) = parse_log(hand.log)
    assert (entry.token, entry.cause) == (expected, "timeout")
    now = timezone.now()
    pulse(now)
    assert clocks.expire_due_turns(now=now) == 0


def test_before_its_deadline_no_turn_expires(hand):
    now = hand.deadline - timedelta(seconds=0.5)
    pulse(now)
    assert clocks.expire_due_turns(now=now) == 0


def test_after_two_silent_turns_in_a_row_a_bot_plays_until_the_person_is_back(hand):
    seat = hand.to_act
    user = sitter(hand)
    for _ in range(4):
        expire(hand)  # everybody is silent once
    assert not hand.game.table.seats.get(index=seat).away
    while True:
        hand.refresh_from_db()
        if hand.to_act == seat:
            break
        expire(hand)
    expire(hand)
    row = hand.game.table.seats.get(index=seat)
    assert row.away
    assert Notice.objects.filter(kind="away", seat=seat).count() == 1
    while True:
        hand.refresh_from_db()
        if hand.to_act == seat:
            break
        expire(hand)
    assert not hand.person_to_act
    expire(hand)
    hand.refresh_from_db()
    assert parse_log(hand.log)[-1].cause == "bot"
    tables.return_to_table(user=user, table_id=hand.game.table_id)
    row.refresh_from_db()
    assert (row.away, row.timeouts) == (False, 0)


def test_acting_in_time_ends_the_count_of_silent_turns(hand):
    seat, user = hand.to_act, sitter(hand)
    expire(hand)
    assert hand.game.table.seats.get(index=seat).timeouts == 1
    while True:
        hand.refresh_from_db()
        if hand.to_act == seat:
            break
        expire(hand)
    token = str(automatic_action(state_of(hand)))
    play.act(user=user, hand_id=hand.pk, seq=hand.seq, token=token)
    assert hand.game.table.seats.get(index=seat).timeouts == 0


def test_a_bot_turn_nobody_took_is_played_by_the_sweep():
    hand = live_hand(started(table_of(person())))
    while hand.person_to_act:
        next(play_on(hand.game, 1))
        hand.refresh_from_db()
    seq = hand.seq
    assert expire(hand) == 1
    hand.refresh_from_db()
    assert hand.seq == seq + 1
    assert parse_log(hand.log)[-1].cause == "bot"


def test_one_person_alone_with_bots_has_no_clock():
    game = started(table_of(person()))
    hand = live_hand(game)
    for acted in play_on(game, 8):
        if acted.person_to_act:
            assert acted.deadline is None
    assert hand.game.table.timed is None


def test_the_clock_starts_for_a_lone_player_as_soon_as_somebody_waits_to_sit_down():
    game = started(table_of(person()))
    while not live_hand(game).person_to_act:
        next(play_on(game, 1))
    assert live_hand(game).deadline is None
    newcomer = person()
    tables.join_table(user=newcomer, table_id=game.table_id)
    assert live_hand(game).deadline is not None
    tables.leave_table(user=newcomer, table_id=game.table_id)
    assert live_hand(game).deadline is None


def test_without_a_pulse_no_turn_expires_l01(hand):
    late = hand.deadline + timedelta(seconds=60)
    pulse(late - timedelta(seconds=4))
    assert clocks.expire_due_turns(now=late) == 0


def test_an_outage_moves_every_open_deadline_by_its_length_once(hand):
    stopped = timezone.now()
    pulse(stopped)
    before = hand.deadline
    back = stopped + timedelta(seconds=20)
    assert outage.beat(now=back) == timedelta(seconds=20)
    hand.refresh_from_db()
    lost = back - max(stopped, hand.turn_since)
    assert hand.deadline == before + lost
    assert outage.beat(now=back + timedelta(seconds=0.1)) is None
    credit = Notice.objects.get(kind="clock_credit")
    assert credit.seat == hand.to_act
    assert credit.data["seconds"] == pytest.approx(lost.total_seconds(), abs=0.01)


def test_a_turn_that_began_during_the_outage_is_credited_only_its_rest(hand):
    stopped = timezone.now()
    pulse(stopped)
    began = stopped + timedelta(seconds=15)
    Hand.objects.filter(pk=hand.pk).update(turn_since=began, deadline=began + timedelta(seconds=15))
    outage.beat(now=stopped + timedelta(seconds=20))
    hand.refresh_from_db()
    assert hand.deadline == began + timedelta(seconds=20)


def test_a_short_gap_between_two_beats_is_no_outage(hand):
    pulse(timezone.now())
    assert outage.beat(now=timezone.now() + timedelta(seconds=2)) is None
    before = hand.deadline
    hand.refresh_from_db()
    assert hand.deadline == before


def test_a_game_left_to_the_clock_still_comes_to_its_end():
    game = started(table_of(*people(), options={"target": 50, "hand_cap": 2}))
    for _ in range(400):
        hand = live_hand(game)
        if hand is None:
            break
        expire(hand)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
