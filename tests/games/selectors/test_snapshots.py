"""Whose cards a snapshot shows: those of the hand it shows, not of the chair somebody has by now."""

import pytest

from games.models import Seat, Table
from games.selectors.snapshots import read_table, snapshot, with_hand_anew
from games.services import tables
from tests.games.at_the_table import live_hand, people, person, play_on, started, table_of

pytestmark = pytest.mark.django_db


def played_out(*players) -> Table:
    """A table whose game of one hand has just ended."""
    table = table_of(*players, options={"target": 10, "hand_cap": 1})
    game = started(table)
    while live_hand(game) is not None:
        list(play_on(game))
    return table


def shown_seat(table: Table, user) -> str | None:
    return snapshot(table_id=table.pk, user=user).frame["view"]["seat"]


def test_after_partners_have_changed_the_last_hand_is_seen_from_the_seat_of_then_s05():
    players = people()
    table = played_out(*players)
    tables.change_partners(user=players[0], table_id=table.pk)
    chairs = dict(Seat.objects.filter(table=table).values_list("user", "index"))
    assert [chairs[player.pk] for player in players] == [0, 3, 1, 2]
    assert [shown_seat(table, player) for player in players] == ["N", "E", "S", "W"]


def test_who_sits_down_after_the_game_sees_its_last_hand_as_a_watcher():
    table = played_out(*people(2))
    newcomer = person()
    tables.join_table(user=newcomer, table_id=table.pk, seat=2)
    assert shown_seat(table, newcomer) is None


def test_who_left_after_the_game_still_sees_its_last_hand_from_their_seat():
    players = people(2)
    table = played_out(*players)
    tables.leave_table(user=players[1], table_id=table.pk)
    assert shown_seat(table, players[1]) == "E"


def test_a_hand_read_anew_is_shown_to_those_who_sit_at_the_table_by_now():
    players = people(2)
    game = started(table_of(*players))
    before = read_table(game.table_id)
    tables.leave_table(user=players[1], table_id=game.table_id)
    seen = with_hand_anew(before).seen_by(players[1]).view
    assert (seen.seat, seen.holding) == (None, None)
