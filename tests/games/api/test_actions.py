"""Actions and seeds over HTTP: the same codes as on a socket."""

import hashlib
import uuid

import pytest

from games.engine import legal_actions
from games.models import Game
from games.selectors.state import state_of
from games.services import games
from tests.games.api.conftest import finish_a_hand
from tests.games.at_the_table import live_hand, people, person, sitter, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(game, api):
    """The client whose turn it is, the path it acts on, and the hand."""
    hand = live_hand(game)
    return api(sitter(hand)), f"/games/{game.pk}/actions/", hand


def test_an_action_is_acknowledged_with_its_hand_and_seq(turn):
    player, path, hand = turn
    status, body = player.post(path, {"hand": hand.pk, "seq": 0, "action": "b4"})
    assert (status, body) == (200, {"hand": hand.pk, "seq": 0})
    hand.refresh_from_db()
    assert hand.seq == 1


def test_the_same_action_again_is_acknowledged_again(turn):
    player, path, hand = turn
    action = {"hand": hand.pk, "seq": 0, "action": "b4"}
    assert player.post(path, action) == player.post(path, action)
    hand.refresh_from_db()
    assert hand.seq == 1


def test_another_action_at_an_old_seq_is_stale(turn):
    player, path, hand = turn
    player.post(path, {"hand": hand.pk, "seq": 0, "action": "b4"})
    status, body = player.post(path, {"hand": hand.pk, "seq": 0, "action": "b5"})
    assert (status, body["error"]["code"]) == (409, "STALE_SEQ")


def test_an_action_out_of_turn_is_a_conflict(game, api, turn):
    _, path, hand = turn
    other = next(s.user for s in game.table.seats.all() if s.index != hand.to_act)
    status, body = api(other).post(path, {"hand": hand.pk, "seq": 0, "action": "b4"})
    assert (status, body["error"]["code"]) == (409, "NOT_YOUR_TURN")


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("b14", "BID_OUT_OF_RANGE"),
        ("b0", "BAD_TOKEN"),
        ("pSA", "WRONG_PHASE"),
        ("nonsense", "BAD_TOKEN"),
        ("", "BAD_TOKEN"),
    ],
)
def test_what_the_rules_forbid_is_a_422_with_the_code_of_the_rule(turn, token, code):
    player, path, hand = turn
    status, body = player.post(path, {"hand": hand.pk, "seq": 0, "action": token})
    assert (status, body["error"]["code"]) == (422, code)
    hand.refresh_from_db()
    assert hand.seq == 0


@pytest.mark.parametrize(
    "body",
    [
        {"hand": "1", "seq": 0, "action": "b4"},
        {"hand": 1, "seq": True, "action": "b4"},
        {"hand": 1, "seq": -1, "action": "b4"},
        {"hand": 1, "seq": 1.5, "action": "b4"},
        {"hand": 2**70, "seq": 0, "action": "b4"},
        {"hand": 1, "seq": 0, "action": 4},
        {"hand": 1, "seq": 0, "action": None},
        {"hand": 1, "seq": 0, "action": "b" * 100},
        {"hand": 1, "seq": 0},
        {},
        [],
        "b4",
        None,
    ],
)
def test_a_malformed_action_is_a_400(game, four, api, body):
    status, answer = api(four[0]).post(f"/games/{game.pk}/actions/", body)
    assert status == 400, answer


def test_an_action_needs_a_seat(game, api, turn):
    _, path, hand = turn
    action = {"hand": hand.pk, "seq": 0, "action": "b4"}
    assert api().post(path, action)[0] == 401
    status, body = api(person()).post(path, action)
    assert (status, body["error"]["code"]) == (403, "NOT_SEATED")


def test_a_hand_of_another_game_is_not_here(game, private_game, four, api):
    mine, theirs = api(four[0]), live_hand(private_game)
    action = {"hand": theirs.pk, "seq": 0, "action": "b4"}
    here = mine.post(f"/games/{game.pk}/actions/", action)
    hidden = mine.post(f"/games/{private_game.pk}/actions/", action)
    absent = mine.post(f"/games/{uuid.uuid4()}/actions/", action)
    assert here == hidden == absent
    assert here[0] == 404


def test_the_last_action_of_an_ended_hand_is_acknowledged_again(game, api):
    ended = finish_a_hand(game)
    seat, token = ended.log.split(" ")[-1][0], ended.log.split(" ")[-1][-3:]
    player = game.table.seats.get(index=int(seat)).user
    action = {"hand": ended.pk, "seq": ended.seq - 1, "action": token}
    status, body = api(player).post(f"/games/{game.pk}/actions/", action)
    assert (status, body) == (200, {"hand": ended.pk, "seq": ended.seq - 1})


def test_the_view_shows_my_cards_and_what_i_may_do(game, api, turn):
    player, _, hand = turn
    status, seen = player.get(f"/games/{game.pk}/view/")
    state = state_of(hand)
    assert (status, seen["hand"], seen["seq"]) == (200, hand.pk, 0)
    assert seen["legal"] == [str(action) for action in legal_actions(state)]
    assert len(seen["view"]["holding"]) == 13


def test_the_view_of_somebody_without_a_seat_shows_no_cards(game, api):
    for viewer in (api(), api(person())):
        _, seen = viewer.get(f"/games/{game.pk}/view/")
        assert seen["view"]["holding"] is None
        assert seen["legal"] is None


def test_seeds_come_as_hashes_first(api, four):
    table = table_of(*four)
    game = games.start_game(user=four[0], table_id=table.pk)
    path, seeds = f"/games/{game.pk}/seed/", [bytes([n]) * 16 for n in range(4)]
    for player, seed in zip(four, seeds, strict=True):
        status, shown = api(player).post(path, {"hash": hashlib.sha256(seed).hexdigest()})
        assert status == 200
        assert all(each["seed"] is None for each in shown["seeds"])
    assert shown["status"] == "revealing"
    status, body = api(four[0]).post(path, {"seed": "ff" * 16})
    assert (status, body["error"]["code"]) == (422, "SEED_MISMATCH")
    for player, seed in zip(four, seeds, strict=True):
        status, shown = api(player).post(path, {"seed": seed.hex()})
        assert status == 200
    assert shown["status"] == "playing"
    assert [each["seed"] for each in shown["seeds"]] == [seed.hex() for seed in seeds]
    assert live_hand(Game.objects.get(pk=game.pk)) is not None


@pytest.mark.parametrize(
    "body",
    [{}, {"hash": "xyz"}, {"hash": "ab"}, {"seed": "abc"}, {"hash": 1}, {"hash": "é" * 64}],
)
def test_a_malformed_seed_is_a_400(api, body):
    players = people(4)
    game = games.start_game(user=players[0], table_id=table_of(*players).pk)
    assert api(players[0]).post(f"/games/{game.pk}/seed/", body)[0] == 400
