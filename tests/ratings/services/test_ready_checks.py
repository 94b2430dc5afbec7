"""The ready check: all four or nobody, once, in time, and nobody pays for our outage."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, GameSeat
from games.services import outage
from players.errors import Conflict, NotFound
from players.models import Offence, OffenceKind
from players.selectors.conduct import banned_until
from players.services.blocks import block
from ratings.models import Ladder, RatedGame, ReadyCheck, Ticket, TicketPlayer
from ratings.selectors.queue import standing
from ratings.services import queue, ready_checks, rounds
from ratings.services.queue_upkeep import credit_outage
from tests.games.at_the_table import people, person
from tests.ratings.in_the_queue import all_ready, called, ladder, party_of, serving, wait

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return serving(timezone.now())


def seconds(number):
    return timedelta(seconds=number)


def test_the_fourth_who_is_ready_starts_a_rated_game_of_the_four(now):
    check, four = called(now)
    for user in four[:3]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    assert not Game.objects.exists()
    ready_checks.answer(user=four[3], check_id=check.pk, ready=True, now=now)
    check.refresh_from_db()
    game = RatedGame.objects.get(ladder__slug="classic").game
    assert (check.status, check.game, game.rated) == (ReadyCheck.Status.STARTED, game, True)
    seated = GameSeat.objects.filter(game=game).order_by("index").values_list("user_id", flat=True)
    assert list(seated) == list(check.seats.values_list("player_id", flat=True))
    assert set(seated) == {user.pk for user in four}
    assert game.table.status == "playing"
    assert not TicketPlayer.objects.exists()
    assert set(Ticket.objects.values_list("status", flat=True)) == {Ticket.Status.PLAYING}
    assert standing(four[0])["rated_game"] == {"table": str(game.table_id), "game": str(game.pk)}


def test_no_rated_seat_starts_with_a_bot(now):
    check, four = called(now)
    all_ready(check, four, now=now)
    assert not GameSeat.objects.exclude(bot="").exists()
    assert not GameSeat.objects.filter(user__isnull=True).exists()


def test_before_the_start_a_ready_check_names_nobody(now):
    check, four = called(now)
    ready_checks.answer(user=four[0], check_id=check.pk, ready=True, now=now)
    shown = standing(four[1])["ready_check"]
    assert shown == {
        "id": str(check.pk),
        "ladder": "classic",
        "deadline": shown["deadline"],
        "seconds_left": shown["seconds_left"],
        "ready": 1,
        "of": 4,
        "you_are_ready": False,
    }
    assert not any(user.username in str(shown) for user in four)


def test_being_ready_twice_counts_once(now):
    check, four = called(now)
    for _ in range(4):
        ready_checks.answer(user=four[0], check_id=check.pk, ready=True, now=now)
    assert check.seats.filter(ready_at__isnull=False).count() == 1
    assert not Game.objects.exists()


def test_an_answer_after_the_start_says_that_it_has_started(now):
    check, four = called(now)
    all_ready(check, four, now=now)
    again = ready_checks.answer(user=four[0], check_id=check.pk, ready=True, now=now)
    assert again.game_id == check.game_id
    with pytest.raises(Conflict):
        ready_checks.answer(user=four[0], check_id=check.pk, ready=False, now=now)
    assert not Offence.objects.exists()


def test_a_check_asks_its_four_and_nobody_else(now):
    check, _four = called(now)
    for stranger, number in ((person(), check.pk), (_four[0], "1" * 32)):
        with pytest.raises(NotFound):
            ready_checks.answer(user=stranger, check_id=number, ready=True, now=now)


def test_who_misses_the_check_is_banned_and_the_others_go_to_the_front(now):
    ladder()
    first = person()
    (early,) = wait(first, now=now - seconds(20))
    queue.seen(user_ids=[first.pk], now=now)
    others = people(3)
    wait(*others, now=now)
    assert rounds.run_round(now=now) == 1
    check = ReadyCheck.objects.get()
    for user in [first, *others[:2]]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    over = serving(now + seconds(20))
    assert ready_checks.expire_due(now=over) == 1
    assert Offence.objects.get().user == others[2]
    assert Offence.objects.get().kind == OffenceKind.MISSED_READY
    assert banned_until(others[2].pk, now=over) == over + timedelta(minutes=1)
    early.refresh_from_db()
    assert (early.status, early.front, early.since) == (
        Ticket.Status.WAITING,
        True,
        now - seconds(20),
    )
    assert standing(others[2])["ticket"] is None
    assert Ticket.objects.filter(status=Ticket.Status.MISSED).count() == 1


def test_a_second_miss_is_banned_for_longer(now):
    alice, others, at, bans = person(), people(3), now, []
    for _ in range(2):
        check, _four = called(at, [alice, *others])
        for user in others:
            ready_checks.answer(user=user, check_id=check.pk, ready=True, now=at)
        at = serving(at + seconds(20))
        ready_checks.expire_due(now=at)
        until = banned_until(alice.pk, now=at)
        assert until is not None
        bans.append(until - at)
        for user in others:
            queue.leave(user=user, now=at)
        at = serving(until + seconds(1))
    assert bans[1] > bans[0]


@pytest.mark.parametrize("way", ["decline", "leave the queue"])
def test_to_decline_or_leave_during_a_check_is_to_miss_it_at_once(now, way):
    check, four = called(now)
    if way == "decline":
        ready_checks.answer(user=four[1], check_id=check.pk, ready=False, now=now)
    else:
        queue.leave(user=four[1], now=now)
    check.refresh_from_db()
    assert check.status == ReadyCheck.Status.FAILED
    assert Offence.objects.get().user == four[1]
    assert Ticket.objects.filter(status=Ticket.Status.WAITING, front=True).count() == 3
    with pytest.raises(Conflict) as refusal:
        ready_checks.answer(user=four[0], check_id=check.pk, ready=True, now=now)
    assert refusal.value.code == "READY_CHECK_OVER"


def test_the_partner_of_one_who_missed_leaves_the_queue_without_a_ban(now):
    ladder()
    alice, bruno, chloe, dmitri = people(4)
    party_of(alice, bruno, now=now)
    party_of(chloe, dmitri, now=now)
    wait(alice, chloe, now=now)
    assert rounds.run_round(now=now) == 1
    check = ReadyCheck.objects.get()
    ready_checks.answer(user=bruno, check_id=check.pk, ready=False, now=now)
    assert [offence.user for offence in Offence.objects.all()] == [bruno]
    assert standing(alice)["ticket"] is None
    assert standing(chloe)["ticket"]["front"]
    queue.join(user=alice, ladders=["classic"], as_party=False, now=now)


def test_an_answer_after_the_deadline_is_too_late_even_before_the_sweep(now):
    check, four = called(now)
    with pytest.raises(Conflict) as refusal:
        ready_checks.answer(user=four[0], check_id=check.pk, ready=True, now=now + seconds(20))
    assert refusal.value.code == "READY_CHECK_OVER"


def test_nobody_misses_a_check_because_our_servers_were_away(now):
    check, four = called(now)
    back = now + seconds(60)
    assert ready_checks.expire_due(now=back) == 0  # the pulse is old
    outage.beat(now=back)
    assert ready_checks.expire_due(now=back) == 0
    check.refresh_from_db()
    assert check.deadline == now + seconds(80)
    assert standing(four[0], now=back)["ticket"]
    all_ready(check, four, now=back + seconds(19))
    assert check.status == ReadyCheck.Status.STARTED


def test_a_check_opened_during_an_outage_is_credited_for_the_rest_of_it(now):
    check, _four = called(now)
    outage_began = now - seconds(30)
    credit_outage(since=outage_began, now=now + seconds(10))
    check.refresh_from_db()
    assert check.deadline == now + seconds(30)


def test_nobody_lapses_from_the_queue_because_our_servers_were_away(now):
    ladder()
    (ticket,) = wait(person(), now=now)
    back = now + timedelta(minutes=10)
    outage.beat(now=back)
    assert queue.close_the_unfit(now=back + seconds(29)) == 0
    serving(back + seconds(31))
    assert queue.close_the_unfit(now=back + seconds(31)) == 1
    ticket.refresh_from_db()
    assert ticket.status == Ticket.Status.LAPSED


def test_no_game_starts_with_somebody_who_was_suspended_meanwhile(now):
    check, four = called(now)
    for user in four[:3]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    four[0].is_active = False
    four[0].save(update_fields=["is_active"])
    ready_checks.answer(user=four[3], check_id=check.pk, ready=True, now=now)
    assert not Game.objects.exists()
    assert Ticket.objects.filter(status=Ticket.Status.WAITING, front=True).count() == 3


def test_a_start_that_fails_leaves_everything_as_it_was(now):
    check, four = called(now)
    for user in four[:3]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    Ladder.objects.filter(pk=check.ladder_id).update(preset="whist")
    with pytest.raises(ValueError, match="whist is not a rated preset"):
        ready_checks.answer(user=four[3], check_id=check.pk, ready=True, now=now)
    check.refresh_from_db()
    assert check.status == ReadyCheck.Status.OPEN
    assert check.seats.filter(ready_at__isnull=False).count() == 3
    assert not Game.objects.exists()
    Ladder.objects.filter(pk=check.ladder_id).update(preset="classic")
    ready_checks.answer(user=four[3], check_id=check.pk, ready=True, now=now)
    assert RatedGame.objects.count() == 1


def test_the_sweep_announces_a_game_once_more_and_then_no_more(now):
    check, four = called(now)
    all_ready(check, four, now=now)
    assert [ready_checks.tell_again(now=now) for _ in range(2)] == [1, 0]


def test_the_front_goes_before_those_who_came_first(now):
    check, four = called(now)
    ready_checks.answer(user=four[0], check_id=check.pk, ready=False, now=now)
    earlier = people(2)
    wait(*earlier, now=now - seconds(25))
    queue.seen(user_ids=[user.pk for user in earlier], now=now)
    assert rounds.run_round(now=serving(now + seconds(2))) == 1
    again = ReadyCheck.objects.get(status=ReadyCheck.Status.OPEN)
    assert {user.pk for user in four[1:]} < set(again.seats.values_list("player_id", flat=True))


def test_who_blocks_another_of_the_four_before_the_start_does_not_get_to_sit_with_them(now):
    check, four = called(now)
    block(user=four[1], username=four[0].username)
    all_ready(check, four, now=now)
    assert (check.status, Game.objects.count()) == (ReadyCheck.Status.FAILED, 0)
    assert not Offence.objects.exists()
    assert set(Ticket.objects.values_list("status", "front")) == {(Ticket.Status.WAITING, True)}
    assert rounds.run_round(now=serving(now + seconds(300))) == 0


def test_a_ladder_that_closes_during_a_ready_check_gets_no_game(now):
    check, four = called(now)
    ladder("classic", is_open=False)
    all_ready(check, four, now=now)
    assert (check.status, Game.objects.count()) == (ReadyCheck.Status.FAILED, 0)
    assert not Offence.objects.exists()
    assert queue.close_the_unfit(now=now) == 4
    assert set(Ticket.objects.values_list("status", flat=True)) == {Ticket.Status.CLOSED}


def test_who_was_ready_may_leave_a_check_that_ran_out_and_the_others_have_missed_it(now):
    check, four = called(now)
    for user in four[:2]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    over = serving(now + seconds(21))  # and no sweep has come by yet
    queue.leave(user=four[0], now=over)
    assert set(Offence.objects.values_list("user_id", flat=True)) == {four[2].pk, four[3].pk}
    assert standing(four[0])["ticket"] is None
    assert standing(four[1])["ticket"]["front"]


def test_who_did_not_answer_gains_nothing_by_leaving_a_check_that_ran_out(now):
    check, four = called(now)
    for user in four[:3]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    queue.leave(user=four[3], now=serving(now + seconds(21)))
    assert list(Offence.objects.values_list("user_id", flat=True)) == [four[3].pk]
    assert Ticket.objects.get(status=Ticket.Status.MISSED).players.count() == 0
