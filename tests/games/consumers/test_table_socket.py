"""A seat's socket: snapshot, then events in order, and never another seat's cards."""

import asyncio
import hashlib
import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from config.asgi import application
from games.broadcast import group_of
from games.engine import legal_actions
from games.models import Hand
from games.selectors.state import state_of
from games.services import games, play, tables
from players.services.tokens import create_token
from tests.communicator import Communicator
from tests.games.at_the_table import (
    live_hand,
    people,
    person,
    play_on,
    sitter,
    started,
    table_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def header(user):
    issued = create_token(user=user, name="program", scopes=("play",))
    return (b"authorization", f"Token {issued.secret}".encode())


async def sit_down(user, table):
    socket = Communicator(
        application,
        f"/ws/v1/tables/{table.pk}/",
        headers=[(b"host", b"testserver"), await header(user)],
    )
    opened, _ = await socket.connect(timeout=5)
    assert opened
    return socket, await frame(socket, "snapshot")


async def frame(socket, *kinds):
    """The next frame of one of these kinds; others are passed over."""
    while True:
        received = await socket.receive_json(timeout=5)
        if received["type"] in kinds:
            return received


@sync_to_async
def a_dealt_table(**options):
    players = people()
    game = started(table_of(*players, **options))
    return game, players


@sync_to_async
def fresh(game):
    return live_hand(game)


async def test_a_snapshot_shows_own_cards_the_turn_and_the_legal_actions():
    game, players = await a_dealt_table()
    for index, player in enumerate(players):
        socket, first = await sit_down(player, game.table)
        hand = await fresh(game)
        assert (first["hand"], first["seq"]) == (hand.pk, 0)
        assert first["view"]["seat"] == "NESW"[index]
        assert len(first["view"]["holding"]) == 13
        assert bool(first["legal"]) == (hand.to_act == index)
        assert first["clock"]["seat"] == "NESW"[hand.to_act]
        await socket.disconnect()


async def test_an_action_is_acknowledged_and_shown_to_every_seat():
    game, players = await a_dealt_table()
    sockets = [(await sit_down(player, game.table))[0] for player in players]
    hand = await fresh(game)
    actor = sockets[hand.to_act]
    await actor.send_json({"type": "action", "hand": hand.pk, "seq": 0, "action": "b3"})
    assert await frame(actor, "ack", "error") == {"type": "ack", "hand": hand.pk, "seq": 0}
    for index, socket in enumerate(sockets):
        event = await frame(socket, "event")
        assert (event["seq"], event["event"]["action"]) == (0, "b3")
        assert ("legal" in event) == (index == (hand.to_act + 1) % 4)
        await socket.disconnect()


async def test_a_whole_hand_folded_from_events_equals_a_fresh_snapshot():
    game, players = await a_dealt_table()
    socket, _ = await sit_down(players[0], game.table)
    seq = 0
    hand = await fresh(game)
    for _ in range(hand.seq, 56):
        await sync_to_async(lambda: next(play_on(game, 1)))()
    while seq < 55:
        event = await frame(socket, "event")
        assert event["seq"] == seq
        seq += 1
    last = await frame(socket, "event")
    assert last["event"]["phase"] == "over"
    assert sum(last["event"]["tricks"]) == 13
    assert last["event"]["score"]["scores"]
    following = await frame(socket, "snapshot")
    assert following["seq"] == 0
    assert following["view"]["hand_no"] == 2
    await socket.disconnect()


async def test_no_frame_of_a_seat_names_a_card_that_is_not_its_own_or_played_s01():
    game, players = await a_dealt_table()
    hand = await fresh(game)
    own = {str(card) for card in (await sync_to_async(state_of)(hand)).deal.hands[0]}
    socket, first = await sit_down(players[0], game.table)
    shown = set(first["view"]["holding"])
    assert shown == own
    played: set[str] = set()
    for _ in range(20):
        await sync_to_async(lambda: next(play_on(game, 1)))()
        event = await frame(socket, "event")
        token = event["event"]["action"]
        if token.startswith("p"):
            played.add(token[1:])
        text = json.dumps(event)
        for suit in "SHDC":
            for rank in "23456789TJQKA":
                card = suit + rank
                if f'"{card}"' in text or f'"p{card}"' in text:
                    assert card in own | played
    await socket.disconnect()


async def test_a_spectator_sees_no_cards_and_may_not_act():
    game, _ = await a_dealt_table()
    stranger = await sync_to_async(person)()
    socket, first = await sit_down(stranger, game.table)
    assert first["view"]["holding"] is None
    assert first["table"]["code"] is None
    hand = await fresh(game)
    await socket.send_json({"type": "action", "hand": hand.pk, "seq": 0, "action": "b3"})
    assert (await frame(socket, "ack", "error"))["code"] == "NOT_SEATED"
    await socket.disconnect()


async def test_who_is_not_signed_in_watches_a_table_of_bots_and_sees_no_cards():
    def gathering():
        return started(table_of(person()))

    game = await sync_to_async(gathering)()
    socket = Communicator(
        application,
        f"/ws/v1/tables/{game.table_id}/",
        headers=[(b"host", b"testserver"), (b"origin", b"http://testserver")],
    )
    assert (await socket.connect(timeout=5))[0]
    first = await frame(socket, "snapshot")
    assert (first["view"]["seat"], first["view"]["holding"], first["legal"]) == (None, None, None)
    await socket.disconnect()


async def test_a_private_table_does_not_open_for_a_stranger():
    game, _ = await a_dealt_private()
    stranger = await sync_to_async(person)()
    socket = Communicator(
        application,
        f"/ws/v1/tables/{game.table_id}/",
        headers=[(b"host", b"testserver"), await header(stranger)],
    )
    opened, _ = await socket.connect(timeout=5)
    assert not opened


@sync_to_async
def a_dealt_private():
    host = person()
    return started(table_of(host, public=False)), host


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"type": "action"}, "MALFORMED"),
        ({"type": "action", "hand": True, "seq": 0, "action": "b3"}, "MALFORMED"),
        ({"type": "action", "hand": 10**30, "seq": 0, "action": "b3"}, "MALFORMED"),
        ({"type": "action", "hand": 2**62, "seq": 0, "action": "b3"}, "NOT_FOUND"),
        ({"type": "dance"}, "UNKNOWN_TYPE"),
        ({"type": ["action"]}, "UNKNOWN_TYPE"),
        ({"type": "pause", "wants": "yes"}, "MALFORMED"),
        ({"type": "seed", "hash": "zz"}, "SEEDS_CLOSED"),
    ],
)
async def test_garbage_gets_an_error_frame_and_the_socket_lives(content, code):
    game, players = await a_dealt_table()
    socket, _ = await sit_down(players[0], game.table)
    await socket.send_text(json.dumps(content))
    assert (await frame(socket, "error"))["code"] == code
    await socket.send_json({"type": "sync"})
    await frame(socket, "snapshot")
    await socket.disconnect()


