"""What an action reads, in one statement."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Hand, Seat, Table
from games.selectors.live import game_now, hand_in_play, table_now
from tests.games.at_the_table import live_hand, people, person, play_on, started, table_of

pytestmark = pytest.mark.django_db


def fields(instance: object) -> dict[str, object]:
    """The columns an instance has read, by name."""
    return {name: value for name, value in vars(instance).items() if name != "_state"}


def read_columns(instance: object, names: set[str]) -> dict[str, object]:
    return {name: value for name, value in fields(instance).items() if name in names}


@pytest.fixture
def hand(db) -> Hand:
    game = started(table_of(*people(3)))
    for _ in play_on(game, 10):
        pass
    return live_hand(game)


def test_a_hand_is_read_as_the_query_builder_reads_it(hand):
    found = hand_in_play(hand.pk)
    assert found is not None
    read, seats = found
    usual = Hand.objects.select_related("game__table").get(pk=hand.pk)
    for mine, theirs in (
        (read, usual),
        (read.game, usual.game),
        (read.game.table, usual.game.table),
    ):
        columns = fields(mine)
        assert read_columns(theirs, set(columns)) == columns
    assert [fields(seat) for seat in seats] == [
        fields(seat) for seat in Seat.objects.filter(table=read.game.table_id).order_by("index")
    ]


def test_a_table_is_read_as_the_query_builder_reads_it(hand):
    seats = Seat.objects.filter(table=hand.game.table_id).order_by("index")
    newcomer = person()
    seats.filter(index=3).update(taken_by=newcomer)
    read, found = table_now(hand.game.table_id)
    usual = Table.objects.select_related("host").get(pk=hand.game.table_id)
    assert fields(read) == fields(usual)
    assert read.host.username == usual.host.username
    for mine, theirs in zip(found, seats.select_related("user", "taken_by"), strict=True):
        assert fields(mine) == fields(theirs)
        assert (mine.user and mine.user.username) == (theirs.user and theirs.user.username)
    assert found[3].taken_by.username == newcomer.username


def test_the_game_of_a_table_is_read_with_its_live_hand(hand):
    table = Table.objects.get(pk=hand.game.table_id)
    game, live = game_now(table.pk)
    assert read_columns(Game.objects.get(pk=hand.game_id), set(fields(game))) == fields(game)
    assert read_columns(hand, set(fields(live))) == fields(live)
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.ANNULLED)
    assert game_now(table.pk)[1] is None


def test_a_table_without_a_game_has_none(hand):
    assert game_now(table_of(person()).pk) is None
    assert table_now(uuid.uuid4()) is None


def test_all_of_it_is_one_statement(hand):
    with CaptureQueriesContext(connection) as asked:
        read, seats = hand_in_play(hand.pk)
        assert read.game.table.pk == seats[0].table_id
    assert len(asked) == 1


def test_there_is_no_hand_where_there_is_none(hand):
    assert hand_in_play(hand.pk + 1) is None
