"""Two at once: of any two who cannot both be first, one is, and the other is told so.

Run on SQLite (one writer at a time) and on PostgreSQL (row locks), on real connections from real
threads; the constraints of the database are never what decides.
"""

import hashlib
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.engine import legal_actions
from games.engine.log import Cause, parse_log
from games.models import Game, Hand, Seat, Table
from games.selectors.state import state_of
from games.services.clocks import expire_due_turns
from games.services.games import start_game
from games.services.outage import beat
from games.services.play import Ack, act
from games.services.seeds import close_due_seeds, submit_seed, submit_seed_hash
from games.services.tables import create_table, join_table
from players.errors import Conflict
from players.models import User
from tests.reliability.barrier import at_once

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(3)


def people(count: int) -> list[User]:
    return [User.objects.create_user(f"racer{n}", password="x") for n in range(count)]


def full_table(seated: list[User], **options: object) -> Table:
    table = create_table(user=seated[0], timed=True, **options)
    for user in seated[1:]:
        join_table(user=user, table_id=table.pk)
    return table


def first_hand(seated: list[User], **options: object) -> Hand:
    """A game of four people, nobody having given a seed, at its first bid."""
    table = full_table(seated, **options)
    start_game(user=seated[0], table_id=table.pk)
    close_due_seeds(now=timezone.now() + timedelta(minutes=1))
    return Hand.objects.get(game__table=table)


def sitting(hand: Hand) -> User:
    """Who is to act."""
    return User.objects.get(seats__table=hand.game.table, seats__index=hand.to_act)


def tokens(hand: Hand) -> list[str]:
    return [str(action) for action in legal_actions(state_of(hand))]


def play_until_last_card(hand: Hand) -> Hand:
    while hand.phase != "play" or sum(hand.tricks) < 12 or len(tokens(hand)) > 1 or hand.seq < 55:
        act(user=sitting(hand), hand_id=hand.pk, seq=hand.seq, token=tokens(hand)[-1])
        hand.refresh_from_db()
    return hand


@pytest.mark.parametrize("tries_each", [1, 2])
def test_of_fifty_who_sit_down_at_once_four_are_seated(tries_each: int) -> None:
    users = people(50 // tries_each)
    table = create_table(user=None)
    outcomes = at_once(
        [partial(join_table, user=user, table_id=table.pk) for user in users] * tries_each
    )
    seated = [outcome for outcome in outcomes if isinstance(outcome, Seat)]
    refused = [outcome.code for outcome in outcomes if isinstance(outcome, Conflict)]
    assert len(seated) == 4
    assert len(refused) == 46
    assert set(refused) <= {"TABLE_FULL", "ALREADY_SEATED", "SEAT_TAKEN"}
    sitters = list(table.seats.values_list("user", flat=True))
    assert len(set(sitters)) == 4
    assert None not in sitters


@pytest.mark.parametrize("_round", ROUNDS)
def test_the_same_action_sent_twice_at_once_stands_once_and_is_acknowledged_twice(
    _round: int,
) -> None:
    hand = first_hand(people(4))
    bid = partial(act, user=sitting(hand), hand_id=hand.pk, seq=0, token="b4")
    assert at_once([bid] * 4) == [Ack(hand.pk, 0)] * 4
    hand.refresh_from_db()
    assert hand.seq == 1
    assert len(hand.log.split()) == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_of_two_different_actions_at_once_one_stands_and_the_other_is_stale(_round: int) -> None:
    hand = first_hand(people(4))
    bids = ["b3", "b4", "b5"]
    user = sitting(hand)
    outcomes = at_once(
        [partial(act, user=user, hand_id=hand.pk, seq=0, token=token) for token in bids]
    )
    assert [isinstance(outcome, Ack) for outcome in outcomes].count(True) == 1
    assert [o.code for o in outcomes if isinstance(o, Conflict)] == ["STALE_SEQ"] * 2
    hand.refresh_from_db()
    standing = bids[[isinstance(outcome, Ack) for outcome in outcomes].index(True)]
    assert hand.log.endswith(standing)
    assert hand.seq == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_game_started_twice_at_once_is_one_game(_round: int) -> None:
    seated = people(4)
    table = full_table(seated)
    start = partial(start_game, user=seated[0], table_id=table.pk)
    outcomes = at_once([start] * 4)
    game = Game.objects.get(table=table)
    assert outcomes == [game] * 4
    assert game.game_seats.count() == 4


@pytest.mark.parametrize("_round", ROUNDS)
def test_seeds_closed_twice_at_once_deal_one_hand(_round: int) -> None:
    seated = people(4)
    table = full_table(seated)
    start_game(user=seated[0], table_id=table.pk)
    later = timezone.now() + timedelta(minutes=1)
    outcomes = at_once([partial(close_due_seeds, now=later)] * 4)
    assert sorted(outcomes) == [0, 0, 0, 1]
    hand = Hand.objects.get(game__table=table)
    assert (hand.number, hand.deal_number, hand.seq) == (1, 1, 0)
    assert hand.game.deals_used == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_seeds_given_at_once_are_all_in_the_list_and_deal_one_hand(_round: int) -> None:
    seated = people(4)
    game = start_game(user=seated[0], table_id=full_table(seated).pk)
    seeds = {user.pk: bytes([number]) * 16 for number, user in enumerate(seated)}
    hash_of = {pk: hashlib.sha256(seed).digest() for pk, seed in seeds.items()}
    at_once(
        [
            partial(submit_seed_hash, user=user, game_id=game.pk, digest=hash_of[user.pk])
            for user in seated
        ]
    )
    sweep = partial(close_due_seeds, now=timezone.now())
    at_once(
        [partial(submit_seed, user=u, game_id=game.pk, seed=seeds[u.pk]) for u in seated] + [sweep]
    )
    assert [bytes(seat.seed) for seat in game.game_seats.all()] == list(seeds.values())
    assert game.hands.get().deal_number == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_the_last_card_and_the_deadline_meet_and_the_hand_ends_once(_round: int) -> None:
    hand = play_until_last_card(first_hand(people(4)))
    last = hand.seq
    now = timezone.now()
    Hand.objects.filter(pk=hand.pk).update(deadline=now - timedelta(seconds=1))
    beat(now=now)
    card = partial(act, user=sitting(hand), hand_id=hand.pk, seq=last, token=tokens(hand)[0])
    sweep = partial(expire_due_turns, now=now)
    # the card is forced: whoever was first played the same one
    acked, resent, *swept = at_once([card, card, sweep, sweep])
    assert acked == resent == Ack(hand.pk, last)
    assert sum(swept) <= 1
    hand.refresh_from_db()
    assert (hand.status, hand.seq) == (Hand.Status.FINISHED, last + 1)
    game = hand.game
    game.refresh_from_db()
    assert game.hands_settled == 1
    assert game.deals_used == 2
    assert list(game.hands.order_by("number").values_list("number", flat=True)) == [1, 2]


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_sweeps_at_once_take_each_due_turn_once(_round: int) -> None:
    seated = people(4)
    hands = [first_hand(seated) for _ in range(4)]
    now = timezone.now()
    Hand.objects.update(deadline=now - timedelta(seconds=1))
    beat(now=now)
    taken = at_once([partial(expire_due_turns, now=now)] * 3)
    assert sum(taken) == len(hands)
    causes = [[entry.cause for entry in parse_log(hand.log)] for hand in Hand.objects.all()]
    assert causes == [[Cause.TIMEOUT]] * len(hands)
