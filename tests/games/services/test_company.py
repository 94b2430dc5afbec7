"""A block keeps two people from one table, whichever way they come to it."""

import pytest

from games import presence
from games.models import Seat
from games.services import tables
from players.errors import NotAllowed
from players.services.blocks import block, unblock
from tests.games.at_the_table import people, person, started, table_of

pytestmark = pytest.mark.django_db


def join(user, table):
    with pytest.raises(NotAllowed) as refused:
        tables.join_table(user=user, table_id=table.pk)
    return refused.value.code


def test_a_blocked_person_cannot_sit_down_with_the_one_who_blocked_them():
    a, b, c = people(3)
    block(user=a, username=c.username)
    hosts, guests = table_of(a, b), table_of(b, a)
    assert {join(c, hosts), join(c, guests)} == {"NOT_WELCOME"}


def test_who_has_blocked_somebody_does_not_sit_down_with_them_either():
    a, b, c = people(3)
    block(user=c, username=b.username)
    assert join(c, table_of(a, b)) == "BLOCKED_HERE"


def test_who_waits_for_the_next_hand_counts_as_seated():
    a, b, c = people(3)
    table = table_of(a)
    started(table)
    tables.join_table(user=b, table_id=table.pk)
    block(user=b, username=c.username)
    assert join(c, table) == "NOT_WELCOME"


def test_a_code_opens_no_way_around_a_block():
    a, b = people(2)
    block(user=a, username=b.username)
    table = table_of(a, public=False)
    with pytest.raises(NotAllowed) as refused:
        tables.join_by_code(user=b, code=table.code, address="10.0.0.1")
    assert refused.value.code == "NOT_WELCOME"


def test_a_seat_left_during_a_game_is_returned_to_in_spite_of_a_block():
    a, b = people(2)
    table = table_of(a, b)
    started(table)
    tables.leave_table(user=b, table_id=table.pk)
    block(user=a, username=b.username)
    assert tables.return_to_table(user=b, table_id=table.pk).index == 1


def test_play_now_passes_over_tables_of_those_one_is_kept_from():
    host, blocker, friend = person(), person(), person()
    full, other = table_of(host, blocker), table_of(friend)
    for table in (full, other):
        presence.renew(table.pk, table.host_id)
    newcomer = person()
    block(user=blocker, username=newcomer.username)
    assert tables.play_now(user=newcomer).table_id == other.pk
    assert not Seat.objects.filter(table=full, user=newcomer).exists()


def test_a_block_taken_back_opens_the_table_again():
    a, b = people(2)
    block(user=a, username=b.username)
    unblock(user=a, username=b.username)
    tables.join_table(user=b, table_id=table_of(a).pk)
