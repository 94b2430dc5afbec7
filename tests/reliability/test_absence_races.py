"""The end of a bank against its player: acting, coming back, leaving, and two sweeps at once.

Whoever is first, the other finds it done: there is one quitter or none, and no turn is lost.
"""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games import presence
from games.engine.log import parse_log
from games.models import Game, GameSeat, Hand, Heartbeat, Notice, Seat
from games.selectors.live import hand_in_play
from games.services import bank, clocks, overdue, play, tables
from games.services.rated import start_rated_game
from games.services.seeds import close_due_seeds
from players.errors import Refused
from players.models import Offence, User
from tests.reliability.barrier import at_once

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(4)


@pytest.fixture
def hand() -> Hand:
    """A turn whose bank is spent this moment, its player gone as far as anybody knows."""
    presence._away_until = 0.0
    players = [User.objects.create_user(f"racer{n}", password="x") for n in range(4)]
    game = start_rated_game(preset="classic", players=players, clock=(30, 20))
    close_due_seeds(now=timezone.now() + timedelta(minutes=1))
    now = timezone.now()
    for ago in range(15, -1, -3):
        presence.watch(now=now - timedelta(seconds=ago))
    Heartbeat.objects.update_or_create(pk=Heartbeat.THE_ONE, defaults={"at": now})
    hand = Hand.objects.get(game=game)
    Hand.objects.filter(pk=hand.pk).update(
        bank_since=now - timedelta(minutes=3), deadline=now, turn_since=now - timedelta(minutes=4)
    )
    hand.refresh_from_db()
    return hand


def sweep() -> int:
    return clocks.expire_due_turns(now=timezone.now())


def owner(hand: Hand) -> User:
    return User.objects.get(seats__table=hand.game.table_id, seats__index=hand.to_act)


def quitters(hand: Hand) -> int:
    quit = GameSeat.objects.filter(game=hand.game, quit_at__isnull=False).count()
    assert Offence.objects.count() == quit
    assert Notice.objects.filter(kind="quit").count() == quit
    return quit


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_sweeps_at_the_end_of_a_bank_make_one_quitter(hand: Hand, _round: int) -> None:
    at_once([sweep] * 3)
    assert quitters(hand) == 1
    after = Hand.objects.get(pk=hand.pk)
    assert (after.person_to_act, after.bank_since, after.seq) == (False, None, 0)


@pytest.mark.parametrize("_round", ROUNDS)
def test_acting_against_the_end_of_the_bank(hand: Hand, _round: int) -> None:
    act = partial(play.act, user=owner(hand), hand_id=hand.pk, seq=0, token="b3")
    acted, *_ = at_once([act, sweep, sweep])
    after = Hand.objects.get(pk=hand.pk)
    if isinstance(acted, play.Ack):
        assert parse_log(after.log)[0].token == "b3"
        assert quitters(hand) == 0
    else:
        assert isinstance(acted, Refused)
        assert acted.code == "NOT_SEATED"
        assert quitters(hand) == 1
        assert after.seq == 0
    assert Seat.objects.get(table=hand.game.table_id, index=hand.to_act).bank_ms == 0


@pytest.mark.parametrize("_round", ROUNDS)
def test_coming_back_against_the_end_of_the_bank(hand: Hand, _round: int) -> None:
    def come_back() -> bool:
        presence.renew(hand.game.table_id, owner(hand).pk)
        drawing = hand_in_play(hand.pk)
        assert drawing is not None
        return bank.stop(*drawing, now=timezone.now())

    stopped, *_ = at_once([come_back, sweep, sweep])
    after = Hand.objects.get(pk=hand.pk)
    assert after.bank_since is None
    # by whichever of them: who is back plays on, or has quit, and not both
    assert quitters(hand) == (0 if after.person_to_act else 1)
    assert stopped is not True or after.person_to_act


@pytest.mark.parametrize("_round", ROUNDS)
def test_leaving_against_the_end_of_the_bank_is_quitting_once(hand: Hand, _round: int) -> None:
    leave = partial(tables.leave_table, user=owner(hand), table_id=hand.game.table_id)
    outcomes = at_once([leave, sweep, sweep])
    assert quitters(hand) == 1
    assert all(not isinstance(each, Exception) or isinstance(each, Refused) for each in outcomes)


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_drawing_is_begun_once_and_stopped_once(hand: Hand, _round: int) -> None:
    due = timezone.now()
    Hand.objects.filter(pk=hand.pk).update(bank_since=None, deadline=due)
    at_once([sweep] * 3)
    assert Notice.objects.filter(kind="bank").count() == 1
    presence.renew(hand.game.table_id, owner(hand).pk)
    at_once([partial(overdue.stop_drawings, now=due + timedelta(seconds=30))] * 3)
    assert Notice.objects.filter(kind="bank_stopped").count() == 1
    assert Seat.objects.get(table=hand.game.table_id, index=hand.to_act).bank_ms in range(
        149_000, 151_000
    )


@pytest.mark.parametrize("_round", ROUNDS)
def test_leaving_against_the_first_deal_annuls_the_game_or_quits_it(_round: int) -> None:
    players = [User.objects.create_user(f"racer{n}", password="x") for n in range(4)]
    game = start_rated_game(preset="classic", players=players, clock=(30, 20))
    leave = partial(tables.leave_table, user=players[2], table_id=game.table_id)
    at_once([leave, partial(close_due_seeds, now=timezone.now() + timedelta(minutes=1))])
    game = Game.objects.get(pk=game.pk)
    offence = Offence.objects.get()
    if game.status == Game.Status.ANNULLED:
        assert (offence.kind, game.deals_used) == ("left_before_deal", 0)
    else:
        assert (offence.kind, game.deals_used) == ("quit", 1)
