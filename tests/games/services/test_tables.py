"""Sitting down, leaving, coming back: one stated outcome each."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import presence
from games.engine import RuleError
from games.models import Game, Hand, Seat, Table
from games.services import games, play, tables
from players.errors import Conflict, NotAllowed, NotFound, RuleRefused, TooMany
from tests.games.at_the_table import live_hand, people, person, play_on, started, table_of

pytestmark = pytest.mark.django_db

HOME = "192.0.2.1"


def sitters(table: Table) -> list[str]:
    return [s.user.username if s.user else s.bot for s in table.seats.select_related("user")]


def finish_hand(game: Game) -> None:
    hand = live_hand(game)
    for acted in play_on(game):
        if acted.pk != hand.pk:
            return


def test_the_host_sits_north_and_the_first_to_join_a_private_table_sits_opposite_s001_39():
    host, partner, third, fourth = people()
    table = tables.create_table(user=host, public=False)
    for user in (partner, third, fourth):
        tables.join_by_code(user=user, code=table.code.lower(), address=HOME)
    assert sitters(table) == [u.username for u in (host, third, partner, fourth)]


def test_a_table_under_changed_options_keeps_them_whole():
    table = tables.create_table(user=person(), preset="house500", options={"target": 200})
    assert (table.rules["target"], table.rules["floor"]) == (200, -200)


def test_unknown_presets_and_contradictory_options_are_refused_by_name():
    with pytest.raises(RuleRefused) as refused:
        tables.create_table(user=person(), preset="bridge")
    assert refused.value.code == "UNKNOWN_PRESET"
    with pytest.raises(RuleError) as refused_rules:
        tables.create_table(user=person(), options={"target": -5})
    assert set(refused_rules.value.fields) == {"target"}
    assert not Table.objects.exists()


def test_a_taken_chair_a_second_chair_and_a_full_table_are_conflicts():
    a, b, c, d = people()
    table = table_of(a, b)
    for user, seat, code in [(c, 1, "SEAT_TAKEN"), (a, 2, "ALREADY_SEATED")]:
        with pytest.raises(Conflict) as refused:
            tables.join_table(user=user, table_id=table.pk, seat=seat)
        assert refused.value.code == code
    tables.join_table(user=c, table_id=table.pk)
    tables.join_table(user=d, table_id=table.pk)
    with pytest.raises(Conflict) as refused:
        tables.join_table(user=person(), table_id=table.pk)
    assert refused.value.code == "TABLE_FULL"


def test_a_private_table_is_joined_by_code_only():
    table = tables.create_table(user=person(), public=False)
    with pytest.raises(NotFound):
        tables.join_table(user=person(), table_id=table.pk)
    with pytest.raises(NotFound) as refused:
        tables.join_by_code(user=person(), code="NOSUCHCODE", address=HOME)
    assert refused.value.code == "WRONG_CODE"


def test_an_old_code_is_worthless_after_rotation():
    host = person()
    table = tables.create_table(user=host, public=False)
    code = tables.rotate_code(user=host, table_id=table.pk)
    assert code != table.code
    with pytest.raises(NotFound):
        tables.join_by_code(user=person(), code=table.code, address=HOME)
    tables.join_by_code(user=person(), code=code, address=HOME)


def test_codes_can_be_tried_ten_times_a_minute_by_account_and_by_address_s10(
    settings, time_machine
):
    settings.RATE_LIMITS = {"table_code": (10, 60)}
    time_machine.move_to(1_900_000_000, tick=False)
    guesser = person()
    for _ in range(10):
        with pytest.raises(NotFound):
            tables.join_by_code(user=guesser, code="AAAAAAAAAA", address="192.0.2.7")
    with pytest.raises(TooMany):
        tables.join_by_code(user=guesser, code="AAAAAAAAAA", address="192.0.2.8")
    with pytest.raises(TooMany):
        tables.join_by_code(user=person(), code="AAAAAAAAAA", address="192.0.2.7")


def test_codes_hold_more_than_forty_bits():
    assert len(tables.CODE_ALPHABET) ** tables.CODE_LENGTH > 2**40


def test_guests_stay_out_where_the_host_says_accounts_only():
    table = tables.create_table(user=person(), accounts_only=True)
    with pytest.raises(NotAllowed) as refused:
        tables.join_table(user=person(is_guest=True), table_id=table.pk)
    assert refused.value.code == "ACCOUNTS_ONLY"


def test_the_host_starts_from_two_people_and_bots_take_the_rest_s001_40():
    a, b = people(2)
    table = table_of(a, b)
    game = games.start_game(user=a, table_id=table.pk)
    assert sitters(table) == [a.username, b.username, "rules", "rules"]
    assert games.start_game(user=a, table_id=table.pk) == game  # a double click


def test_without_bots_every_chair_must_be_taken():
    a, b = people(2)
    with pytest.raises(Conflict) as refused:
        games.start_game(user=a, table_id=table_of(a, b).pk, fill_with_bots=False)
    assert refused.value.code == "SEATS_EMPTY"


def test_only_the_host_starts_and_kicks_and_only_before_the_game():
    a, b, c = people(3)
    table = table_of(a, b, c)
    with pytest.raises(NotAllowed):
        games.start_game(user=b, table_id=table.pk)
    with pytest.raises(NotAllowed):
        tables.kick(user=b, table_id=table.pk, seat=2)
    tables.kick(user=a, table_id=table.pk, seat=2)
    assert sitters(table) == [a.username, b.username, "", ""]
    games.start_game(user=a, table_id=table.pk)
    with pytest.raises(Conflict):
        tables.kick(user=a, table_id=table.pk, seat=1)


def test_who_leaves_during_a_game_is_replaced_at_once_and_may_return_at_any_time():
    a, b = people(2)
    table = table_of(a, b)
    game = started(table)
    tables.leave_table(user=b, table_id=table.pk)
    seat = table.seats.get(index=1)
    assert (seat.user, seat.bot, seat.left_by) == (None, "rules", b)
    tables.join_table(user=b, table_id=table.pk)
    seat.refresh_from_db()
    assert (seat.user, seat.bot, seat.left_by) == (b, "", None)
    assert live_hand(game) is not None


def test_leaving_on_ones_turn_hands_the_turn_to_the_bot():
    table = table_of(person())
    game = started(table)
    while not live_hand(game).person_to_act:
        next(play_on(game, 1))
    tables.leave_table(user=table.host, table_id=table.pk)
    hand = live_hand(game)
    assert not hand.person_to_act
    assert hand.deadline is not None


def test_the_host_role_passes_clockwise_to_the_next_person():
    a, b, c = people(3)
    table = table_of(a, b, c)
    tables.leave_table(user=a, table_id=table.pk)
    table.refresh_from_db()
    assert table.host == b
    tables.leave_table(user=b, table_id=table.pk)
    table.refresh_from_db()
    assert table.host == c


def test_a_newcomer_takes_a_bots_chair_when_the_next_hand_is_dealt():
    a, newcomer = people(2)
    table = table_of(a)
    game = started(table)
    chair = tables.join_table(user=newcomer, table_id=table.pk)
    assert (chair.user, chair.taken_by) == (None, newcomer)
    finish_hand(game)
    chair.refresh_from_db()
    assert (chair.user, chair.bot, chair.taken_by) == (newcomer, "", None)
    hand = live_hand(game)
    assert hand.number == 2


def test_sittings_say_who_sat_through_which_deals():
    a, newcomer = people(2)
    table = table_of(a)
    game = started(table)
    tables.join_table(user=newcomer, table_id=table.pk, seat=2)
    finish_hand(game)
    at_south = list(game.sittings.filter(index=2).values_list("user", "first_deal", "last_deal"))
    assert at_south == [(None, 1, 1), (newcomer.pk, 2, None)]


def test_a_returning_player_comes_before_a_newcomer_who_waits_for_the_chair():
    a, b, newcomer = people(3)
    table = table_of(a, b)
    started(table)
    tables.leave_table(user=b, table_id=table.pk)
    tables.join_table(user=newcomer, table_id=table.pk, seat=1)
    tables.return_to_table(user=b, table_id=table.pk)
    assert table.seats.get(index=1).user == b
    assert Seat.objects.get(taken_by=newcomer).index != 1


def test_play_now_opens_a_table_with_three_bots_when_there_is_none():
    user = person(is_guest=True)
    seat = tables.play_now(user=user)
    assert seat.user == user
    assert sitters(seat.table).count("rules") == 3
    assert seat.table.status == Table.Status.PLAYING


def test_a_double_click_on_play_now_gives_one_seat():
    user = person()
    assert tables.play_now(user=user) == tables.play_now(user=user)
    assert Table.objects.count() == 1


def test_play_now_asked_again_while_waiting_for_a_chair_keeps_that_chair():
    host, user = people(2)
    table = table_of(host)
    started(table)
    presence.renew(table.pk, host.pk)
    waiting = tables.play_now(user=user)
    assert waiting.taken_by == user
    assert tables.play_now(user=user) == waiting
    assert Table.objects.count() == 1


def test_play_now_joins_the_fullest_open_table_of_the_preset():
    a, b, c, user = people()
    emptier, fuller = table_of(a), table_of(b, c)
    for table in (emptier, fuller):
        presence.renew(table.pk, table.host_id)
    assert tables.play_now(user=user).table == fuller
    other = tables.play_now(user=person(), preset="short300")
    assert other.table not in (emptier, fuller)


def test_play_now_passes_over_tables_where_nobody_is_connected():
    table_of(person())
    assert Table.objects.count() == 1
    tables.play_now(user=person())
    assert Table.objects.count() == 2


def test_when_every_person_has_left_the_table_closes_after_ten_minutes_annulled_and_kept():
    a, b = people(2)
    table = table_of(a, b)
    game = started(table)
    tables.leave_table(user=a, table_id=table.pk)
    tables.leave_table(user=b, table_id=table.pk)
    now = timezone.now()
    assert tables.close_idle_tables(now=now + timedelta(minutes=9, seconds=50)) == 0
    assert tables.close_idle_tables(now=now + timedelta(minutes=10, seconds=1)) == 1
    game.refresh_from_db()
    table.refresh_from_db()
    assert (game.status, game.end_cause, table.status) == ("annulled", "abandoned", "closed")
    hand = Hand.objects.get(game=game)
    assert hand.status == Hand.Status.ANNULLED
    assert hand.deal is not None


def test_a_return_within_ten_minutes_keeps_the_table_open():
    a = person()
    table = table_of(a)
    started(table)
    tables.leave_table(user=a, table_id=table.pk)
    tables.return_to_table(user=a, table_id=table.pk)
    assert tables.close_idle_tables(now=timezone.now() + timedelta(hours=1)) == 0


def test_an_unclocked_game_waits_seven_days_for_its_person():
    table = table_of(person())
    started(table)
    assert tables.close_idle_tables(now=timezone.now() + timedelta(days=6, hours=23)) == 0
    assert tables.close_idle_tables(now=timezone.now() + timedelta(days=7, hours=1)) == 1


@pytest.fixture
def finished_table() -> Table:
    table = table_of(*people(2), options={"target": 10, "hand_cap": 1})
    game = started(table)
    for _ in play_on(game):
        pass
    table.refresh_from_db()
    while table.status != Table.Status.FINISHED:
        table.refresh_from_db()
    return table


def test_a_rematch_starts_when_every_person_wants_it(finished_table):
    a, b = [seat.user for seat in finished_table.seats.filter(user__isnull=False)]
    assert games.rematch(user=a, table_id=finished_table.pk) is None
    game = games.rematch(user=b, table_id=finished_table.pk)
    assert game is not None
    assert Game.objects.filter(table=finished_table).count() == 2


def test_who_leaves_after_the_game_does_not_hold_up_the_rematch(finished_table):
    a, b = [seat.user for seat in finished_table.seats.filter(user__isnull=False)]
    games.rematch(user=a, table_id=finished_table.pk)
    tables.leave_table(user=b, table_id=finished_table.pk)
    assert Game.objects.filter(table=finished_table, status=Game.Status.HASHING).exists()


def test_partners_change_by_turning_the_chairs_of_the_others():
    a, b, c, d = people()
    table = table_of(a, b, c, d)
    tables.change_partners(user=a, table_id=table.pk)
    assert sitters(table) == [u.username for u in (a, c, d, b)]


def test_a_host_may_have_five_open_tables():
    host = person()
    for _ in range(5):
        tables.create_table(user=host)
    with pytest.raises(TooMany):
        tables.create_table(user=host)


def test_an_exhibition_goes_on_without_end_and_gives_a_chair_to_who_comes():
    table = tables.create_table(user=None, exhibition=True, options={"target": 10, "hand_cap": 1})
    game = games.start_exhibition(table_id=table.pk)
    assert live_hand(game) is not None
    for _ in play_on(game):
        pass
    assert games.continue_exhibitions(now=timezone.now()) == 0
    assert games.continue_exhibitions(now=timezone.now() + timedelta(seconds=11)) == 1
    newcomer = person()
    tables.join_table(user=newcomer, table_id=table.pk)
    assert Seat.objects.filter(taken_by=newcomer).exists()


def test_a_stranger_cannot_return_to_a_table_he_never_sat_at():
    table = table_of(person())
    with pytest.raises(NotAllowed):
        tables.return_to_table(user=person(), table_id=table.pk)


def test_a_bot_that_was_left_the_seat_cannot_act_once_its_person_is_back():
    a = person()
    table = table_of(a)
    game = started(table)
    while not live_hand(game).person_to_act:
        next(play_on(game, 1))
    tables.leave_table(user=a, table_id=table.pk)
    tables.return_to_table(user=a, table_id=table.pk)
    hand = live_hand(game)
    assert hand.person_to_act
    assert not play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token="b3")
