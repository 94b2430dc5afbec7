"""The sockets of a table share one ear: heard once, told each, and no one waits for another."""

import asyncio
from urllib.parse import urlsplit

import pytest
import redis
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings

from config.asgi import application
from games import broadcast, presence
from games.consumers import hub, inbox
from games.consumers.inbox import Inbox
from games.consumers.news import Changed, HandEvent, Refresh
from games.services import play
from players.services.tokens import create_token
from tests.communicator import Communicator
from tests.games.at_the_table import live_hand, people, play_on, started, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def dealt():
    players = people()
    game = started(table_of(*players))
    secrets = [create_token(user=p, name="program", scopes=("play",)).secret for p in players]
    return game, live_hand(game), players, secrets


def socket_of(game, secret):
    headers = [(b"host", b"testserver"), (b"authorization", f"Token {secret}".encode())]
    return Communicator(application, f"/ws/v1/tables/{game.table_id}/", headers=headers)


async def sit_down(game, secrets):
    sockets = [socket_of(game, secret) for secret in secrets]
    for socket in sockets:
        assert (await socket.connect(timeout=5))[0]
        await frame(socket, "snapshot")
    return sockets


async def frame(socket, *kinds, timeout=5):
    while True:
        received = await socket.receive_json(timeout=timeout)
        if received["type"] in kinds:
            return received


async def stand_up(sockets):
    for socket in sockets:
        await socket.disconnect()


async def bid(hand, players, seq=0):
    bidder = players[(hand.to_act + seq) % 4]
    await sync_to_async(play.act)(user=bidder, hand_id=hand.pk, seq=seq, token="b3")


def rooms():
    return hub._rooms.get(asyncio.get_running_loop(), {})


async def test_sockets_of_a_table_share_a_room_and_the_last_one_closes_it():
    game, _, _, secrets = await sync_to_async(dealt)()
    sockets = await sit_down(game, secrets)
    (room,) = rooms().values()
    assert len(room.sockets) == 4
    await stand_up(sockets[:3])
    assert rooms() == {game.table_id: room}
    await stand_up(sockets[3:])
    assert rooms() == {}


async def test_who_comes_while_the_last_one_leaves_hears_everything():
    game, _, _, secrets = await sync_to_async(dealt)()
    for _ in range(5):
        first = await sit_down(game, secrets[:1])
        second = socket_of(game, secrets[1])
        await asyncio.gather(stand_up(first), second.connect(timeout=5))
        await frame(second, "snapshot")
        await get_channel_layer().group_send(
            broadcast.group_of(game.table_id), {"type": "table.refresh"}
        )
        await frame(second, "snapshot")
        await second.disconnect()
    assert rooms() == {}


async def test_a_private_table_leaves_no_room_behind_a_stranger():
    def gathering():
        host, stranger = people(2)
        game = started(table_of(host, public=False))
        return game, create_token(user=stranger, name="program", scopes=("play",)).secret

    game, secret = await sync_to_async(gathering)()
    socket = socket_of(game, secret)
    assert not (await socket.connect(timeout=5))[0]
    await socket.disconnect()
    assert rooms() == {}


async def test_a_socket_that_takes_nothing_delays_nobody():
    game, hand, players, secrets = await sync_to_async(dealt)()
    others = await sit_down(game, secrets[1:])
    stuck, opened = asyncio.Event(), asyncio.Event()
    arriving: asyncio.Queue = asyncio.Queue()
    arriving.put_nowait({"type": "websocket.connect"})

    async def send(message):
        opened.set()
        if message["type"] == "websocket.send":
            await stuck.wait()  # a client that does not read: the server's buffer is full

    slow = asyncio.create_task(application(socket_of(game, secrets[0]).scope, arriving.get, send))
    await opened.wait()
    await asyncio.sleep(0.1)
    for seq in range(4):
        await bid(hand, players, seq)
    for socket in others:
        assert [(await frame(socket, "event"))["seq"] for _ in range(4)] == [0, 1, 2, 3]
    stuck.set()
    arriving.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await slow
    await stand_up(others)


