"""Rounds: one at a time, everybody once, by rating, by wait, by who met whom."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.models import Block
from ratings.models import RatedGame, ReadyCheck, RoundClaim, Ticket
from ratings.selectors.rounds import history_of, waiting_for
from ratings.services import queue, rounds
from ratings.services.ready_checks import Call, call_to_tables
from tests.games.at_the_table import people
from tests.ratings.in_the_queue import all_ready, ladder, party_of, rated, serving, wait

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    ladder()
    return serving(timezone.now())


def tables():
    return [
        set(check.seats.values_list("player_id", flat=True))
        for check in ReadyCheck.objects.order_by("created_at", "pk")
    ]


def keys(users):
    return {user.pk for user in users}


def test_eight_people_become_the_tables_of_like_strength(now):
    strong = [rated(user, 1900) for user in people(4)]
    weak = [rated(user, 1200) for user in people(4)]
    wait(*(user for pair in zip(strong, weak, strict=True) for user in pair), now=now)
    assert rounds.run_round(now=now) == 2
    assert sorted(map(sorted, tables())) == sorted(map(sorted, [keys(strong), keys(weak)]))


def test_the_strongest_plays_with_the_weakest_of_the_four(now):
    users = [rated(user, mu) for user, mu in zip(people(4), (1500, 1530, 1560, 1590), strict=True)]
    wait(*users, now=now)
    rounds.run_round(now=now)
    seats = list(ReadyCheck.objects.get().seats.values_list("player_id", flat=True))
    sides = {frozenset(seats[0::2]), frozenset(seats[1::2])}
    assert sides == {frozenset(keys(users[0::3])), frozenset(keys(users[1:3]))}


def test_far_apart_in_rating_one_waits_until_the_reach_has_widened(now):
    users = [rated(user, mu) for user, mu in zip(people(4), (1500, 1500, 1500, 2100), strict=True)]
    wait(*users, now=now)
    for seconds, called in ((0, 0), (60, 0), (89, 0), (91, 1)):
        at = serving(now + timedelta(seconds=seconds))
        queue.seen(user_ids=keys(users), now=at)
        assert rounds.run_round(now=at) == called


def test_who_has_blocked_somebody_never_gets_a_table_with_them(now):
    users = people(4)
    Block.objects.create(blocker=users[0], blocked=users[3])
    wait(*users, now=now - timedelta(minutes=9))
    queue.seen(user_ids=keys(users), now=now)
    assert rounds.run_round(now=now) == 0
    fifth = people(1)
    wait(*fifth, now=now)
    assert rounds.run_round(now=serving(now + timedelta(seconds=2))) == 1
    assert not {users[0].pk, users[3].pk} <= tables()[0]


def test_a_party_meets_a_party_and_stays_together(now):
    singles, (a, b, c, d) = people(4), people(4)
    party_of(a, b, now=now)
    party_of(c, d, now=now)
    wait(*singles, a, c, now=now)
    assert rounds.run_round(now=now) == 2
    check = ReadyCheck.objects.get(seats__player=a)
    seats = list(check.seats.values_list("player_id", flat=True))
    assert {frozenset(seats[0::2]), frozenset(seats[1::2])} == {
        frozenset(keys((a, b))),
        frozenset(keys((c, d))),
    }


def test_a_party_waits_a_while_for_another_before_it_meets_two_singles(now):
    singles, (a, b) = people(2), people(2)
    party_of(a, b, now=now)
    wait(*singles, a, now=now)
    assert rounds.run_round(now=now) == 0
    later = serving(now + timedelta(seconds=20))
    queue.seen(user_ids=keys([*singles, a, b]), now=later)
    assert rounds.run_round(now=later) == 1


def test_who_played_together_a_moment_ago_is_partnered_with_another(now):
    users = people(4)
    wait(*users, now=now)
    rounds.run_round(now=now)
    first = ReadyCheck.objects.get()
    all_ready(first, users, now=now)
    partners = list(first.seats.values_list("player_id", flat=True))[0::2]
    game = RatedGame.objects.get().game
    game.status = "finished"
    game.save(update_fields=["status"])
    wait(*users, now=now + timedelta(seconds=2))
    rounds.run_round(now=serving(now + timedelta(seconds=2)))
    again = ReadyCheck.objects.get(status=ReadyCheck.Status.OPEN)
    seats = list(again.seats.values_list("player_id", flat=True))
    assert set(partners) not in ({*seats[0::2]}, {*seats[1::2]})


def test_the_ladder_where_fewer_wait_is_served_first(now):
    ladder("quick")
    both, quick, classic = people(2), people(2), people(3)
    wait(*both, now=now, ladders=["classic", "quick"])
    wait(*quick, now=now, ladders=["quick"])
    wait(*classic, now=now)
    assert rounds.run_round(now=now) == 1
    check = ReadyCheck.objects.get()
    assert check.ladder.slug == "quick"
    assert tables() == [keys([*both, *quick])]


def test_one_round_runs_at_a_time_and_a_crashed_one_is_forgotten(now):
    wait(*people(4), now=now)
    RoundClaim.objects.create(until=now + timedelta(seconds=1))
    assert rounds.run_round(now=now) == 0
    assert rounds.run_round(now=serving(now + timedelta(seconds=1))) == 1


def test_a_round_gives_its_claim_back(now):
    for _ in range(2):
        wait(*people(4), now=now)
        assert rounds.run_round(now=now) == 1


def test_nobody_is_called_while_our_servers_are_away(now):
    wait(*people(4), now=now)
    assert rounds.run_round(now=now + timedelta(seconds=10)) == 0


def test_a_table_is_not_called_when_one_has_left_since_the_round_read_the_queue(now):
    users = people(4)
    tickets = wait(*users, now=now)
    queue.leave(user=users[2], now=now)
    call = Call(tuple(user.pk for user in users), tuple(t.pk for t in tickets), (1500,) * 4)
    assert call_to_tables(ladder(), [call], now=now) == []
    assert Ticket.objects.filter(status=Ticket.Status.WAITING).count() == 3


def test_two_rounds_that_meet_call_a_ticket_once(now):
    users = people(7)
    tickets = wait(*users, now=now)
    one, two = (
        Call(tuple(users[i].pk for i in who), tuple(tickets[i].pk for i in who), (1500,) * 4)
        for who in ((0, 1, 2, 3), (3, 4, 5, 6))
    )
    assert len(call_to_tables(ladder(), [one], now=now)) == 1
    assert call_to_tables(ladder(), [two], now=now) == []
    assert Ticket.objects.filter(status=Ticket.Status.CALLED).count() == 4


@pytest.mark.parametrize("number", [8, 16])
def test_a_round_asks_a_constant_number_of_questions_before_it_calls(
    now, number, django_assert_num_queries
):
    users, classic = people(number), ladder()
    wait(*users, now=now)
    with django_assert_num_queries(3):  # tickets, their players, their ratings
        waiting_for(classic, now=now)
    with django_assert_num_queries(1):
        history_of(keys(users), [], now=now)
