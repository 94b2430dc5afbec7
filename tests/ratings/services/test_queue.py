"""The queue's door: each way in and out has one stated outcome (docs/queue.md)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from players.errors import Conflict, NotAllowed, RuleRefused
from players.models import OffenceKind
from players.selectors.conduct import banned_until
from players.services.blocks import block
from players.services.conduct import record_offence
from ratings.models import DemoPlayer, Party, PartyMember, ReadyCheck, Ticket, TicketPlayer
from ratings.selectors.queue import LEASE, standing
from ratings.services import queue, ready_checks, rounds
from tests.games.at_the_table import people, person
from tests.ratings.in_the_queue import all_ready, called, ladder, party_of, serving, wait

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    ladder()
    return serving()


def code_of(refusal):
    return refusal.value.code


def test_one_waits_on_several_ladders_with_one_ticket(now):
    ladder("quick")
    (ticket,) = wait(person(), now=now, ladders=["classic", "quick"])
    assert sorted(each.slug for each in ticket.ladders.all()) == ["classic", "quick"]
    assert Ticket.objects.count() == 1


def test_queueing_twice_keeps_the_ticket_and_its_wait(now):
    alice = person()
    (first,) = wait(alice, now=now)
    (again,) = wait(alice, now=now + timedelta(minutes=1))
    assert (again.pk, again.since) == (first.pk, first.since)


def test_queueing_again_for_other_ladders_sets_them_anew_and_keeps_the_wait(now):
    alice = person()
    ladder("quick")
    (first,) = wait(alice, now=now)
    (again,) = wait(alice, now=now + timedelta(minutes=1), ladders=["quick"])
    assert (again.pk, again.since) == (first.pk, first.since)
    assert [each.slug for each in again.ladders.all()] == ["quick"]


def test_the_database_gives_a_player_one_live_ticket(now):
    alice = person()
    wait(alice, now=now)
    other = Ticket.objects.create(since=now)
    place = TicketPlayer(ticket=other, player=alice, seen_at=now)
    with (
        pytest.raises(IntegrityError, match=r"player_has_one_live_ticket|player_id"),
        transaction.atomic(),
    ):
        place.save(force_insert=True)


def test_a_guest_is_asked_for_an_account(now):
    with pytest.raises(NotAllowed) as refusal:
        wait(person(is_guest=True), now=now)
    assert code_of(refusal) == "ACCOUNT_NEEDED"


def test_who_is_banned_is_told_until_when(now):
    alice = person()
    until = record_offence(
        user_id=alice.pk, kind=OffenceKind.MISSED_READY, source="0" * 32, now=now
    )
    with pytest.raises(Conflict) as refusal:
        wait(alice, now=now)
    assert code_of(refusal) == "QUEUE_BANNED"
    assert until is not None
    assert refusal.value.fields["until"].startswith(f"{until:%Y-%m-%dT%H:%M:%S}")
    wait(alice, now=until + timedelta(seconds=1))


def test_nobody_queues_while_in_a_rated_game(now):
    check, four = called(now)
    all_ready(check, four, now=now)
    with pytest.raises(Conflict) as refusal:
        wait(four[0], now=now)
    assert code_of(refusal) == "IN_RATED_GAME"


@pytest.mark.parametrize(
    ("slug", "error", "code"),
    [
        ("nowhere", RuleRefused, "NO_SUCH_LADDER"),
        ("bots", RuleRefused, "NO_SUCH_LADDER"),
        ("duplicate", RuleRefused, "NO_SUCH_LADDER"),
        ("classic-pairs", RuleRefused, "NO_SUCH_LADDER"),
        ("old", Conflict, "LADDER_CLOSED"),
    ],
)
def test_only_open_ladders_of_players_have_a_queue(now, slug, error, code):
    ladder("old", is_open=False)
    with pytest.raises(error) as refusal:
        wait(person(), now=now, ladders=["classic", slug])
    assert code_of(refusal) == code
    assert not Ticket.objects.exists()


def test_nobody_waits_for_no_ladder_at_all(now):
    with pytest.raises(RuleRefused) as refusal:
        wait(person(), now=now, ladders=[])
    assert code_of(refusal) == "NO_LADDER_CHOSEN"
    assert not Ticket.objects.exists()


def test_leaving_ends_the_ticket_and_leaving_twice_changes_nothing(now):
    alice = person()
    (ticket,) = wait(alice, now=now)
    for _ in range(2):
        queue.leave(user=alice, now=now)
    ticket.refresh_from_db()
    assert (ticket.status, ticket.ended_at) == (Ticket.Status.LEFT, now)
    assert standing(alice)["ticket"] is None
    wait(alice, now=now)


def test_a_ticket_lapses_when_the_player_has_given_no_sign_of_life(now):
    alice, bruno = people(2)
    gone, here = wait(alice, bruno, now=now)
    later = serving(now + LEASE + timedelta(seconds=1))
    queue.seen(user_ids=[bruno.pk], now=later)
    assert queue.close_the_unfit(now=later) == 1
    gone.refresh_from_db()
    here.refresh_from_db()
    assert (gone.status, here.status) == (Ticket.Status.LAPSED, Ticket.Status.WAITING)


def test_no_ticket_lapses_while_our_servers_are_away(now):
    wait(person(), now=now)
    assert queue.close_the_unfit(now=now + timedelta(minutes=5)) == 0


def test_who_has_given_no_sign_of_life_is_not_called(now):
    four = people(4)
    wait(*four, now=now)
    later = serving(now + LEASE + timedelta(seconds=1))
    queue.seen(user_ids=[user.pk for user in four[:3]], now=later)
    assert rounds.run_round(now=later) == 0
    queue.seen(user_ids=[four[3].pk], now=later)
    assert rounds.run_round(now=later + timedelta(seconds=2)) == 1


def test_a_suspended_player_is_taken_out_of_the_queue(now):
    alice = person()
    (ticket,) = wait(alice, now=now)
    alice.is_active = False
    alice.save(update_fields=["is_active"])
    assert queue.close_the_unfit(now=now) == 1
    ticket.refresh_from_db()
    assert ticket.status == Ticket.Status.CLOSED


def test_a_ticket_ends_when_the_last_of_its_ladders_is_closed(now):
    ladder("quick")
    both, one = (
        wait(person(), now=now, ladders=slugs)[0] for slugs in (["classic", "quick"], ["quick"])
    )
    ladder("quick", is_open=False)
    queue.close_the_unfit(now=now)
    both.refresh_from_db()
    one.refresh_from_db()
    assert (both.status, one.status) == (Ticket.Status.WAITING, Ticket.Status.CLOSED)


# -- parties in the queue ------------------------------------------------------------------------
def test_one_of_a_party_queues_for_both_and_either_leaves_for_both(now):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    (ticket,) = wait(alice, now=now)
    assert standing(bruno)["ticket"]["partner"] == alice.username
    (again,) = wait(bruno, now=now)
    assert again.pk == ticket.pk
    queue.leave(user=bruno, now=now)
    assert standing(alice)["ticket"] is None


def test_one_of_a_party_may_queue_alone(now):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    ticket = queue.join(user=alice, ladders=["classic"], as_party=False, now=now)
    assert [place.player_id for place in ticket.players.all()] == [alice.pk]
    with pytest.raises(Conflict) as refusal:
        queue.join(user=alice, ladders=["classic"], as_party=True, now=now)
    assert code_of(refusal) == "QUEUED_OTHERWISE"


def test_without_a_partner_one_cannot_queue_as_a_party(now):
    with pytest.raises(Conflict) as refusal:
        queue.join(user=person(), ladders=["classic"], as_party=True, now=now)
    assert code_of(refusal) == "NO_PARTY"


def test_a_party_queues_only_while_the_partner_is_here(now):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    later = serving(now + LEASE + timedelta(seconds=1))
    with pytest.raises(Conflict) as refusal:
        wait(alice, now=later)
    assert code_of(refusal) == "PARTNER_AWAY"
    queue.seen(user_ids=[bruno.pk], now=later)
    wait(alice, now=later)


def test_a_party_lapses_when_one_of_it_has_gone(now):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    (ticket,) = wait(alice, now=now)
    later = serving(now + LEASE + timedelta(seconds=1))
    queue.seen(user_ids=[alice.pk], now=later)
    queue.close_the_unfit(now=later)
    ticket.refresh_from_db()
    assert ticket.status == Ticket.Status.LAPSED
    assert standing(alice)["ticket"] is None


def test_a_partner_who_waits_alone_is_busy(now):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    queue.join(user=bruno, ladders=["classic"], as_party=False, now=now)
    with pytest.raises(Conflict) as refusal:
        wait(alice, now=now)
    assert code_of(refusal) == "PARTNER_BUSY"


def test_a_partner_who_is_banned_keeps_the_party_out(now):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    record_offence(user_id=bruno.pk, kind=OffenceKind.MISSED_READY, source="0" * 32, now=now)
    with pytest.raises(Conflict) as refusal:
        wait(alice, now=now)
    assert code_of(refusal) == "PARTNER_BANNED"
    queue.join(user=alice, ladders=["classic"], as_party=False, now=now)


# -- demo ladders ----------------------------------------------------------------------------------
def test_a_demo_table_is_one_person_and_three_demo_players(now):
    ladder("classic-demo", demo=True)
    demo, (alice, bruno) = people(3), people(2)
    DemoPlayer.objects.bulk_create(DemoPlayer(player=user) for user in demo)
    wait(bruno, now=now - timedelta(seconds=9), ladders=["classic-demo"])
    queue.seen(user_ids=[bruno.pk], now=now)
    wait(alice, *demo, now=now, ladders=["classic-demo"])
    assert rounds.run_round(now=now) == 1
    assert standing(bruno)["ready_check"]
    assert standing(alice)["ready_check"] is None


def test_a_ready_check_missed_on_a_demo_ladder_closes_no_queue(now):
    ladder("classic-demo", demo=True)
    demo, alice = people(3), people(1)[0]
    DemoPlayer.objects.bulk_create(DemoPlayer(player=user) for user in demo)
    wait(alice, *demo, now=now, ladders=["classic-demo"])
    assert rounds.run_round(now=now) == 1
    ready_checks.answer(user=alice, check_id=ReadyCheck.objects.get().pk, ready=False, now=now)
    assert ReadyCheck.objects.get().status == ReadyCheck.Status.FAILED
    assert banned_until(alice.pk, now=now) is None


def test_demo_players_alone_are_no_table(now):
    ladder("classic-demo", demo=True)
    demo = people(4)
    DemoPlayer.objects.bulk_create(DemoPlayer(player=user) for user in demo)
    wait(*demo, now=now, ladders=["classic-demo"])
    assert rounds.run_round(now=now) == 0


def test_a_demo_player_queues_on_demo_ladders_only_and_a_party_on_none(now):
    ladder("classic-demo", demo=True)
    robot, alice, bruno = people(3)
    DemoPlayer.objects.create(player=robot)
    party_of(alice, bruno, now=now)
    for user, slug in ((robot, "classic"), (alice, "classic-demo")):
        with pytest.raises(RuleRefused) as refusal:
            wait(user, now=now, ladders=[slug])
        assert code_of(refusal) == "DEMO_LADDER"


def test_signs_of_life_of_many_are_noted_in_a_constant_number_of_queries(
    now, django_assert_num_queries
):
    users = people(6)
    wait(*users, now=now)
    with django_assert_num_queries(3):  # who waits, noted, who is in a party
        queue.seen(user_ids=[user.pk for user in users], now=now + timedelta(seconds=10))
    with django_assert_num_queries(2):  # too soon to be noted again
        queue.seen(user_ids=[user.pk for user in users], now=now + timedelta(seconds=11))


def test_changing_ladders_has_to_wait_for_the_ready_check(now):
    ladder("quick")
    _check, four = called(timezone.now())
    with pytest.raises(Conflict) as refusal:
        wait(four[0], now=now, ladders=["quick"])
    assert code_of(refusal) == "READY_CHECK_ON"
    assert ready_checks.READY_SECONDS == 20


def test_a_block_ends_the_party_of_the_two_and_their_wait(now, django_capture_on_commit_callbacks):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    (ticket,) = wait(alice, now=now)
    with django_capture_on_commit_callbacks(execute=True):
        block(user=bruno, username=alice.username)
    ticket.refresh_from_db()
    assert (ticket.status, Party.objects.count()) == (Ticket.Status.LEFT, 0)


def test_a_block_of_somebody_else_leaves_the_party(now, django_capture_on_commit_callbacks):
    alice, bruno, carla = people(3)
    party_of(alice, bruno, now=now)
    with django_capture_on_commit_callbacks(execute=True):
        block(user=bruno, username=carla.username)
        block(user=carla, username=alice.username)
    assert PartyMember.objects.count() == 2


def test_two_kept_apart_do_not_wait_as_a_party_though_the_news_of_the_block_was_lost(now):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    (ticket,) = wait(alice, now=now)
    block(user=bruno, username=alice.username)  # what follows after commit is lost
    assert queue.close_the_unfit(now=now) == 1
    ticket.refresh_from_db()
    assert ticket.status == Ticket.Status.CLOSED
    with pytest.raises(Conflict) as refused:
        queue.join(user=alice, ladders=["classic"], as_party=True, now=now)
    assert refused.value.code == "NO_PARTY"
    assert queue.join(user=alice, ladders=["classic"], now=now).party is None
