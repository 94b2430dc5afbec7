"""An open socket admits to nothing: each action is written only if its sender still would be."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from config.asgi import application
from games.models import Hand
from games.services import play
from players.models import ApiToken, User
from players.services.tokens import create_token
from tests.communicator import Communicator
from tests.games.at_the_table import live_hand, people, started, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def by_token(user):
    secret = create_token(user=user, name="program", scopes=("play",)).secret
    return [(b"authorization", f"Token {secret}".encode())]


def by_session(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    cookie = f"sessionid={client.session.session_key}".encode()
    return [(b"cookie", cookie), (b"origin", b"http://testserver")]


# nobody tells the socket: the news of it was lost
def lose_token():
    ApiToken.objects.all().delete()


def lose_session():
    Session.objects.all().delete()


def be_suspended():
    User.objects.update(is_active=False)


@pytest.mark.parametrize("actions_before", [0, 2], ids=["hand read anew", "hand kept"])
@pytest.mark.parametrize(
    ("admitted_by", "lose_access"),
    [
        (by_token, lose_token),
        (by_token, be_suspended),
        (by_session, lose_session),
        (by_session, be_suspended),
    ],
)
async def test_who_lost_access_writes_no_card_and_is_sent_away_s18(
    actions_before, admitted_by, lose_access
):
    def dealt():
        players = people()
        hand = live_hand(started(table_of(*players)))
        order = players[hand.to_act :] + players[: hand.to_act]
        for seq in range(actions_before):
            play.act(user=order[seq], hand_id=hand.pk, seq=seq, token="b3")
        return hand, admitted_by(order[actions_before])

    hand, headers = await sync_to_async(dealt)()
    path = f"/ws/v1/tables/{hand.game.table_id}/"
    socket = Communicator(application, path, headers=[(b"host", b"testserver"), *headers])
    assert (await socket.connect(timeout=5))[0]
    await sync_to_async(lose_access)()
    sent = {"type": "action", "hand": hand.pk, "seq": actions_before, "action": "b4"}
    await socket.send_json(sent)
    while (said := await socket.receive_json(timeout=5))["type"] != "closed":
        assert said["type"] in ("snapshot", "table")
    assert said["code"] == "ACCESS_LOST"
    assert await socket.receive_close() == 4403
    assert await sync_to_async(lambda: Hand.objects.get(pk=hand.pk).seq)() == actions_before
    await socket.disconnect()
