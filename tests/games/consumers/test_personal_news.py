"""`/ws/v1/me/`: a player hears of their turn wherever they are."""

import pytest
from asgiref.sync import sync_to_async

from config.asgi import application
from games.services import play, tables
from games.services.rated import start_rated_game
from players.services.tokens import create_token
from tests.communicator import Communicator
from tests.games.at_the_table import live_hand, people, started, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def dealt():
    players = people()
    game = started(table_of(*players))
    hand = live_hand(game)
    following = players[(hand.to_act + 1) % 4]
    return hand, players[hand.to_act], secret_of(following)


def secret_of(user):
    return create_token(user=user, name="program", scopes=("play",)).secret


def gathering():
    """A rated game whose seeds are being collected, with a token of each of its players."""
    players = people()
    game = start_rated_game(preset="classic", players=players, clock=(30, 20))
    return game, players, [secret_of(player) for player in players]


async def opened(path, secret):
    headers = [(b"host", b"testserver"), (b"authorization", f"Token {secret}".encode())]
    socket = Communicator(application, path, headers=headers)
    assert (await socket.connect(timeout=5))[0]
    return socket


async def test_the_greeting_lists_the_tables_and_a_turn_is_announced():
    hand, bidder, secret = await sync_to_async(dealt)()
    socket = await opened("/ws/v1/me/", secret)
    hello = await socket.receive_json()
    table = str(hand.game.table_id)
    assert [(t["id"], t["your_turn"]) for t in hello["tables"]] == [(table, False)]
    await sync_to_async(play.act)(user=bidder, hand_id=hand.pk, seq=0, token="b3")
    news = await socket.receive_json()
    assert news["notice"] == {"kind": "turn", "table": table, "hand": hand.pk, "seq": 1}
    await socket.disconnect()


async def test_who_has_the_table_open_sees_the_turn_there_and_is_not_told_again():
    hand, bidder, secret = await sync_to_async(dealt)()
    personal = await opened("/ws/v1/me/", secret)
    await personal.receive_json()
    at_table = await opened(f"/ws/v1/tables/{hand.game.table_id}/", secret)
    while (await at_table.receive_json(timeout=5))["type"] != "table":
        pass  # the snapshot, then the table with this player connected
    await sync_to_async(play.act)(user=bidder, hand_id=hand.pk, seq=0, token="b3")
    while (event := await at_table.receive_json(timeout=5))["type"] != "event":
        pass
    assert event["legal"]
    assert await personal.receive_nothing()
    await at_table.disconnect()
    await personal.disconnect()


async def test_who_has_left_the_table_is_told_of_the_turn():
    hand, bidder, secret = await sync_to_async(dealt)()
    at_table = await opened(f"/ws/v1/tables/{hand.game.table_id}/", secret)
    await at_table.receive_json(timeout=5)
    personal = await opened("/ws/v1/me/", secret)
    await personal.receive_json()
    await at_table.disconnect()
    await sync_to_async(play.act)(user=bidder, hand_id=hand.pk, seq=0, token="b3")
    assert (await personal.receive_json())["notice"]["kind"] == "turn"
    await personal.disconnect()


async def test_the_other_three_are_told_that_their_rated_game_is_annulled():
    game, players, secrets = await sync_to_async(gathering)()
    sockets = [await opened("/ws/v1/me/", secret) for secret in secrets]
    for socket in sockets:
        await socket.receive_json()
    await sync_to_async(tables.leave_table)(user=players[2], table_id=game.table_id)
    told = {"kind": "game_annulled", "table": str(game.table_id), "game": str(game.pk)}
    leaver = sockets.pop(2)
    for socket in sockets:
        assert (await socket.receive_json(timeout=5))["notice"] == told
    assert await leaver.receive_nothing()
    for socket in (leaver, *sockets):
        await socket.disconnect()
