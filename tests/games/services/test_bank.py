"""The bank of a rated seat: drawn while its player is gone, charged when that ends."""

from datetime import timedelta

import pytest

from games import presence
from games.engine.log import Cause
from games.models import Notice
from games.selectors.snapshots import snapshot
from games.services import outage
from tests.games.rated_table import BANK, RatedTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine, settings) -> RatedTable:
    return RatedTable(time_machine, settings)


@pytest.fixture
def gone(time_machine, settings) -> RatedTable:
    table = RatedTable(time_machine, settings)
    table.south_is_gone()
    return table


def test_the_turn_of_who_is_gone_goes_on_from_the_bank(gone):
    deadline = gone.hand.deadline
    gone.let_pass_until(deadline - timedelta(seconds=0.1))
    assert gone.hand.bank_since is None
    gone.let_pass_until(deadline)
    hand = gone.hand
    assert (hand.bank_since, hand.deadline) == (deadline, deadline + timedelta(minutes=3))
    (told,) = gone.notices(Notice.Kind.BANK)
    assert (told.seat, told.data) == (2, {"seconds": 180})


def test_everybody_sees_the_bank_count_down(gone):
    gone.draw()
    gone.watch_for(30)
    frame = snapshot(table_id=gone.table_id, user=gone.players[0]).frame
    clock = frame["clock"]
    assert (clock["seat"], clock["seconds"], clock["seconds_left"]) == ("S", 180, 150.0)
    assert clock["bank_since"] == gone.hand.bank_since.isoformat()
    assert [seat["bank_seconds"] for seat in frame["table"]["seats"]] == [180] * 4


def test_being_back_stops_the_bank_and_charges_what_was_used(gone):
    gone.draw()
    gone.let_pass(45)
    gone.come(gone.south)
    gone.sweep()
    hand = gone.hand
    assert gone.seat().bank_ms == BANK - 45_000
    assert hand.bank_since is None
    assert hand.deadline == gone.now + timedelta(seconds=30)  # a whole clock for the bid
    (told,) = gone.notices(Notice.Kind.BANK_STOPPED)
    assert told.data == {"used": 45, "seconds": 135}
    assert gone.record().absence_lead is None


def test_who_comes_and_goes_at_each_deadline_pays_ten_seconds_each_time(gone):
    gone.draw()
    for turn in range(1, 4):
        gone.let_pass(1)
        gone.come(gone.south)
        gone.sweep()
        assert gone.seat().bank_ms == BANK - turn * 10_000
        gone.go(gone.south)
        gone.watch_for(12)
        gone.draw()


def test_acting_stops_the_bank_and_charges_it_too(gone):
    gone.draw()
    gone.let_pass(25)
    gone.act(by=2)
    assert gone.seat().bank_ms == BANK - 25_000
    assert gone.hand.bank_since is None
    assert gone.record().absence_lead is None


def test_the_bank_is_for_the_whole_game_and_the_second_time_smaller(gone):
    gone.draw()
    gone.let_pass(170)
    gone.act(by=2)
    gone.until_turn_of(2)
    gone.draw()
    assert gone.hand.deadline - gone.now == timedelta(seconds=10)


def test_a_page_loaded_anew_was_never_gone(table):
    table.until_turn_of(2)
    deadline = table.hand.deadline
    table.watch_for(28)
    table.renew()
    presence.drop(table.table_id, table.south.pk)  # its goodbye, a moment before the deadline
    table.go(table.south)
    table.let_pass_until(deadline)
    assert table.hand.bank_since is None
    assert table.log()[-1].cause == Cause.TIMEOUT


def test_an_outage_while_the_bank_is_drawn_costs_nothing_of_it(gone):
    gone.draw()
    gone.let_pass(40)
    stopped = gone.now
    gone._to(stopped + timedelta(seconds=100))
    assert outage.beat(now=gone.now) == timedelta(seconds=100)
    hand = gone.hand
    assert hand.deadline - gone.now == timedelta(seconds=140)
    gone.act(by=2)
    assert gone.seat().bank_ms == BANK - 40_000
