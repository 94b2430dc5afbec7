"""Rated games: the bank, being away, quitting, taking the seat back, and what costs nobody."""

from datetime import timedelta

import pytest

from games import presence
from games.engine.log import Cause
from games.models import Game, GameSeat, Hand, Notice, Table
from games.selectors.snapshots import snapshot
from games.services import bank, outage, quitting, tables
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
def gone(table) -> RatedTable:
    """South is gone, and it is South's turn."""
    table.until_turn_of(2)
    table.go(table.south)
    table.watch_for(11)
    return table


def drawn(table: RatedTable) -> RatedTable:
    """South's bank has just begun to be drawn."""
    table.let_pass_until(table.hand.deadline)
    assert table.hand.bank_since == table.now
    return table


def notices(table: RatedTable, kind: Notice.Kind) -> list[Notice]:
    return list(Notice.objects.filter(table=table.table_id, kind=kind))


# -- the bank -----------------------------------------------------------------------------------


def test_the_turn_of_who_is_gone_goes_on_from_the_bank(gone):
    deadline = gone.hand.deadline
    gone.let_pass_until(deadline - timedelta(seconds=0.1))
    assert gone.hand.bank_since is None
    gone.let_pass_until(deadline)
    hand = gone.hand
    assert (hand.bank_since, hand.deadline) == (deadline, deadline + timedelta(minutes=3))
    (told,) = notices(gone, Notice.Kind.BANK)
    assert (told.seat, told.data) == (2, {"seconds": 180})


def test_everybody_sees_the_bank_count_down(gone):
    drawn(gone)
    gone.watch_for(30)
    frame = snapshot(table_id=gone.table_id, user=gone.players[0]).frame
    clock = frame["clock"]
    assert (clock["seat"], clock["seconds"], clock["seconds_left"]) == ("S", 180, 150.0)
    assert clock["bank_since"] == gone.hand.bank_since.isoformat()
    assert [seat["bank_seconds"] for seat in frame["table"]["seats"]] == [180] * 4


def test_being_back_stops_the_bank_and_charges_what_was_used(gone):
    drawn(gone)
    gone.let_pass(45)
    gone.come(gone.south)
    gone.sweep()
    hand = gone.hand
    assert gone.seat().bank_ms == BANK - 45_000
    assert hand.bank_since is None
    assert hand.deadline == gone.now + timedelta(seconds=30)  # a whole clock for the bid
    (told,) = notices(gone, Notice.Kind.BANK_STOPPED)
    assert told.data == {"used": 45, "seconds": 135}
    assert gone.record().absence_lead is None


def test_who_comes_and_goes_at_each_deadline_pays_ten_seconds_each_time(gone):
    drawn(gone)
    for turn in range(1, 4):
        gone.let_pass(1)
        gone.come(gone.south)
        gone.sweep()
        assert gone.seat().bank_ms == BANK - turn * 10_000
        gone.go(gone.south)
        gone.watch_for(12)
        drawn(gone)


def test_acting_stops_the_bank_and_charges_it_too(gone):
    drawn(gone)
    gone.let_pass(25)
    gone.act(by=2)
    assert gone.seat().bank_ms == BANK - 25_000
    assert gone.hand.bank_since is None
    assert gone.record().absence_lead is None


def test_the_bank_is_for_the_whole_game_and_the_second_time_smaller(gone):
    drawn(gone)
    gone.let_pass(170)
    gone.act(by=2)
    gone.until_turn_of(2)
    drawn(gone)
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


# -- quitting -----------------------------------------------------------------------------------


def test_who_is_gone_until_the_bank_is_spent_has_quit(gone):
    drawn(gone)
    end = gone.hand.deadline
    gone.let_pass_until(end - timedelta(seconds=0.1))
    assert gone.record().quit_at is None
    gone.let_pass_until(end)
    record, seat = gone.record(), gone.seat()
    assert (record.quit_at, record.quit_cause) == (end, GameSeat.QuitCause.BANK)
    assert (seat.bank_ms, seat.user_id, seat.left_by_id) == (0, None, gone.south.pk)
    (told,) = notices(gone, Notice.Kind.QUIT)
    assert told.data == {"name": gone.south.username, "cause": "bank"}
    assert Offence.objects.get().kind == OffenceKind.QUIT


@pytest.mark.parametrize("early", [0.1, 0])
def test_back_at_the_very_end_of_the_bank_is_back_l16(gone, early):
    drawn(gone)
    gone.let_pass_until(gone.hand.deadline - timedelta(seconds=0.1))
    gone.watch_for(0.1 - early)
    gone.come(gone.south)
    gone.sweep()
    assert gone.record().quit_at is None
    assert gone.hand.deadline > gone.now


