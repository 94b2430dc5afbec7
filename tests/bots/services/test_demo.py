"""Three demo accounts play with one person, without anybody remembering anything."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bots.services import demo
from games import presence
from games.engine import legal_actions
from games.models import Game, Hand
from games.selectors.state import state_of
from games.services import play, seeds
from players.models import User
from ratings.models import DemoPlayer, Ladder, RatedGame, ReadyCheck, Ticket
from ratings.selectors.queue import standing
from ratings.services import queue, ready_checks, rounds
from tests.games.at_the_table import live_hand, person
from tests.ratings.in_the_queue import serving, wait

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def now():
    return serving(timezone.now())


@pytest.fixture
def setting(now):
    found = demo.set_up()
    demo.want(found, now=now)
    return found


def test_setting_up_twice_makes_one_ladder_and_three_accounts_nobody_can_sign_in_as():
    first, second = demo.set_up(), demo.set_up()
    assert first == second
    assert Ladder.objects.filter(demo=True, kind=Ladder.Kind.PLAYERS).count() == 1
    assert [user.username for user in first.players] == list(demo.NAMES)
    assert DemoPlayer.objects.count() == 3
    assert not any(user.has_usable_password() for user in first.players)


def test_somebody_s_account_of_that_name_is_left_alone():
    somebody = person(demo.NAMES[0])
    names = [user.username for user in demo.set_up().players]
    assert names == [f"{demo.NAMES[0]}1", *demo.NAMES[1:]]
    assert not DemoPlayer.objects.filter(player=somebody).exists()


def test_they_play_only_while_they_are_wanted(now):
    found = demo.set_up()
    assert demo.act_for_the_wanted(now=now) == 0
    demo.want(found, now=now)
    assert demo.act_for_the_wanted(now=now) == 3
    assert set(Ticket.objects.values_list("ladders__slug", flat=True)) == {"classic-demo"}
    demo.dismiss(found, now=now)
    assert set(Ticket.objects.values_list("status", flat=True)) == {Ticket.Status.LEFT}
    assert demo.act_for_the_wanted(now=now) == 0


def test_they_stop_when_the_command_is_gone(now, setting):
    assert demo.act_for_the_wanted(now=now + demo.WANTED_FOR) == 0


def a_table(setting, now):
    """One person and the three, at a rated table."""
    alice = person("alice")
    wait(alice, now=now, ladders=["classic-demo"])
    demo.act_for_the_wanted(now=now)
    assert rounds.run_round(now=now) == 1
    check = ReadyCheck.objects.get()
    ready_checks.answer(user=alice, check_id=check.pk, ready=True, now=now)
    return alice, check


def test_they_are_ready_some_seconds_after_they_are_asked(now, setting):
    alice, check = a_table(setting, now)
    assert demo.act_for_the_wanted(now=now) == 0
    assert demo.act_for_the_wanted(now=now + 4 * SECOND) == 3
    check.refresh_from_db()
    assert check.status == ReadyCheck.Status.STARTED
    assert standing(alice)["rated_game"]
    assert RatedGame.objects.get().ladder == setting.ladder


def test_they_are_seen_at_their_table_like_anybody_whose_page_is_open(now, setting):
    alice, _check = a_table(setting, now)
    demo.act_for_the_wanted(now=now + 4 * SECOND)
    demo.act_for_the_wanted(now=now + 5 * SECOND)
    there = [alice.pk, *(user.pk for user in setting.players)]
    assert presence.connected(Game.objects.get().table_id, there) == frozenset(there[1:])


def test_they_give_seeds_bid_and_play_a_hand_by_the_rules(now, setting):
    alice, _check = a_table(setting, now)
    demo.act_for_the_wanted(now=now + 4 * SECOND)
    game = Game.objects.get()
    seeds.submit_seed_hash(user=alice, game_id=game.pk, digest=bytes(32))
    for _ in range(2):
        demo.act_for_the_wanted(now=now + 5 * SECOND)
    seeds.close_due_seeds(now=now + 60 * SECOND)  # alice keeps her seed to herself
    game.refresh_from_db()
    given = game.game_seats.exclude(user=alice).values_list("seed", flat=True)
    assert all(seed is not None and len(bytes(seed)) == 32 for seed in given)

    steps = 0
    while not Hand.objects.filter(status=Hand.Status.FINISHED).exists():
        steps += 1
        assert steps < 120
        hand = live_hand(game)
        at = max(timezone.now(), hand.turn_since) + 5 * SECOND
        demo.want(setting, now=at)
        if hand.game.table.seats.get(index=hand.to_act).user == alice:
            action = legal_actions(state_of(hand))[0]
            play.act(user=alice, hand_id=hand.pk, seq=hand.seq, token=str(action))
        else:
            assert demo.act_for_the_wanted(now=hand.turn_since) == 0  # a moment to think
            assert demo.act_for_the_wanted(now=at) >= 1  # the next may be due as well


def test_partners_who_missed_a_check_come_back_at_once(now, setting):
    alice, _check = a_table(setting, now)
    late = serving(now + 20 * SECOND)
    assert ready_checks.expire_due(now=late) == 1
    demo.want(setting, now=late)
    assert demo.act_for_the_wanted(now=late) == 3
    assert User.objects.get(pk=alice.pk).offences.count() == 0
    queue.leave(user=alice, now=late)
