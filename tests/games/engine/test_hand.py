"""A hand from the deal to the last card."""

from random import Random

import pytest

from games.engine import (
    Action,
    Code,
    IllegalAction,
    Phase,
    ReplayError,
    apply,
    automatic_action,
    legal_actions,
    replay,
    view,
)
from tests.games.engine.hands import (
    CLASSIC,
    EVEN,
    SUITS,
    VOIDS,
    N,
    S,
    W,
    after,
    hand,
    played_out,
    random_deal,
)


def test_a_hand_is_thirteen_tricks():
    """S000-15."""
    state = played_out(hand("b3 b3 b3 b3"), Random(1))
    assert len(state.tricks) == 13
    assert sum(view(state, None).tricks) == 13
    assert (state.phase, state.to_act, legal_actions(state)) == (Phase.OVER, None, ())


def test_taken_tricks_lie_face_down_except_the_last():
    """S000-21: a seat may look at the last trick again."""
    seen = view(hand("b3 b3 b3 b3 pCQ pC7 pC3 pCK pD4 pD2 pD8 pDA"), S)
    assert [str(card) for _, card in seen.last_trick] == ["D4", "D2", "D8", "DA"]
    assert seen.last_winner is W
    assert seen.trick == ()


def test_the_hand_is_scored_after_the_last_trick():
    """S000-45."""
    state = hand("b3 b3 b3 b3")
    assert state.score is None
    assert played_out(state, Random(2)).score is not None


def test_the_thirteenth_trick_is_still_in_sight_fault_E74():
    """Public fault 74: the view jumped to the next deal. The 52nd card ends this one."""
    seen = view(played_out(hand("b3 b3 b3 b3"), Random(3)), None)
    assert len(seen.last_trick) == 4
    assert len(seen.plays) == 52
    assert seen.score is not None
    assert seen.hand_no == 1


def test_nothing_can_be_done_after_the_last_card():
    state = played_out(hand("b3 b3 b3 b3"), Random(4))
    for token in ("pSA", "b3", "look", "x:H2"):
        with pytest.raises(IllegalAction) as refused:
            apply(state, Action.parse(token))
        assert refused.value.code is Code.HAND_OVER
    with pytest.raises(ValueError, match="no seat"):
        automatic_action(state)


@pytest.mark.parametrize("thing", ["pC2", None, 4, 2.5, True, float("nan"), ("pC2",)], ids=repr)
def test_what_is_no_action_is_refused_with_a_code(thing):
    state = hand()
    with pytest.raises(IllegalAction) as refused:
        apply(state, thing)
    assert refused.value.code is Code.BAD_TOKEN


def test_the_same_card_is_played_once_fault_F76():
    """Public fault 76: fast clicks played a card twice."""
    state = hand("b3 b3 b3 b3 pCQ")
    with pytest.raises(IllegalAction) as refused:
        apply(state, Action.parse("pCQ"))
    assert refused.value.code is Code.CARD_NOT_HELD
    assert len(view(state, None).trick) == 1


def test_a_refused_action_leaves_the_turn_where_it_was_fault_D64():
    """Public fault 64: the turn pointer moved although nobody had acted."""
    state = hand("b3 b3 b3 b3 pCQ")
    for token in ("pSA", "pH5", "b3", "look"):
        with pytest.raises(IllegalAction):
            apply(state, Action.parse(token))
    assert state.to_act is S


def test_a_replayed_log_is_the_hand():
    tokens = ["b3", "b3", "b3", "b3", "pCQ", "pC7", "pC3", "pCK"]
    assert replay(CLASSIC, EVEN, N, tokens) == hand(" ".join(tokens))
    assert replay(CLASSIC, EVEN, N, []) == hand()


def test_a_replay_says_which_action_breaks_the_rules_fault_I113():
    """Public fault 113: a log with three bids and a trick was accepted."""
    with pytest.raises(ReplayError, match="action 3") as refused:
        replay(CLASSIC, EVEN, N, ["b3", "b3", "b3", "pCQ", "pC7", "pC3", "pCK"])
    assert (refused.value.index, refused.value.code) == (3, Code.WRONG_PHASE)


@pytest.mark.parametrize("token", ["", "b14", "b5 ", None, 5, "pS2"])
def test_a_replay_refuses_garbage_with_its_place(token):
    with pytest.raises(ReplayError) as refused:
        replay(CLASSIC, EVEN, N, ["b3", "b3", token])
    assert refused.value.index == 2


def test_a_hand_does_not_show_cards_in_its_repr():
    text = repr(hand("b3 b3 b3 b3"))
    assert text == "<HandState play, E to act, 0 tricks>"


def auto(state):
    return str(automatic_action(state))


def test_the_clock_looks_before_it_bids():
    assert auto(hand(scores=(100, 0))) == "look"


def test_the_clock_bids_the_smallest_legal_number():
    assert auto(hand()) == "b1"
    assert auto(hand("look", scores=(100, 0))) == "b1"


def test_the_clock_passes_the_lowest_cards_by_rank_then_suit():
    state = hand("bB b3 b3 b3", scores=(100, 0))
    assert auto(state) == "x:D2,S2"


def test_the_clock_plays_the_lowest_legal_card_fault_F85():
    """Public fault 85: the card of the clock ignored the suit led and the ban on spades."""
    assert auto(hand("b3 b3 b3 b3")) == "pD2"
    assert auto(hand("b3 b3 b3 b3 pCQ")) == "pC7"
    assert auto(hand("b1 b1 b1 b1 pD9", deal=VOIDS)) == "pH2"


def test_a_hand_left_to_the_clock_ends():
    state = hand()
    while not state.is_over:
        state = apply(state, automatic_action(state))
    assert sum(view(state, None).tricks) == 13


def test_the_last_card_is_the_only_choice_fault_C47():
    """Public fault 47: with a single card left no card was returned."""
    state = played_out_to_last_card(Random(5))
    assert len(legal_actions(state)) == 1
    assert automatic_action(state) == legal_actions(state)[0]


def played_out_to_last_card(random):
    state = hand("b3 b3 b3 b3", deal=random_deal(random))
    while len(state.tricks) < 12:
        state = apply(state, random.choice(legal_actions(state)))
    return state


def test_spades_alone_take_every_trick():
    """S000-8: north holds all spades and ruffs the first lead."""
    state = hand("b1 b1 b1 b12", deal=SUITS)
    state = after(state, "pHA pDA pCA pS2")
    for rank in "3456789TJQKA":
        state = after(state, f"pS{rank}")
        for _ in range(3):
            state = apply(state, automatic_action(state))
    assert view(state, None).tricks == (13, 0, 0, 0)
    assert state.score.deltas == (130, -20)
