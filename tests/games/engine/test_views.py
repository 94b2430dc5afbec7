"""What a seat or a spectator may know, and how a view follows the events."""

import json
from dataclasses import replace

import pytest

from games.engine import Action, Code, IllegalAction, apply, view
from games.engine.events import PublicEvent
from games.engine.log import Cause
from games.engine.views import NeedsSnapshot
from games.engine.wire import event_json
from tests.games.engine.hands import E, N, S, W, after, hand, names, with_options

PLAYED = "b3 bN b3 b4 pCQ pC7 pC3 pCK pD4"


def event(state, token, seq=0):
    return PublicEvent.of(state, Action.parse(token), seq=seq, ms=1234, cause=Cause.PERSON)


def test_a_seat_sees_its_own_cards_by_suit_and_rank():
    seen = view(hand(PLAYED), N)
    assert [str(card) for card in seen.holding] == [
        "C2",
        "CA",
        "D5",
        "D6",
        "D7",
        "H8",
        "H9",
        "HT",
        "SQ",
        "SK",
        "SA",
    ]


def test_a_seat_sees_what_everybody_sees():
    seen = view(hand(PLAYED, scores=(70, 20), bags=(3, 4), hand_no=7), N)
    assert seen.to_act is E
    assert (seen.scores, seen.bags, seen.hand_no, seen.dealer) == ((70, 20), (3, 4), 7, N)
    assert seen.bids == (4, 3, "nil", 3)
    assert seen.contracts == (4, 6)
    assert seen.trick == ((N, Action.parse("pD4").card),)
    assert [(seat, str(card)) for seat, card in seen.last_trick] == [
        (E, "CQ"),
        (S, "C7"),
        (W, "C3"),
        (N, "CK"),
    ]
    assert seen.last_winner is N
    assert seen.tricks == (1, 0, 0, 0)
    assert seen.counts == (11, 12, 12, 12)
    assert len(seen.plays) == 5
    assert seen.looked == (True, True, True, True)
    assert not seen.broken


def test_only_the_seat_to_act_is_told_what_is_legal_fault_G95():
    """Public fault 95: a broadcast carried the next player's legal cards."""
    state = hand(PLAYED)
    assert view(state, E).legal
    for seat in (N, S, W, None):
        assert view(state, seat).legal == ()
    assert "legal" not in event_json(event(state, "pD2"), view(state, None))


def test_a_spectator_sees_no_holding_fault_G100():
    """Public fault 100: face-down cards were sent to clients."""
    seen = view(hand(PLAYED), None)
    assert seen.holding is None
    assert seen.to_dict()["seat"] is None


def test_a_view_depends_on_the_seat_alone_fault_G97():
    """Public fault 97: after a reconnect spectators saw cards. Same state, same seat: equal."""
    assert view(hand(PLAYED), S) == view(hand(PLAYED), S)
    assert view(hand(PLAYED), S) != view(hand(PLAYED), W)


def test_nobody_sits_where_there_is_no_seat():
    with pytest.raises(ValueError, match="nobody"):
        view(hand(), 4)


def test_the_view_as_json():
    seen = view(hand(PLAYED), N)
    data = seen.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data == {
        "seat": "N",
        "hand_no": 1,
        "dealer": "N",
        "phase": "play",
        "to_act": "E",
        "scores": [0, 0],
        "bags": [0, 0],
        "bids": [4, 3, "nil", 3],
        "looked": [True] * 4,
        "may_bid_blind": [False] * 4,
        "contracts": [4, 6],
        "holding": ["C2", "CA", "D5", "D6", "D7", "H8", "H9", "HT", "SQ", "SK", "SA"],
        "counts": [11, 12, 12, 12],
        "trick": [{"seat": "N", "card": "D4"}],
        "last_trick": {
            "cards": [
                {"seat": "E", "card": "CQ"},
                {"seat": "S", "card": "C7"},
                {"seat": "W", "card": "C3"},
                {"seat": "N", "card": "CK"},
            ],
            "winner": "N",
        },
        "plays": [
            {"seat": "E", "card": "CQ"},
            {"seat": "S", "card": "C7"},
            {"seat": "W", "card": "C3"},
            {"seat": "N", "card": "CK"},
            {"seat": "N", "card": "D4"},
        ],
        "tricks": [1, 0, 0, 0],
        "broken": False,
        "exchange": None,
        "score": None,
    }


def test_an_event_tells_everybody_the_same():
    state = hand(PLAYED + " pD2 pD8")
    played = event(state, "pDA", seq=11)
    told = event_json(played, view(apply(state, Action.parse("pDA")), N))
    assert told == event_json(played, view(apply(state, Action.parse("pDA")), None))
    assert told == {
        "seq": 11,
        "seat": "W",
        "action": "pDA",
        "ms": 1234,
        "cause": "person",
        "phase": "play",
        "to_act": "W",
        "bids": [4, 3, "nil", 3],
        "looked": [True] * 4,
        "may_bid_blind": [False] * 4,
        "contracts": [4, 6],
        "tricks": [1, 0, 0, 1],
        "broken": False,
        "counts": [11, 11, 11, 11],
        "trick_winner": "W",
        "score": None,
    }


