"""One action into the log: acknowledged once, refused with a code, never half done."""

import pytest

from games.engine import IllegalAction, legal_actions
from games.engine.log import parse_log
from games.models import Game, Hand
from games.selectors.state import state_of
from games.services import play
from players.errors import Conflict, NotAllowed, NotFound
from tests.games.at_the_table import live_hand, people, person, play_on, sitter, started, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand() -> Hand:
    return live_hand(started(table_of(*people())))


def row(hand: Hand) -> tuple:
    return Hand.objects.values_list("log", "seq", "to_act", "status").get(pk=hand.pk)


def test_a_bid_goes_into_the_log_and_the_turn_passes_clockwise(hand):
    bidder = hand.to_act
    ack = play.act(user=sitter(hand), hand_id=hand.pk, seq=0, token="b4")
    assert (ack.hand_id, ack.seq) == (hand.pk, 0)
    hand.refresh_from_db()
    (entry,) = parse_log(hand.log)
    assert (entry.seat, entry.token, entry.cause) == (bidder, "b4", "person")
    assert (hand.seq, hand.to_act) == (1, (bidder + 1) % 4)


def test_the_same_action_sent_again_is_acknowledged_and_counts_once(hand):
    user = sitter(hand)
    first = play.act(user=user, hand_id=hand.pk, seq=0, token="b4")
    before = row(hand)
    assert play.act(user=user, hand_id=hand.pk, seq=0, token="b4") == first
    assert row(hand) == before


@pytest.mark.parametrize("seq", [-1, 0, 2, 99])
def test_another_action_at_a_seq_that_is_not_next_is_stale(hand, seq):
    user = sitter(hand)
    play.act(user=user, hand_id=hand.pk, seq=0, token="b4")
    before = row(hand)
    with pytest.raises(Conflict) as refused:
        play.act(user=user, hand_id=hand.pk, seq=seq, token="b5")
    assert refused.value.code == "STALE_SEQ"
    assert row(hand) == before


def test_a_seat_may_not_resend_what_another_seat_did(hand):
    first = sitter(hand)
    play.act(user=first, hand_id=hand.pk, seq=0, token="b4")
    hand.refresh_from_db()
    with pytest.raises(Conflict, match=r"(?i)stale"):
        play.act(user=sitter(hand), hand_id=hand.pk, seq=0, token="b4")


def test_nobody_bids_for_the_seat_to_act(hand):
    others = [s.user for s in hand.game.table.seats.all() if s.index != hand.to_act]
    before = row(hand)
    for user in others:
        with pytest.raises(Conflict) as refused:
            play.act(user=user, hand_id=hand.pk, seq=0, token="b4")
        assert refused.value.code == "NOT_YOUR_TURN"
    assert row(hand) == before


def test_a_stranger_at_a_public_table_is_not_seated(hand):
    with pytest.raises(NotAllowed) as refused:
        play.act(user=person(), hand_id=hand.pk, seq=0, token="b4")
    assert refused.value.code == "NOT_SEATED"


def test_a_private_hand_does_not_exist_for_a_stranger():
    hand = live_hand(started(table_of(person(), public=False)))
    with pytest.raises(NotFound):
        play.act(user=person(), hand_id=hand.pk, seq=0, token="b4")
    with pytest.raises(NotFound):
        play.act(user=person(), hand_id=hand.pk + 1000, seq=0, token="b4")


@pytest.mark.parametrize(
    "token", ["b0", "b14", "b-1", "b2.5", "bX", "", "pSA", "look", 4, None, True, 2.5, float("nan")]
)
def test_what_is_not_a_legal_action_is_refused_with_a_code_and_changes_nothing(hand, token):
    before = row(hand)
    with pytest.raises(IllegalAction) as refused:
        play.act(user=sitter(hand), hand_id=hand.pk, seq=0, token=token)
    assert refused.value.code
    assert row(hand) == before


def test_the_last_card_settles_the_hand_and_deals_the_next_in_one_step(hand):
    game = hand.game
    for acted in play_on(game):
        if acted.pk != hand.pk:
            break
    hand.refresh_from_db()
    game.refresh_from_db()
    assert (hand.status, sum(hand.tricks), game.hands_settled) == ("finished", 13, 1)
    assert hand.result["scores"] == game.scores
    following = Hand.objects.get(game=game, number=2)
    assert following.dealer == (hand.dealer + 1) % 4
    assert following.scores == game.scores


def test_the_resend_of_a_last_card_is_acknowledged_after_the_hand_has_ended(hand):
    for acted in play_on(hand.game):
        if acted.pk != hand.pk:
            break
    hand.refresh_from_db()
    last = parse_log(hand.log)[-1]
    user = hand.game.table.seats.get(index=last.seat).user
    ack = play.act(user=user, hand_id=hand.pk, seq=hand.seq - 1, token=last.token)
    assert (ack.hand_id, ack.seq) == (hand.pk, hand.seq - 1)
    with pytest.raises(Conflict) as refused:
        play.act(user=user, hand_id=hand.pk, seq=hand.seq, token=last.token)
    assert refused.value.code == "HAND_ENDED"


def test_a_game_is_played_to_its_target_and_every_summary_follows_from_the_logs():
    table = table_of(*people(), options={"target": 100, "hand_cap": 4})
    game = started(table)
    for _ in play_on(game):
        pass
    game.refresh_from_db()
    table.refresh_from_db()
    assert (game.status, table.status) == (Game.Status.FINISHED, "finished")
    hands = list(game.hands.select_related("game").order_by("number"))
    assert [hand.number for hand in hands] == list(range(1, game.hands_settled + 1))
    for hand in hands:
        state = state_of(hand)
        assert state.is_over
        assert hand.tricks == list(state.public.tricks_won)
        assert hand.result == state.score.to_dict()
        assert len(parse_log(hand.log)) == hand.seq
        assert legal_actions(state) == ()
    assert hands[-1].result["over"]
    assert game.scores == hands[-1].result["scores"]


def test_a_bot_cannot_act_for_a_person_nor_twice_for_itself():
    hand = live_hand(started(table_of(person())))
    while sitter(hand) is None:
        token = str(legal_actions(state_of(hand))[0])
        assert play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)
        assert not play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)
        hand.refresh_from_db()
    assert not play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token="b3")
