"""The queue where two things happen at once: one of them is first, and both leave it whole.

On SQLite and on PostgreSQL, on real connections from real threads.
"""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.models import Game, GameSeat
from players.errors import Conflict, Refused
from players.models import Offence
from ratings.models import (
    Party,
    PartyMember,
    RatedGame,
    ReadyCheck,
    RoundClaim,
    Ticket,
    TicketPlayer,
)
from ratings.services import parties, queue, ready_checks, rounds
from tests.games.at_the_table import people, person
from tests.ratings.in_the_queue import called, ladder, party_of, serving, wait
from tests.reliability.barrier import at_once

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(3)


@pytest.fixture(autouse=True)
def _ladders(django_db_setup):
    """Truncating the database between these tests takes the ladders with it."""
    ladder("classic")


@pytest.fixture
def now():
    return serving(timezone.now())


def queue_is_whole():
    """Every ticket is in one state, with its players if it is live and without if it is not."""
    for ticket in Ticket.objects.all():
        live = ticket.status in Ticket.LIVE
        assert ticket.players.exists() == live
        assert (ticket.ended_at is None) == live
        if ticket.status == Ticket.Status.CALLED:
            assert ticket.ready_check.status == ReadyCheck.Status.OPEN
    for check in ReadyCheck.objects.filter(status=ReadyCheck.Status.OPEN):
        players = TicketPlayer.objects.filter(ticket__ready_check=check)
        assert players.count() == 4
    assert RatedGame.objects.count() == Game.objects.count()
    seated = Counter(GameSeat.objects.values_list("user_id", flat=True))
    assert set(seated.values()) <= {1}
    assert not TicketPlayer.objects.filter(player__in=seated).exists()


def faults(outcomes):
    return [
        each for each in outcomes if isinstance(each, Exception) and not isinstance(each, Refused)
    ]


@pytest.mark.parametrize("_round", ROUNDS)
def test_four_who_are_ready_at_once_start_one_game(now, _round):
    check, four = called(now)
    answers = [
        partial(ready_checks.answer, user=user, check_id=check.pk, ready=True, now=now)
        for user in four
        for _ in range(2)
    ]
    assert faults(at_once(answers)) == []
    assert RatedGame.objects.count() == 1
    queue_is_whole()


@pytest.mark.parametrize("_round", ROUNDS)
def test_the_last_ready_against_the_expiry_starts_a_game_or_fails_for_all(now, _round):
    check, four = called(now)
    for user in four[:3]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    over = serving(check.deadline)
    outcomes = at_once(
        [
            partial(
                ready_checks.answer,
                user=four[3],
                check_id=check.pk,
                ready=True,
                now=check.deadline - timedelta(milliseconds=1),
            ),
            *[partial(ready_checks.expire_due, now=over)] * 3,
        ]
    )
    assert faults(outcomes) == []
    check.refresh_from_db()
    started = check.status == ReadyCheck.Status.STARTED
    assert RatedGame.objects.count() == started
    assert Offence.objects.count() == (not started)
    assert isinstance(outcomes[0], Conflict) != started
    queue_is_whole()


@pytest.mark.parametrize("_round", ROUNDS)
def test_leaving_against_the_round_leaves_or_declines(now, _round):
    four = people(4)
    wait(*four, now=now)
    outcomes = at_once(
        [partial(queue.leave, user=four[0], now=now), partial(rounds.run_round, now=now)]
    )
    assert faults(outcomes) == []
    assert not TicketPlayer.objects.filter(player=four[0]).exists()
    assert Ticket.objects.filter(status=Ticket.Status.WAITING).count() == 3
    # whoever left after having been called has declined
    assert Offence.objects.count() == ReadyCheck.objects.count()
    queue_is_whole()


@pytest.mark.parametrize("_round", ROUNDS)
def test_the_last_ready_against_one_who_leaves_is_a_game_or_none(now, _round):
    check, four = called(now)
    for user in four[:3]:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    outcomes = at_once(
        [
            partial(ready_checks.answer, user=four[3], check_id=check.pk, ready=True, now=now),
            partial(queue.leave, user=four[0], now=now),
        ]
    )
    assert faults(outcomes) == []
    assert RatedGame.objects.count() + Offence.objects.count() == 1
    queue_is_whole()


@pytest.mark.parametrize("_round", ROUNDS)
def test_rounds_at_once_call_everybody_once(now, _round):
    wait(*people(8), now=now)
    outcomes = at_once([partial(rounds.run_round, now=now)] * 4)
    assert faults(outcomes) == []
    assert ReadyCheck.objects.count() == 2
    assert RoundClaim.objects.count() == 1
    queue_is_whole()


@pytest.mark.parametrize("_round", ROUNDS)
def test_tabs_that_queue_at_once_share_one_ticket(now, _round):
    alice = person()
    outcomes = at_once([partial(queue.join, user=alice, ladders=["classic"], now=now)] * 6)
    assert faults(outcomes) == []
    assert len({ticket.pk for ticket in outcomes}) == 1
    assert Ticket.objects.count() == 1
    queue_is_whole()


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_of_a_party_who_queue_at_once_share_one_ticket(now, _round):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    outcomes = at_once(
        [partial(queue.join, user=user, ladders=["classic"], now=now) for user in (alice, bruno)]
    )
    assert faults(outcomes) == []
    assert Ticket.objects.count() == 1
    assert TicketPlayer.objects.count() == 2


@pytest.mark.parametrize("_round", ROUNDS)
def test_of_many_who_use_a_code_at_once_one_gets_in(now, _round):
    code = parties.open_party(user=person(), now=now).code
    outcomes = at_once(
        [
            partial(parties.join_by_code, user=user, code=code, address="192.0.2.1", now=now)
            for user in people(6)
        ]
    )
    assert faults(outcomes) == []
    assert sum(isinstance(each, Party) for each in outcomes) == 1
    assert PartyMember.objects.count() == 2


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_who_join_each_other_at_once_are_one_party_or_two_of_one(now, _round):
    alice, bruno = people(2)
    codes = {user: parties.open_party(user=user, now=now).code for user in (alice, bruno)}
    outcomes = at_once(
        [
            partial(parties.join_by_code, user=one, code=codes[other], address="x", now=now)
            for one, other in ((alice, bruno), (bruno, alice))
        ]
    )
    assert faults(outcomes) == []
    assert PartyMember.objects.count() == 2
    assert Party.objects.count() in (1, 2)


@pytest.mark.parametrize("_round", range(8))
def test_nobody_waits_as_two_for_a_party_that_ends_at_that_moment(now, _round):
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    joined, left = at_once(
        [
            partial(queue.join, user=alice, ladders=["classic"], as_party=True, now=now),
            partial(parties.leave, user=bruno, now=now),
        ]
    )
    assert left is None
    assert isinstance(joined, Ticket | Refused)
    assert not Party.objects.exists()
    assert not TicketPlayer.objects.exists()