async def test_four_sockets_that_need_a_snapshot_share_one_reading(monkeypatch):
    game, _, _, secrets = await sync_to_async(dealt)()
    sockets = await sit_down(game, secrets)
    await asyncio.sleep(4 * hub.DEBOUNCE_SECONDS)
    read, readings = hub.read_table, []

    def counted(table_id):
        readings.append(table_id)
        return read(table_id)

    monkeypatch.setattr(hub, "read_table", counted)
    await sync_to_async(broadcast.refresh)(game.table_id)
    for socket in sockets:
        await frame(socket, "snapshot")
    assert len(readings) == 1
    await stand_up(sockets)


async def test_a_snapshot_never_shows_less_than_the_events_before_it():
    game, hand, players, secrets = await sync_to_async(dealt)()
    (socket,) = await sit_down(game, secrets[:1])
    for seq in range(4):
        await bid(hand, players, seq)
        await sync_to_async(broadcast.refresh)(game.table_id)
    standing = 0
    while standing < 4:
        shown = await frame(socket, "event", "snapshot")
        following = shown["seq"] + (shown["type"] == "event")
        assert following >= standing
        standing = following
    await socket.disconnect()


async def test_messages_the_layer_lost_are_found_by_the_next_beat(monkeypatch):
    monkeypatch.setattr(presence, "RENEW_SECONDS", 0.3)
    game, hand, players, secrets = await sync_to_async(dealt)()
    (socket,) = await sit_down(game, secrets[:1])
    (room,) = rooms().values()
    await get_channel_layer().group_discard(broadcast.group_of(game.table_id), room._channel)
    await bid(hand, players)  # unheard: the room is deaf until its next beat
    found = await frame(socket, "event", "snapshot")
    assert (found["type"], found["seq"]) == ("snapshot", 1)
    await bid(hand, players, seq=1)
    assert (await frame(socket, "event"))["seq"] == 1
    await socket.disconnect()


async def test_a_process_that_died_takes_its_players_off_the_tables(monkeypatch):
    monkeypatch.setattr(presence, "RENEW_SECONDS", 0.3)
    game, _, players, secrets = await sync_to_async(dealt)()
    await sync_to_async(presence.renew)(game.table_id, players[1].pk)  # elsewhere
    (socket,) = await sit_down(game, secrets[:1])
    shown = await frame(socket, "table")
    assert [seat["connected"] for seat in shown["table"]["seats"]] == [True, True, False, False]
    await sync_to_async(presence.drop)(game.table_id, players[1].pk)  # as if it had run out
    shown = await frame(socket, "table")
    assert [seat["connected"] for seat in shown["table"]["seats"]] == [True, False, False, False]
    await socket.disconnect()


@pytest.mark.skipif(not settings.REDIS_URL, reason="there is no Redis to lose")
async def test_sockets_hear_again_after_redis_has_dropped_the_connection():
    game, _, _, secrets = await sync_to_async(dealt)()
    sockets = await sit_down(game, secrets)
    await sync_to_async(drop_subscribers)()
    for _ in range(2):
        await sync_to_async(lambda: next(play_on(game, 1)))()
        await asyncio.sleep(0.2)
    for socket in sockets:
        standing = 0
        while standing < 2:  # by events, or by the snapshot that makes up for them
            shown = await frame(socket, "event", "snapshot", timeout=10)
            standing = shown["seq"] + (shown["type"] == "event")
    await stand_up(sockets)


def drop_subscribers() -> None:
    """As a restart of Redis does; only connections to the tests' own database."""
    client = redis.Redis.from_url(settings.REDIS_URL)
    number = urlsplit(settings.REDIS_URL).path.strip("/") or "0"
    for known in client.client_list(_type="pubsub"):
        if known["db"] == number:
            client.client_kill_filter(_id=known["id"])


async def test_an_inbox_that_overflows_ends_in_a_snapshot(monkeypatch):
    monkeypatch.setattr(inbox, "MOST_WAITING", 3)
    full = Inbox()
    for seq in range(5):
        full.put(HandEvent({"hand": 1, "seq": seq}))
    assert [(await full.get()).seq for _ in range(3)] == [0, 1, 2]
    assert isinstance(await full.get(), Refresh)
    full.put(Changed())
    assert isinstance(await full.get(), Changed)
