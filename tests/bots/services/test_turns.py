"""A bot's turn: taken once, from the seat's own view, by a worker or else by the sweep."""

import time
from datetime import timedelta

import pytest
from celery.contrib.testing.worker import start_worker

from bots.services import turns
from config.celery import app
from games.engine.log import parse_log
from games.models import Hand, Heartbeat
from games.services import clocks
from tests.games.at_the_table import live_hand, person, sitter, started, table_of

PATIENCE = 20


def bots_turn() -> Hand:
    """A hand of one person and three bots in which a bot bids first."""
    while True:
        hand = live_hand(started(table_of(person(), fill_with_bots=True)))
        if sitter(hand) is None:
            return hand


def entries(hand: Hand):
    hand.refresh_from_db()
    return parse_log(hand.log)


@pytest.mark.django_db
def test_a_turn_is_taken_once_however_often_it_is_asked_for():
    hand = bots_turn()
    assert turns.play_turn(hand_id=hand.pk, seq=0)
    assert not turns.play_turn(hand_id=hand.pk, seq=0)
    (entry,) = entries(hand)
    assert (entry.seat, entry.cause) == (hand.dealer + 1 & 3, "bot")


@pytest.mark.django_db
def test_the_same_turn_asked_for_again_would_be_played_the_same():
    hand = bots_turn()
    assert turns.play_turn(hand_id=hand.pk, seq=0)
    (first,) = entries(hand)
    Hand.objects.filter(pk=hand.pk).update(log="", seq=0, to_act=first.seat)
    assert turns.play_turn(hand_id=hand.pk, seq=0)
    (again,) = entries(hand)
    assert again.token == first.token


@pytest.mark.django_db
def test_a_persons_turn_is_left_alone():
    hand = bots_turn()
    while True:
        hand.refresh_from_db()
        if sitter(hand) is not None:
            break
        assert turns.play_turn(hand_id=hand.pk, seq=hand.seq)
    assert not turns.play_turn(hand_id=hand.pk, seq=hand.seq)


@pytest.mark.django_db
def test_the_rule_based_player_stands_in_for_a_person_who_is_away():
    hand = bots_turn()
    while sitter(hand) is None:
        turns.play_turn(hand_id=hand.pk, seq=hand.seq)
        hand.refresh_from_db()
    seat = hand.game.table.seats.get(index=hand.to_act)
    seat.away = True
    seat.save(update_fields=["away"])
    assert turns.play_turn(hand_id=hand.pk, seq=hand.seq)
    assert entries(hand)[-1].cause == "bot"


@pytest.mark.django_db
def test_a_turn_that_no_worker_takes_is_played_by_the_sweep():
    hand = bots_turn()
    late = hand.deadline + timedelta(seconds=0.1)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": late})
    assert clocks.expire_due_turns(now=late) == 1
    (entry,) = entries(hand)
    assert entry.cause == "bot"


def test_no_two_turns_share_a_seed():
    seeds = {
        turns.turn_seed(hand, seq, seat)
        for hand in (1, 11)
        for seq in (0, 1, 11)
        for seat in range(4)
    }
    assert len(seeds) == 24


@pytest.mark.django_db(transaction=True)
def test_bots_act_in_a_worker_until_a_person_is_to_act():
    with start_worker(app, perform_ping_check=False, pool="threads", concurrency=1):
        hand = live_hand(started(table_of(person(), fill_with_bots=True)))
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            hand.refresh_from_db()
            if hand.person_to_act:
                break
            time.sleep(0.05)
    assert hand.person_to_act
    assert [entry.cause for entry in entries(hand)] == ["bot"] * hand.seq
