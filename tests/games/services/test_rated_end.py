"""A rated game whose players leave it: played to its end, and what that says of each."""

import pytest

from games.models import Game, GameSeat, Table
from games.services import tables
from games.services.rows import change
from players.errors import NotAllowed
from players.models import CleanGame, Offence
from tests.games.rated_table import RatedTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine, settings) -> RatedTable:
    return RatedTable(time_machine, settings)


def test_all_four_gone_the_bots_end_the_game_and_each_of_them_has_quit(table):
    table.go(*table.players)
    table.watch_for(11)
    table.play_on()
    game = Game.objects.get(pk=table.game.pk)
    assert game.status == Game.Status.FINISHED
    assert [table.record(seat).quit_cause for seat in range(4)] == ["bank"] * 4
    assert Offence.objects.filter(source=game.pk).count() == 4
    assert table.table.status == Table.Status.FINISHED
    assert table.table.close_at is not None  # by the usual sweep
    table.watch_for(601)
    table.sweep()
    assert table.table.status == Table.Status.CLOSED
    assert Game.objects.get(pk=table.game.pk).status == Game.Status.FINISHED


def test_a_rated_game_is_not_given_up_because_everybody_has_left(table):
    for player in table.players:
        tables.leave_table(user=player, table_id=table.table_id)
    assert table.table.close_at is None
    table.let_pass(60 * 15)
    assert Game.objects.get(pk=table.game.pk).status == Game.Status.PLAYING
    table.play_on()
    assert Game.objects.get(pk=table.game.pk).status == Game.Status.FINISHED


def test_who_stays_has_played_a_clean_game(table):
    for player in table.players:
        Offence.objects.create(
            user=player, kind="missed_ready", source=table.game.pk, at=table.now,
            ban_until=table.now,
        )  # fmt: skip
    tables.leave_table(user=table.south, table_id=table.table_id)
    table.play_on()
    clean = set(CleanGame.objects.values_list("user", flat=True))
    assert clean == {player.pk for player in table.players} - {table.south.pk}


def test_what_is_done_in_a_demo_game_stands_against_nobody(table):
    change(table.game, demo=True)
    tables.leave_table(user=table.south, table_id=table.table_id)
    table.play_on()
    assert table.record().quit_cause == GameSeat.QuitCause.LEFT
    assert not Offence.objects.exists()
    assert not CleanGame.objects.exists()


def test_leaving_after_the_game_costs_nothing(table):
    table.play_on()
    tables.leave_table(user=table.south, table_id=table.table_id)
    assert table.record().quit_at is None
    assert not Offence.objects.exists()
    with pytest.raises(NotAllowed):
        tables.join_table(user=table.south, table_id=table.table_id)