def test_only_the_card_that_ends_a_trick_names_its_winner():
    state = hand(PLAYED)
    told = event_json(event(state, "pD2"), view(after(state, "pD2"), None))
    assert told["trick_winner"] is None
    bid = hand("b3 bN b3")
    assert event_json(event(bid, "b4"), view(after(bid, "b4"), None))["trick_winner"] is None


def test_an_event_is_carried_as_plain_data():
    sent = event(hand(), "b4", seq=3)
    assert PublicEvent.from_dict(sent.to_dict()) == sent
    assert sent.to_dict() == {
        "seq": 3,
        "seat": "E",
        "action": "b4",
        "ms": 1234,
        "cause": "person",
    }


@pytest.mark.parametrize(
    "wrong",
    [{"seat": "X"}, {"cause": "p"}, {"seq": "1"}, {"ms": 1.5}, {"action": 4}, {"seq": True}],
    ids=repr,
)
def test_data_that_is_no_event_is_refused(wrong):
    with pytest.raises(ValueError, match=r".+"):
        PublicEvent.from_dict(event(hand(), "b4").to_dict() | wrong)
    with pytest.raises(ValueError, match="an event has"):
        PublicEvent.from_dict({})


def test_a_hand_that_is_over_has_no_more_events():
    state = replace_to_act(hand())
    with pytest.raises(IllegalAction) as refused:
        event(state, "b4")
    assert refused.value.code is Code.HAND_OVER


def replace_to_act(state):
    return state._replace(to_act=None)


def test_an_event_of_a_pass_names_no_card():
    state = hand("bB b3 b3 b3", scores=(100, 0))
    sent = event(state, "x:CQ,DK")
    assert sent.token == "x"
    assert sent.action.cards == ()


def test_a_view_follows_the_events_of_others():
    state = hand(PLAYED)
    seen = view(state, S)
    assert seen.after(event(state, "pD2")) == view(after(state, "pD2"), S)


def test_a_view_follows_its_own_cards():
    state = hand(PLAYED)
    following = view(state, E).after(event(state, "pD2"))
    assert following == view(after(state, "pD2"), E)
    assert "D2" not in names(following.holding)


def test_a_view_that_missed_an_event_needs_a_snapshot():
    state = hand(PLAYED)
    later = after(state, "pD2")
    with pytest.raises(NeedsSnapshot):
        view(state, S).after(event(later, "pD8"))


def test_looking_needs_a_snapshot_of_the_one_who_looked():
    state = hand(scores=(100, 0))
    looked = event(state, "look")
    with pytest.raises(NeedsSnapshot):
        view(state, E).after(looked)
    for seat in (N, S, W, None):
        assert view(state, seat).after(looked) == view(after(state, "look"), seat)


def test_a_blind_nil_turns_up_the_cards_of_both_partners():
    """S001-18: one per team, so the partner needs not look any more."""
    state = hand(scores=(100, 0))
    for seat in (E, W):
        with pytest.raises(NeedsSnapshot):
            view(state, seat).after(event(state, "bB"))
    for seat in (N, S, None):
        assert view(state, seat).after(event(state, "bB")) == view(after(state, "bB"), seat)


def test_a_pass_needs_a_snapshot_of_the_two_partners():
    state = hand("bB b3 b3 b3", scores=(100, 0))
    passed = event(state, "x:CQ,DK")
    for seat in (E, W):
        with pytest.raises(NeedsSnapshot):
            view(state, seat).after(passed)
    for seat in (N, S, None):
        assert view(state, seat).after(passed) == view(after(state, "x:CQ,DK"), seat)


def test_who_leads_the_two_of_clubs_is_told_by_a_snapshot():
    state = hand("b3 b3 b3", rules=with_options(lead_two_of_clubs=True))
    with pytest.raises(NeedsSnapshot):
        view(state, None).after(event(state, "b3"))


def test_a_view_of_a_seat_does_not_change_with_the_cards_of_others_fault_G98():
    """Public fault 98: visibility was keyed on the phase. East's and west's cards swapped."""
    for tokens in ("", "b3 bN b3", "b3 bN b3 b4", PLAYED):
        state = hand(tokens)
        north, east, south, west = state.hidden.dealt
        left = state.left
        moved = (north, (east & ~left) | (west & left), south, (west & ~left) | (east & left))
        swapped = state._replace(hidden=replace(state.hidden, dealt=moved))
        for seat in (N, S, None):
            assert view(swapped, seat) == view(state, seat)
            assert view(swapped, seat).to_dict() == view(state, seat).to_dict()
