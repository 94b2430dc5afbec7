"""The queue on `/ws/v1/me/`: greeting, notices, and an open socket as a sign of life."""

import json
import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.asgi import application
from players import attendance
from players.services.tokens import create_token
from ratings.models import ReadyCheck, TicketPlayer
from ratings.services import parties, queue, ready_checks, rounds
from tests.communicator import Communicator
from tests.games.at_the_table import people
from tests.ratings.games import played, players
from tests.ratings.in_the_queue import ladder, serving, wait

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = (settings.BASE_DIR / "docs" / "protocol.md").read_text("utf-8")


def shown(kind: str) -> dict:
    """The notice of that kind as docs/protocol.md shows it."""
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.S):
        at, decoder = 0, json.JSONDecoder()
        while at < len(block):
            found, at = decoder.raw_decode(block, at)
            at += len(block[at:]) - len(block[at:].lstrip())
            if found.get("notice", {}).get("kind") == kind:
                return found["notice"]
            if kind == found.get("type") == "hello":
                return found
    raise AssertionError(kind)


@sync_to_async
def in_browser(user):
    """A personal socket of a browser's session."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    headers = [
        (b"host", b"testserver"),
        (b"origin", b"http://testserver"),
        (b"cookie", cookie.encode()),
    ]
    return Communicator(application, "/ws/v1/me/", headers=headers)


async def opened(socket):
    assert (await socket.connect(timeout=5))[0]
    return socket, await socket.receive_json(timeout=5)


async def notice(socket, kind):
    while True:
        found = await socket.receive_json(timeout=5)
        if found["type"] == "notice" and found["notice"]["kind"] == kind:
            return found["notice"]


@sync_to_async
def four_people():
    ladder()
    serving()
    return people(4)


async def test_the_documented_notices_tell_of_a_table_from_joining_to_the_game():
    four = await four_people()
    socket, hello = await opened(await in_browser(four[0]))
    assert hello.keys() == shown("hello").keys()
    assert hello["queue"] == {
        "ticket": None,
        "ready_check": None,
        "banned_until": None,
        "rated_game": None,
    }
    assert hello["queue"].keys() == shown("hello")["queue"].keys()

    await sync_to_async(wait)(*four, now=timezone.now())
    news = await notice(socket, "queue")
    assert news.keys() == shown("queue").keys()
    assert news["cause"] == "joined"
    assert news["queue"]["ticket"].keys() == shown("hello")["queue"]["ticket"].keys()

    await sync_to_async(rounds.run_round)(now=timezone.now())
    news = await notice(socket, "ready_check")
    assert news["ready_check"].keys() == shown("ready_check")["ready_check"].keys()
    assert (news["ready_check"]["ready"], news["ready_check"]["of"]) == (0, 4)
    for user in four:
        await sync_to_async(ready_checks.answer)(
            user=user, check_id=news["ready_check"]["id"], ready=True, now=timezone.now()
        )
    news = await notice(socket, "rated_game")
    assert news.keys() == shown("rated_game").keys()
    assert news["game"] == str((await ReadyCheck.objects.aget()).game_id)
    await socket.disconnect()


async def test_each_of_the_four_is_told_the_numbers_before_and_after_a_rated_game():
    four = await sync_to_async(players)(4)
    sockets = [(await opened(await in_browser(user)))[0] for user in four]
    game = await sync_to_async(played)(four)
    told = [await notice(socket, "rated") for socket in sockets]
    assert all(news.keys() == shown("rated").keys() for news in told)
    assert {(news["game"], news["before"]) for news in told} == {(str(game.pk), 1500)}
    assert [news["result"] for news in told] == ["win", "loss", "win", "loss"]
    assert [news["after"] > 1500 for news in told] == [True, False, True, False]
    for socket in sockets:
        await socket.disconnect()


async def test_those_who_wait_are_told_how_many_they_are_when_that_changes():
    four = await four_people()
    socket, _hello = await opened(await in_browser(four[0]))
    await sync_to_async(wait)(*four[:2], now=timezone.now())
    for _ in range(2):
        await sync_to_async(rounds.run_round)(now=timezone.now())
    news = await notice(socket, "queue_figures")
    assert news == {"kind": "queue_figures", "waiting": {"classic": 2}}
    assert news.keys() == shown("queue_figures").keys()
    assert await socket.receive_nothing()  # nothing has changed in the second round
    await socket.disconnect()


async def test_a_miss_is_told_to_who_missed_and_to_those_at_the_front():
    four = await four_people()
    sockets = [(await opened(await in_browser(user)))[0] for user in four[:2]]
    await sync_to_async(wait)(*four, now=timezone.now())
    await sync_to_async(rounds.run_round)(now=timezone.now())
    check = await ReadyCheck.objects.aget()
    for socket in sockets:
        await notice(socket, "ready_check")
    await sync_to_async(ready_checks.answer)(
        user=four[0], check_id=check.pk, ready=False, now=timezone.now()
    )
    missed, front = [await notice(socket, "queue") for socket in sockets]
    assert (missed["cause"], missed["queue"]["ticket"]) == ("missed", None)
    assert missed["queue"]["banned_until"] > timezone.now().isoformat()
    assert (front["cause"], front["queue"]["ticket"]["front"]) == ("front", True)
    for socket in sockets:
        await socket.disconnect()


async def test_an_invitation_is_told():
    alice, bruno, *_ = await four_people()
    socket, _hello = await opened(await in_browser(bruno))
    await sync_to_async(parties.invite)(user=alice, username=bruno.username, now=timezone.now())
    news = await notice(socket, "party")
    assert news.keys() == shown("party").keys()
    assert news["invitations"][0].keys() == shown("party")["invitations"][0].keys()
    assert news["invitations"][0]["host"] == alice.username
    await socket.disconnect()


@pytest.mark.parametrize("by", ["session", "token"])
async def test_an_open_socket_of_a_session_keeps_the_place_and_that_of_a_program_does_not(
    by, monkeypatch
):
    monkeypatch.setattr(attendance, "PULSE_SECONDS", 0.05)
    alice, *_ = await four_people()
    await sync_to_async(wait)(alice, now=timezone.now())
    old = timezone.now() - timedelta(seconds=25)
    await TicketPlayer.objects.aupdate(seen_at=old)
    if by == "session":
        socket = await in_browser(alice)
    else:
        issued = await sync_to_async(create_token)(user=alice, name="p", scopes=("read",))
        headers = [(b"host", b"testserver"), (b"authorization", f"Token {issued.secret}".encode())]
        socket = Communicator(application, "/ws/v1/me/", headers=headers)
    await opened(socket)

    async def is_noted():
        return (await TicketPlayer.objects.aget()).seen_at > old

    assert await is_noted() == (by == "session")
    await TicketPlayer.objects.aupdate(seen_at=old)
    assert await socket.receive_nothing(timeout=0.5)
    assert await is_noted() == (by == "session")  # again and again
    await socket.disconnect()
    await TicketPlayer.objects.aupdate(seen_at=old)
    assert not await is_noted()
    assert alice.pk not in attendance._sockets


async def test_who_closes_the_browser_lapses_and_is_told_when_back():
    alice, *_ = await four_people()
    await sync_to_async(wait)(alice, now=timezone.now() - timedelta(seconds=31))
    assert await sync_to_async(queue.close_the_unfit)(now=timezone.now()) == 1
    socket, hello = await opened(await in_browser(alice))
    assert hello["queue"]["ticket"] is None
    await socket.disconnect()