def test_back_after_the_end_the_seat_is_there_but_the_loss_stands_l16(gone):
    drawn(gone)
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
    assert len(notices(table, Notice.Kind.QUIT)) == 1


def test_nobody_else_gets_a_quitters_seat(table):
    tables.leave_table(user=table.south, table_id=table.table_id)
    for newcomer in (person(), table.players[0]):
        with pytest.raises(NotAllowed) as refusal:
            tables.join_table(user=newcomer, table_id=table.table_id, seat=2)
        assert refusal.value.code == "RATED_TABLE"
    assert table.seat().taken_by is None


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


def test_the_lead_is_that_of_the_settled_hands_when_the_absence_began(gone):
    game = Game.objects.get(pk=gone.game.pk)
    change(game, scores=[120, 175])
    assert [lead_of(game, seat) for seat in range(4)] == [-55, 55, -55, 55]
    drawn(gone)
    change(game, scores=[300, 175])
    gone.let_pass_until(gone.hand.deadline)
    assert gone.record().absence_lead == -55


def test_leaving_while_the_bank_is_drawn_charges_it_and_quits_at_once(gone):
    drawn(gone)
    gone.let_pass(20)
    tables.leave_table(user=gone.south, table_id=gone.table_id)
    assert gone.record().quit_cause == GameSeat.QuitCause.LEFT
    assert gone.seat().bank_ms == BANK - 20_000
    hand = gone.hand
    assert (hand.bank_since, hand.person_to_act) == (None, False)


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


def test_suspension_is_quitting_and_the_others_play_on(table):
    staff = person(is_staff=True, is_superuser=True)
    suspend(user=table.south, by=staff, reason="cheating", now=table.now)
    assert quitting.quit_suspended(now=table.now) == 1
    assert quitting.quit_suspended(now=table.now) == 0
    assert table.record().quit_cause == GameSeat.QuitCause.SUSPENDED
    table.play_on()
    assert table.table.status == Table.Status.FINISHED


# -- before the first card ----------------------------------------------------------------------


@pytest.fixture
def gathering(time_machine, settings) -> RatedTable:
    """The seeds are being collected."""
    return RatedTable(time_machine, settings, given=False)


def annulled(table: RatedTable) -> bool:
    game = Game.objects.get(pk=table.game.pk)
    return (game.status, game.end_cause) == (Game.Status.ANNULLED, "left_before_deal")


def test_who_leaves_before_a_card_annuls_the_game_and_bears_that_alone(gathering):
    tables.leave_table(user=gathering.south, table_id=gathering.table_id)
    assert annulled(gathering)
    assert gathering.table.status == Table.Status.CLOSED
    offence = Offence.objects.get()
    assert (offence.user, offence.kind) == (gathering.south, OffenceKind.LEFT_BEFORE_DEAL)
    causes = [gathering.record(seat).quit_cause for seat in range(4)]
    assert causes == ["", "", "before_deal", ""]
    assert not Hand.objects.filter(game=gathering.game).exists()


def test_the_annulment_is_news_to_the_apps_and_to_the_other_three(
    gathering, settings, django_capture_on_commit_callbacks, monkeypatch
):
    told, heard = [], []
    monkeypatch.setattr(
        "players.notify.publish", lambda group, message: told.append((group, message))
    )
    monkeypatch.setattr("tests.games.services.test_absence.heard", heard, raising=False)
    settings.GAME_HANDLERS = {
        **settings.GAME_HANDLERS,
        "game_annulled": ["tests.games.services.test_absence.hear"],
    }
    with django_capture_on_commit_callbacks(execute=True):
        tables.leave_table(user=gathering.south, table_id=gathering.table_id)
    assert heard == [str(gathering.game.pk)]
    others = {f"n.{player.pk}" for player in gathering.players} - {f"n.{gathering.south.pk}"}
    assert {group for group, message in told if message["type"] == "notice"} == others


heard: list[str] = []


def hear(game_id: str) -> None:
    heard.append(game_id)


def test_closing_the_browser_before_the_deal_annuls_nothing(gathering):
    gathering.go(gathering.south)
    gathering.let_pass(4)
    gathering.let_pass(4)
    game = Game.objects.get(pk=gathering.game.pk)
    assert game.status == Game.Status.PLAYING
    assert Hand.objects.filter(game=game).exists()


