"""A hand kept from the last action is used only while it is still what is stored."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import Code, IllegalAction, legal_actions
from games.models import Hand, Seat
from games.selectors.state import state_of
from games.services import pause, play, tables, warm
from players.errors import Conflict, NotAllowed
from tests.games.at_the_table import live_hand, people, play_on, sitter, started, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(db):
    """A game with a few actions taken: the next one finds its hand warm."""
    game = started(table_of(*people(4)))
    for _ in play_on(game, 6):
        pass
    return game


def next_action(game) -> dict:
    hand = live_hand(game)
    token = str(legal_actions(state_of(hand))[0])
    return {"user": sitter(hand), "hand_id": hand.pk, "seq": hand.seq, "token": token}


@pytest.mark.parametrize("program", [False, True], ids=["browser", "program"])
def test_the_next_action_is_one_statement(game, program):
    action = next_action(game)
    with CaptureQueriesContext(connection) as asked:
        play.act(**action, program=program)
    assert [query["sql"].split()[0] for query in asked] == ["UPDATE"]
    hand = live_hand(game)
    assert hand.seq == action["seq"] + 1
    assert state_of(hand).to_act == hand.to_act


def test_a_whole_hand_of_warm_actions_is_stored_as_the_rules_say(game):
    number = live_hand(game).number
    for hand in play_on(game):
        if hand.number != number:
            break
    ended = game.hands.get(number=number)
    assert ended.status == Hand.Status.FINISHED
    assert state_of(ended).score.to_dict() == ended.result
    assert list(state_of(ended).public.tricks_won) == ended.tricks


def test_a_refusal_is_that_of_the_stored_hand(game):
    action = next_action(game) | {"token": "b4"}
    with pytest.raises(IllegalAction) as refused:
        play.act(**action)
    assert refused.value.code == Code.WRONG_PHASE


def test_who_has_left_the_seat_meanwhile_does_not_play_on(game):
    action = next_action(game)
    tables.leave_table(user=action["user"], table_id=game.table_id)
    with pytest.raises(NotAllowed):
        play.act(**action)
    assert live_hand(game).seq == action["seq"]


def test_a_paused_hand_takes_no_action(game):
    action = next_action(game)
    for seat in game.table.seats.all():
        pause.ask_pause(user=seat.user, table_id=game.table_id, wants=True)
    with pytest.raises(Conflict):
        play.act(**action)
    assert live_hand(game).seq == action["seq"]


def test_any_change_of_the_chairs_has_the_hand_read_anew(game):
    action = next_action(game)
    other = Seat.objects.filter(table=game.table_id).exclude(user=action["user"]).first()
    tables.leave_table(user=other.user, table_id=game.table_id)
    with CaptureQueriesContext(connection) as asked:
        play.act(**action)
    assert len(asked) > 1
    hand = live_hand(game)
    assert hand.seq == action["seq"] + 1
    assert hand.person_to_act == (hand.to_act != other.index)


def test_another_log_of_the_same_length_is_not_written_over(game):
    action = next_action(game)
    stored = live_hand(game)
    Hand.objects.filter(pk=stored.pk).update(log=stored.log.replace("p", "b", 1))
    play.act(**action)  # read anew, and legal there too
    assert live_hand(game).log.startswith(stored.log.replace("p", "b", 1))


def test_one_caller_at_a_time_has_a_kept_hand(game):
    action = next_action(game)
    held = warm.take(action["hand_id"], action["seq"])
    assert held is not None
    assert warm.take(action["hand_id"], action["seq"]) is None
    warm.keep(held)
    assert warm.take(action["hand_id"], action["seq"] + 1) is None
