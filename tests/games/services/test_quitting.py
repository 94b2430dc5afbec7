"""Who quits a rated game, once and with the loss standing, and the seat that is taken back."""

from datetime import timedelta

import pytest

from games.engine.log import Cause
from games.models import Game, GameSeat, Notice, Table
from games.selectors.live import hand_in_play
from games.services import bank, quitting, tables
from games.services.absence import lead_of
from games.services.rows import change
from players.errors import NotAllowed
from players.models import CleanGame, Offence, OffenceKind
from players.services.suspension import suspend
from tests.games.at_the_table import person
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


def test_who_is_gone_until_the_bank_is_spent_has_quit(gone):
    gone.draw()
    end = gone.hand.deadline
    gone.let_pass_until(end - timedelta(seconds=0.1))
    assert gone.record().quit_at is None
    gone.let_pass_until(end)
    record, seat = gone.record(), gone.seat()
    assert (record.quit_at, record.quit_cause) == (end, GameSeat.QuitCause.BANK)
    assert (seat.bank_ms, seat.user_id, seat.left_by_id) == (0, None, gone.south.pk)
    (told,) = gone.notices(Notice.Kind.QUIT)
    assert told.data == {"name": gone.south.username, "cause": "bank"}
    assert Offence.objects.get().kind == OffenceKind.QUIT


@pytest.mark.parametrize("early", [0.1, 0])
def test_back_at_the_very_end_of_the_bank_is_back_l16(gone, early):
    gone.draw()
    gone.let_pass_until(gone.hand.deadline - timedelta(seconds=0.1))
    gone.watch_for(0.1 - early)
    gone.come(gone.south)
    gone.sweep()
    assert gone.record().quit_at is None
    assert gone.hand.deadline > gone.now


def test_back_after_the_end_the_seat_is_there_but_the_loss_stands_l16(gone):
    gone.draw()
    gone.let_pass_until(gone.hand.deadline)
    gone.watch_for(0.1)
    gone.come(gone.south)
    tables.return_to_table(user=gone.south, table_id=gone.table_id)
    assert gone.seat().user == gone.south
    assert gone.record().quit_cause == GameSeat.QuitCause.BANK
    gone.play_on()
    own = [entry.cause for entry in gone.log() if entry.seat == 2]
    assert own.count(Cause.PERSON) == 14
    game = Game.objects.get(pk=gone.game.pk)
    assert (game.status, gone.record().quit_cause) == ("finished", "bank")
    assert not CleanGame.objects.exists()


def test_a_seat_taken_back_is_played_from_its_next_turn_on(table):
    table.until_turn_of(3)
    tables.leave_table(user=table.south, table_id=table.table_id)
    table.until_turn_of(2)
    table.act()
    assert table.log()[-1].cause == Cause.BOT
    tables.return_to_table(user=table.south, table_id=table.table_id)
    assert not table.hand.person_to_act or table.hand.to_act != 2
    table.until_turn_of(2)
    assert table.hand.person_to_act
    table.act()
    assert table.log()[-1].cause == Cause.PERSON
    assert table.record().quit_cause == "left"


def test_a_quitter_quits_once_however_often_they_leave_again(table):
    for _ in range(3):
        tables.leave_table(user=table.south, table_id=table.table_id)
        tables.return_to_table(user=table.south, table_id=table.table_id)
    assert Offence.objects.count() == 1
    assert len(table.notices(Notice.Kind.QUIT)) == 1


def test_nobody_else_gets_a_quitters_seat(table):
    tables.leave_table(user=table.south, table_id=table.table_id)
    for newcomer in (person(), table.players[0]):
        with pytest.raises(NotAllowed) as refusal:
            tables.join_table(user=newcomer, table_id=table.table_id, seat=2)
        assert refusal.value.code == "RATED_TABLE"
    assert table.seat().taken_by is None


def test_the_lead_is_that_of_the_settled_hands_when_the_absence_began(gone):
    game = Game.objects.get(pk=gone.game.pk)
    change(game, scores=[120, 175])
    assert [lead_of(game, seat) for seat in range(4)] == [-55, 55, -55, 55]
    gone.draw()
    change(game, scores=[300, 175])
    gone.let_pass_until(gone.hand.deadline)
    assert gone.record().absence_lead == -55


def test_leaving_while_the_bank_is_drawn_charges_it_and_quits_at_once(gone):
    gone.draw()
    gone.let_pass(20)
    tables.leave_table(user=gone.south, table_id=gone.table_id)
    assert gone.record().quit_cause == GameSeat.QuitCause.LEFT
    assert gone.seat().bank_ms == BANK - 20_000
    hand = gone.hand
    assert (hand.bank_since, hand.person_to_act) == (None, False)


def test_suspension_is_quitting_and_the_others_play_on(table):
    staff = person(is_staff=True, is_superuser=True)
    suspend(user=table.south, by=staff, reason="cheating", now=table.now)
    assert quitting.quit_suspended(now=table.now) == 1
    assert quitting.quit_suspended(now=table.now) == 0
    assert table.record().quit_cause == GameSeat.QuitCause.SUSPENDED
    table.play_on()
    assert table.table.status == Table.Status.FINISHED


def test_an_action_overtakes_an_expiry_that_was_read_before_it(gone):
    gone.draw()
    gone.let_pass_until(gone.hand.deadline - timedelta(seconds=1))
    stale = gone.hand
    gone.act(by=2)
    gone.watch_for(2)
    assert not quitting.quit_overdue(stale, now=gone.now)
    assert gone.record().quit_at is None


def test_a_return_overtakes_an_expiry_that_was_read_before_it(gone):
    gone.draw()
    stale = gone.hand
    gone.let_pass(30)
    first, second = hand_in_play(stale.pk), hand_in_play(stale.pk)
    assert bank.stop(*first, now=gone.now)
    assert not bank.stop(*second, now=gone.now)
    assert not quitting.quit_overdue(stale, now=gone.now)
    assert gone.record().quit_at is None


def test_who_has_quit_acts_no_more_until_they_are_back(gone):
    gone.draw()
    gone.let_pass_until(gone.hand.deadline)
    with pytest.raises(NotAllowed) as refusal:
        gone.act(by=2)
    assert refusal.value.code == "NOT_SEATED"
