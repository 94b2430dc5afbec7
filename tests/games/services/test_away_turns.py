"""Turns a bot takes for who is there but does not act: six of them are quitting."""

import pytest

from games.models import GameSeat
from games.services import tables
from tests.games.rated_table import RatedTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine, settings) -> RatedTable:
    return RatedTable(time_machine, settings)


def test_six_turns_away_make_a_quitter_though_connected(table):
    table.acts = lambda seat: seat.index != 2
    table.play_until(lambda _hand, seats: seats[2].away)
    assert table.record().absence_lead == 0
    table.play_until(lambda _hand, seats: seats[2].away_turns == 5)
    assert table.record().quit_at is None
    table.play_until(lambda _hand, seats: seats[2].user_id is None)
    assert table.record().quit_cause == GameSeat.QuitCause.AWAY
    assert table.seat().away_turns == 6


def test_away_turns_add_up_over_two_absences(table):
    table.acts = lambda seat: seat.index != 2
    table.play_until(lambda _hand, seats: seats[2].away_turns == 3)
    tables.return_to_table(user=table.south, table_id=table.table_id)
    assert table.record().absence_lead is None
    table.play_until(lambda _hand, seats: seats[2].user_id is None)
    assert table.record().quit_cause == GameSeat.QuitCause.AWAY
