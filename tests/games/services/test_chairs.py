"""Who comes and goes at the same table again and again, and what must stay true meanwhile."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Hand, Seat, Table
from games.services import games, pause, tables
from games.services.seating import VACANT_FOR
from players.models import User
from tests.games.at_the_table import live_hand, people, person, play_on, started, table_of

pytestmark = pytest.mark.django_db


def next_hand(game) -> Hand:
    """Play the running hand to its end; the hand after it."""
    number = live_hand(game).number
    for _ in play_on(game):
        hand = live_hand(game)
        if hand is not None and hand.number > number:
            return hand
    raise AssertionError("the game is over")


def places(table: Table, user: User) -> set[tuple[int, str]]:
    """Every claim `user` has on a chair of the table."""
    return {
        (seat.index, claim)
        for seat in table.seats.all()
        for claim in ("user", "taken_by", "left_by")
        if getattr(seat, f"{claim}_id") == user.pk
    }


def untimed_turn_of(user: User, table: Table) -> Hand:
    """The game of one person alone, at a turn of theirs: nobody hurries."""
    game = started(table)
    while not live_hand(game).person_to_act:
        next(play_on(game, 1))
    hand = live_hand(game)
    assert hand.deadline is None
    return hand


def test_who_left_a_chair_and_waits_for_another_may_return_to_the_first_and_play_goes_on():
    a, b = people(2)
    table = table_of(a, b)
    game = started(table)
    tables.leave_table(user=b, table_id=table.pk)
    tables.join_table(user=b, table_id=table.pk, seat=2)
    tables.return_to_table(user=b, table_id=table.pk)
    hand = next_hand(game)
    assert hand.number == 2
    assert len(places(table, b)) == 1


def test_who_took_another_chair_after_leaving_one_can_still_say_that_they_are_back():
    a, b = people(2)
    table = table_of(a, b)
    game = started(table)
    tables.leave_table(user=b, table_id=table.pk)
    tables.join_table(user=b, table_id=table.pk, seat=2)
    next_hand(game)
    Seat.objects.filter(table=table, user=b).update(away=True)
    assert tables.return_to_table(user=b, table_id=table.pk).index == 2
    assert places(table, b) == {(2, "user")}


def test_a_newcomer_who_waits_keeps_the_table_open_when_the_last_person_leaves():
    a, newcomer = people(2)
    table = table_of(a)
    game = started(table)
    tables.join_table(user=newcomer, table_id=table.pk)
    tables.leave_table(user=a, table_id=table.pk)
    assert tables.close_idle_tables(now=timezone.now() + VACANT_FOR * 2) == 0
    next_hand(game)
    assert tables.close_idle_tables(now=timezone.now() + VACANT_FOR * 2) == 0


def test_a_newcomer_who_gives_up_waiting_leaves_an_empty_table_to_close():
    a, newcomer = people(2)
    table = table_of(a)
    started(table)
    tables.leave_table(user=a, table_id=table.pk)
    tables.join_table(user=newcomer, table_id=table.pk)
    tables.leave_table(user=newcomer, table_id=table.pk)
    assert tables.close_idle_tables(now=timezone.now() + VACANT_FOR * 2) == 1


def test_the_newcomer_at_a_table_without_a_host_becomes_its_host():
    a, newcomer = people(2)
    table = table_of(a)
    game = started(table)
    tables.leave_table(user=a, table_id=table.pk)
    tables.join_table(user=newcomer, table_id=table.pk)
    next_hand(game)
    table.refresh_from_db()
    assert table.host == newcomer


def test_a_turn_without_a_clock_gets_one_when_a_newcomer_is_moved_to_another_chair():
    a, b, newcomer = people(3)
    table = table_of(a, b)
    game = started(table)
    for user in (a, b):
        tables.leave_table(user=user, table_id=table.pk)
    while live_hand(game).to_act != 1:
        next(play_on(game, 1))
    tables.join_table(user=newcomer, table_id=table.pk, seat=1)
    tables.return_to_table(user=b, table_id=table.pk)
    assert Seat.objects.get(table=table, taken_by=newcomer).index != 1
    hand = live_hand(game)
    assert hand.person_to_act
    assert hand.deadline is not None


def test_a_clock_starts_after_a_pause_in_which_somebody_came():
    a, newcomer = people(2)
    table = table_of(a)
    hand = untimed_turn_of(a, table)
    pause.ask_pause(user=a, table_id=table.pk, wants=True)
    tables.join_table(user=newcomer, table_id=table.pk)
    pause.resume(user=a, table_id=table.pk)
    hand.refresh_from_db()
    assert hand.deadline is not None


def test_a_bot_takes_the_turn_after_a_pause_in_which_its_person_left():
    a, b = people(2)
    table = table_of(a, b)
    hand = live_hand(started(table))
    while not hand.person_to_act:
        next(play_on(hand.game, 1))
        hand.refresh_from_db()
    for user in (a, b):
        pause.ask_pause(user=user, table_id=table.pk, wants=True)
    leaver, other = (a, b) if hand.to_act == 0 else (b, a)
    tables.leave_table(user=leaver, table_id=table.pk)
    pause.resume(user=other, table_id=table.pk)
    hand.refresh_from_db()
    assert not hand.person_to_act


def test_a_pause_asked_for_twice_is_not_a_wish_for_the_next_one():
    a = person()
    table = table_of(a)
    started(table)
    for _ in range(2):
        assert pause.ask_pause(user=a, table_id=table.pk, wants=True)
    pause.resume(user=a, table_id=table.pk)
    assert not table.seats.filter(wants_pause=True).exists()


def test_an_absent_person_does_not_hold_up_an_exhibition():
    table = tables.create_table(user=None, exhibition=True)
    game = games.start_exhibition(table_id=table.pk)
    visitor = person()
    tables.join_table(user=visitor, table_id=table.pk)
    hand = next_hand(game)
    while not hand.person_to_act:
        next(play_on(game, 1))
        hand = live_hand(game)
    assert hand.deadline is not None


def test_who_is_away_when_an_exhibition_begins_anew_gives_the_chair_to_a_bot():
    table = tables.create_table(user=None, exhibition=True, options={"target": 10, "hand_cap": 1})
    game = games.start_exhibition(table_id=table.pk)
    visitor = person()
    chair = tables.join_table(user=visitor, table_id=table.pk)
    for _ in play_on(game):
        pass
    chair.refresh_from_db()
    assert chair.user == visitor
    Seat.objects.filter(pk=chair.pk).update(away=True)
    games.continue_exhibitions(now=timezone.now() + timedelta(seconds=11))
    chair.refresh_from_db()
    assert chair.user is None