def test_once_dealt_nobodys_leaving_annuls_a_game_l08(gathering):
    gathering.let_pass(4)
    assert Game.objects.get(pk=gathering.game.pk).deals_used == 1
    tables.leave_table(user=gathering.south, table_id=gathering.table_id)
    assert Game.objects.get(pk=gathering.game.pk).status == Game.Status.PLAYING
    assert gathering.record().quit_cause == "left"


def test_a_suspension_before_a_card_annuls_too(gathering):
    staff = person(is_staff=True, is_superuser=True)
    suspend(user=gathering.south, by=staff, reason="cheating", now=gathering.now)
    quitting.quit_suspended(now=gathering.now)
    assert annulled(gathering)


# -- what makes nobody a quitter ----------------------------------------------------------------


def test_a_lost_cache_makes_nobody_a_quitter(gone):
    drawn(gone)
    gone.watch_for(170)
    presence.cache.clear()  # the leases of all four are lost, and with them who is gone
    gone.let_pass_until(gone.hand.deadline)
    assert gone.record().quit_at is None
    assert gone.log()[-1].cause == Cause.TIMEOUT  # the game goes on
    assert (gone.seat().bank_ms, gone.seat().timeouts) == (BANK, 0)


def test_without_any_cache_a_whole_hand_makes_nobody_a_quitter(table, settings):
    nowhere = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
    settings.CACHES = {**settings.CACHES, "default": nowhere}
    table.here = set()
    table.play_on()
    assert Game.objects.get(pk=table.game.pk).status == Game.Status.FINISHED
    assert not Offence.objects.exists()
    assert [table.seat(index).bank_ms for index in range(4)] == [BANK] * 4
    assert not any(table.seat(index).away for index in range(4))


def test_the_cache_back_is_believed_only_after_a_leases_time(gone):
    presence.cache.clear()
    gone.watch_for(9)
    assert presence.look(gone.table_id, gone.south.pk, now=gone.now) is presence.Seen.UNKNOWN
    gone.watch_for(8)
    assert presence.look(gone.table_id, gone.south.pk, now=gone.now) is presence.Seen.GONE


def test_a_watch_with_a_gap_begins_anew(gone):
    gone._to(gone.now + timedelta(seconds=6))
    presence.watch(now=gone.now)
    assert presence.look(gone.table_id, gone.south.pk, now=gone.now) is presence.Seen.UNKNOWN


def test_an_outage_while_the_bank_is_drawn_costs_nothing_of_it(gone):
    drawn(gone)
    gone.let_pass(40)
    stopped = gone.now
    gone._to(stopped + timedelta(seconds=100))
    assert outage.beat(now=gone.now) == timedelta(seconds=100)
    hand = gone.hand
    assert hand.deadline - gone.now == timedelta(seconds=140)
    gone.act(by=2)
    assert gone.seat().bank_ms == BANK - 40_000


def test_after_an_outage_nobody_is_gone_before_there_was_time_to_connect(gone):
    gone.sweep()
    gone._to(gone.now + timedelta(seconds=60))
    outage.beat(now=gone.now)
    seen = presence.look(gone.table_id, gone.players[0].pk, now=gone.now)
    assert seen is presence.Seen.UNKNOWN


def test_the_opponents_play_on_while_a_seat_is_gone_l22(table):
    table.until_turn_of(3)
    table.go(table.south)
    table.until_turn_of(2)
    assert [entry.cause for entry in table.log()].count(Cause.TIMEOUT) == 0
    assert table.hand.seq >= 3


# -- races by hand ------------------------------------------------------------------------------


def test_an_action_overtakes_an_expiry_that_was_read_before_it(gone):
    drawn(gone)
    gone.let_pass_until(gone.hand.deadline - timedelta(seconds=1))
    stale = gone.hand
    gone.act(by=2)
    gone.watch_for(2)
    assert not quitting.quit_overdue(stale, now=gone.now)
    assert gone.record().quit_at is None


def test_a_return_overtakes_an_expiry_that_was_read_before_it(gone):
    drawn(gone)
    stale = gone.hand
    gone.let_pass(30)
    assert bank.stop(stale.pk, now=gone.now)
    assert not bank.stop(stale.pk, now=gone.now)
    assert not quitting.quit_overdue(stale, now=gone.now)
    assert gone.record().quit_at is None


def test_who_has_quit_acts_no_more_until_they_are_back(gone):
    drawn(gone)
    gone.let_pass_until(gone.hand.deadline)
    with pytest.raises(NotAllowed) as refusal:
        gone.act(by=2)
    assert refusal.value.code == "NOT_SEATED"