async def test_a_gap_in_what_the_socket_hears_is_healed_by_a_snapshot_l25():
    game, players = await a_dealt_table()
    socket, first = await sit_down(players[0], game.table)
    await heard_by(game.table, hand=first["hand"], seq=first["seq"] + 2)
    healed = await frame(socket, "snapshot", "event")
    assert (healed["type"], healed["seq"]) == ("snapshot", first["seq"])
    await socket.disconnect()


async def test_news_of_another_hand_brings_a_snapshot():
    game, players = await a_dealt_table()
    socket, first = await sit_down(players[0], game.table)
    await heard_by(game.table, hand=first["hand"] + 1, seq=0)
    assert (await frame(socket, "snapshot", "event"))["type"] == "snapshot"
    await socket.disconnect()


async def heard_by(table, **facts):
    """A message that reaches the table's sockets, whatever was lost before it."""
    await get_channel_layer().group_send(
        group_of(table.pk), {"type": "hand.event", "event": {}, "turn": {}, **facts}
    )


async def test_an_event_that_came_before_the_snapshot_is_not_shown_twice():
    game, players = await a_dealt_table()
    await sync_to_async(lambda: list(play_on(game, 3)))()
    socket, first = await sit_down(players[0], game.table)
    assert first["seq"] == 3
    await heard_by(game.table, hand=first["hand"], seq=1)
    await socket.send_json({"type": "sync"})
    assert (await frame(socket, "snapshot", "event"))["type"] == "snapshot"
    await socket.disconnect()


async def test_the_socket_of_a_lost_seat_closes():
    def gathering():
        host, other = people(2)
        return table_of(host, other), host, other

    table, host, other = await sync_to_async(gathering)()
    socket, first = await sit_down(other, table)
    assert first["table"]["you"] == "E"
    await sync_to_async(tables.kick)(user=host, table_id=table.pk, seat=1)
    assert (await frame(socket, "closed"))["code"] == "SEAT_LOST"
    assert await socket.receive_close() == 4403


