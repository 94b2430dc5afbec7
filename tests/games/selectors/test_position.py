"""Where a table stands, asked every few seconds: the hand its sockets show, and how far it is."""

import pytest

from games.models import Hand
from games.selectors.snapshots import position, snapshot
from tests.games.at_the_table import live_hand, people, play_on, started, table_of

pytestmark = pytest.mark.django_db


def shown(table, user):
    seen = snapshot(table_id=table.pk, user=user)
    return seen.hand_id, seen.seq


def test_before_the_first_hand_there_is_nowhere_to_stand():
    (host,) = people(1)
    table = table_of(host)
    assert position(table_id=table.pk) == shown(table, host) == (None, 0)


def test_the_position_is_that_of_the_hand_that_is_shown():
    players = people()
    game = started(table_of(*players))
    list(zip(range(3), play_on(game), strict=False))
    hand = live_hand(game)
    assert position(table_id=game.table_id) == shown(game.table, players[0]) == (hand.pk, hand.seq)


def test_a_later_hand_that_was_annulled_does_not_stand_for_the_live_one():
    players = people()
    game = started(table_of(*players))
    hand = live_hand(game)
    annulled = Hand.objects.get(pk=hand.pk)
    annulled.pk, annulled.deal_number, annulled.status = None, 99, Hand.Status.ANNULLED
    annulled.save(force_insert=True)
    assert position(table_id=game.table_id) == shown(game.table, players[0]) == (hand.pk, 0)


def test_after_a_game_its_last_hand_stays():
    players = people()
    game = started(table_of(*players, options={"target": 10, "hand_cap": 1}))
    while live_hand(game) is not None:
        list(play_on(game))
    last = Hand.objects.filter(game=game).latest("pk")
    assert position(table_id=game.table_id) == shown(game.table, players[0]) == (last.pk, last.seq)
