"""`/ws/v1/me/`: a player hears of their turn wherever they are."""

import pytest
from asgiref.sync import sync_to_async

from config.asgi import application
from games.services import play
from players.services.tokens import create_token
from tests.communicator import Communicator
from tests.games.at_the_table import live_hand, people, started, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def dealt():
    players = people()
    game = started(table_of(*players))
    hand = live_hand(game)
    following = players[(hand.to_act + 1) % 4]
    secret = create_token(user=following, name="program", scopes=("play",)).secret
    return hand, players[hand.to_act], secret


async def test_the_greeting_lists_the_tables_and_a_turn_is_announced():
    hand, bidder, secret = await sync_to_async(dealt)()
    socket = Communicator(
        application,
        "/ws/v1/me/",
        headers=[(b"host", b"testserver"), (b"authorization", f"Token {secret}".encode())],
    )
    assert (await socket.connect())[0]
    hello = await socket.receive_json()
    table = str(hand.game.table_id)
    assert [(t["id"], t["your_turn"]) for t in hello["tables"]] == [(table, False)]
    await sync_to_async(play.act)(user=bidder, hand_id=hand.pk, seq=0, token="b3")
    news = await socket.receive_json()
    assert news["notice"] == {"kind": "turn", "table": table, "hand": hand.pk, "seq": 1}
    await socket.disconnect()