async def test_the_socket_of_who_leaves_on_turn_closes_though_the_turn_was_planned_anew():
    def playing():
        game = started(table_of(*people(2)))
        while not live_hand(game).person_to_act:
            next(play_on(game, 1))
        return game, sitter(live_hand(game))

    game, leaver = await sync_to_async(playing)()
    socket, first = await sit_down(leaver, game.table)
    assert first["legal"]
    await sync_to_async(tables.leave_table)(user=leaver, table_id=game.table_id)
    assert (await frame(socket, "closed"))["code"] == "SEAT_LOST"
    assert await socket.receive_close() == 4403


async def test_the_sockets_of_seats_close_with_their_table():
    host = await sync_to_async(person)()
    table = await sync_to_async(table_of)(host)
    socket, _ = await sit_down(host, table)
    late = timezone.now() + timedelta(days=2)
    assert await sync_to_async(tables.close_idle_tables)(now=late) == 1
    assert (await frame(socket, "closed"))["code"] == "TABLE_CLOSED"
    assert await socket.receive_close() == 4403


async def test_seeds_go_by_socket_from_hash_to_the_first_snapshot():
    def gathering():
        host = person()
        table = table_of(host)
        games.start_game(user=host, table_id=table.pk)
        return table, host

    table, host = await sync_to_async(gathering)()
    socket, first = await sit_down(host, table)
    assert first["hand"] is None
    assert first["game"]["status"] == "hashing"
    seed = b"s" * 32
    await socket.send_json({"type": "seed", "hash": hashlib.sha256(seed).hexdigest()})
    shown = await frame(socket, "table")
    while shown["game"]["status"] != "revealing":
        shown = await frame(socket, "table")
    await socket.send_json({"type": "seed", "seed": seed.hex()})
    closed = await frame(socket, "notice", "error")
    assert closed["notice"]["kind"] == "seeds_closed"
    assert closed["notice"]["data"]["seeds"][0]["seed"] == seed.hex()
    dealt = await frame(socket, "snapshot")
    assert dealt["hand"] is not None
    await socket.disconnect()


async def test_an_action_is_acknowledged_only_once_it_is_committed():
    game, players = await a_dealt_table()
    hand = await fresh(game)
    socket, _ = await sit_down(players[hand.to_act], game.table)
    await socket.send_json({"type": "action", "hand": hand.pk, "seq": 0, "action": "b3"})
    await frame(socket, "ack")
    stored = await sync_to_async(lambda: Hand.objects.get(pk=hand.pk).seq)()
    assert stored == 1
    await socket.disconnect()


async def test_two_sockets_of_one_seat_see_the_same():
    game, players = await a_dealt_table()
    one, first = await sit_down(players[0], game.table)
    two, second = await sit_down(players[0], game.table)
    assert first["view"] == second["view"]
    await sync_to_async(lambda: list(play_on(game, 2)))()
    for _ in range(2):
        assert (await frame(one, "event"))["event"] == (await frame(two, "event"))["event"]
    await asyncio.gather(one.disconnect(), two.disconnect())


async def test_a_token_without_the_play_scope_only_watches():
    game, players = await a_dealt_table()

    def reading_token():
        return create_token(user=players[0], name="reader", scopes=("read",)).secret

    secret = await sync_to_async(reading_token)()
    socket = Communicator(
        application,
        f"/ws/v1/tables/{game.table_id}/",
        headers=[(b"host", b"testserver"), (b"authorization", f"Token {secret}".encode())],
    )
    assert (await socket.connect(timeout=5))[0]
    hand = await fresh(game)
    await socket.send_json({"type": "action", "hand": hand.pk, "seq": 0, "action": "b3"})
    assert (await frame(socket, "ack", "error"))["code"] == "SCOPE_MISSING"
    await socket.disconnect()


async def test_the_first_legal_actions_of_a_snapshot_are_those_of_the_engine():
    game, players = await a_dealt_table()
    hand = await fresh(game)
    _, first = await sit_down(players[hand.to_act], game.table)
    expected = [str(action) for action in legal_actions(await sync_to_async(state_of)(hand))]
    assert first["legal"] == expected
    await sync_to_async(
        lambda: play.act(user=players[hand.to_act], hand_id=hand.pk, seq=0, token=expected[0])
    )()
