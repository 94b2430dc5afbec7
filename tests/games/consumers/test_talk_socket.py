"""What is said goes to the sockets it is for, at once, and to no other."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from config.asgi import application
from games.models import Message
from games.services import talk
from players.models import User
from players.services.blocks import block, mute
from players.services.suspension import suspend
from tests.communicator import Communicator
from tests.games.at_the_table import live_hand, people, person, started, table_of
from tests.games.consumers.test_table_socket import frame, sit_down
from tests.games.services.test_talk import rated_game

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def a_table(number=2, **options):
    players = people(number)
    return table_of(*players, **options), players


@sync_to_async
def session_of(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    cookie = client.cookies["sessionid"].value
    return [
        (b"host", b"testserver"),
        (b"origin", b"http://testserver"),
        (b"cookie", f"sessionid={cookie}".encode()),
    ]


async def watch(table, headers=()):
    origin = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    socket = Communicator(
        application, f"/ws/v1/tables/{table.pk}/", headers=list(headers) or origin
    )
    assert (await socket.connect(timeout=5))[0]
    await frame(socket, "snapshot")
    return socket


async def heard(socket, table, author):
    """What the socket has heard by the time that a last phrase of `author` was passed on."""
    found = []
    await sync_to_async(talk.say)(user=author, table_id=table.pk, now=timezone.now(), phrase="bye")
    while (said := (await frame(socket, "said"))["message"])["phrase"] != "bye":
        found.append(said["phrase"] or said["text"])
    return found


async def nothing_said(*sockets):
    """That none of the sockets is told anything said within the time the others needed."""
    for socket in sockets:
        while not await socket.receive_nothing(timeout=0.3):
            received = await socket.receive_json()
            assert received["type"] != "said", received


async def leave(*sockets):
    for socket in sockets:
        await socket.disconnect()


async def test_a_seat_says_something_and_every_seat_hears_it():
    table, (a, b) = await a_table()
    sockets = [(await sit_down(user, table))[0] for user in (a, b)]
    text = "<img src=x onerror=alert(1)>"
    await sockets[0].send_json({"type": "say", "text": text})
    for socket in sockets:
        said = (await frame(socket, "said"))["message"]
        assert (said["name"], said["seat"], said["text"]) == (a.username, "N", text)
    await leave(*sockets)


async def test_watchers_hear_watchers_and_seats_hear_neither_them_nor_they_the_seats():
    table, (a, b) = await a_table()
    one, two = await sync_to_async(people)(2)
    seats = [(await sit_down(user, table))[0] for user in (a, b)]
    watchers = [(await sit_down(user, table))[0] for user in (one, two)]
    nobody = await watch(table)
    for socket, phrase in ((watchers[0], "ns"), (seats[0], "gl")):
        await socket.send_json({"type": "say", "phrase": phrase})
        await frame(socket, "said")
    assert await heard(watchers[1], table, one) == ["ns"]
    assert await heard(seats[1], table, a) == ["gl"]
    await nothing_said(nobody)
    await leave(*seats, *watchers, nobody)


async def test_who_muted_or_blocked_the_speaker_is_told_nothing():
    table, (a, b, c, d) = await a_table(4)
    await sync_to_async(mute)(user=b, username=a.username)
    await sync_to_async(block)(user=c, username=a.username)
    sockets = [(await sit_down(user, table))[0] for user in (b, c, d)]
    await sync_to_async(talk.say)(user=a, table_id=table.pk, now=timezone.now(), text="Hello")
    assert (await frame(sockets[2], "said"))["message"]["text"] == "Hello"
    assert await heard(sockets[0], table, d) == []
    assert await heard(sockets[1], table, d) == []
    await leave(*sockets)


async def test_a_refusal_is_an_error_frame_and_nothing_is_stored():
    table, (a, _b) = await a_table()
    socket, _ = await sit_down(a, table)
    for content, code in [
        ({"text": "two\nlines"}, "BAD_TEXT"),
        ({"phrase": "nonsense"}, "UNKNOWN_PHRASE"),
        ({}, "INVALID"),
        ({"text": ["x"]}, "BAD_TEXT"),
        ({"phrase": {"$ne": ""}}, "UNKNOWN_PHRASE"),
    ]:
        await socket.send_json({"type": "say", **content})
        assert (await frame(socket, "error"))["code"] == code
    assert not await sync_to_async(Message.objects.exists)()
    await leave(socket)


async def test_nobody_says_anything_on_a_socket_without_a_name():
    table, _ = await a_table()
    socket = await watch(table)
    await socket.send_json({"type": "say", "phrase": "hi"})
    assert (await frame(socket, "error"))["code"] == "NOT_SEATED"
    await leave(socket)


async def test_a_silence_holds_on_a_socket_that_is_open_already():
    table, (a, _b) = await a_table()
    socket, _ = await sit_down(a, table)
    until = timezone.now() + timezone.timedelta(days=1)
    await sync_to_async(User.objects.filter(pk=a.pk).update)(silenced_until=until)
    await socket.send_json({"type": "say", "phrase": "hi"})
    assert (await frame(socket, "error"))["code"] == "SILENCED"
    await leave(socket)


async def test_a_suspension_closes_the_sockets_and_nothing_more_is_said():
    table, (a, _b) = await a_table()
    olga = await sync_to_async(person)(is_staff=True, is_superuser=True)
    socket, _ = await sit_down(a, table)
    await sync_to_async(suspend)(user=a, by=olga, reason="Threats", now=timezone.now())
    assert await socket.receive_close(timeout=5) == 4403
    assert not await sync_to_async(Message.objects.exists)()


async def test_in_a_rated_hand_a_session_says_what_is_harmless_and_a_token_nothing():
    table = await sync_to_async(lambda: rated_game().table)()
    a = await sync_to_async(lambda: table.seats.get(index=0).user)()
    browser = await watch(table, await session_of(a))
    program, _ = await sit_down(a, table)
    await browser.send_json({"type": "say", "phrase": "brb"})
    assert (await frame(program, "said"))["message"]["phrase"] == "brb"
    await browser.send_json({"type": "say", "phrase": "gc"})
    assert (await frame(browser, "error"))["code"] == "NOT_DURING_HAND"
    await program.send_json({"type": "say", "phrase": "back"})
    assert (await frame(program, "error"))["code"] == "RATED_BROWSER_ONLY"
    await leave(browser, program)


async def test_talk_carries_no_card_and_no_fact_of_the_hand():
    table, (a, b) = await a_table()
    game = await sync_to_async(started)(table)
    socket, first = await sit_down(b, table)
    await sync_to_async(talk.say)(user=a, table_id=table.pk, now=timezone.now(), phrase="gl")
    said = await frame(socket, "said")
    assert set(said) == {"type", "message"}
    assert set(said["message"]) == {"id", "audience", "seat", "name", "phrase", "text", "at"}
    hand = await sync_to_async(live_hand)(game)
    assert hand is not None
    for card in first["view"]["holding"] or []:
        assert card not in json.dumps(said)
    await leave(socket)


async def test_what_is_said_is_in_no_log(caplog):
    caplog.set_level("DEBUG")
    table, (a, _b) = await a_table()
    socket, _ = await sit_down(a, table)
    for text in ("a very private remark", "two\nlines"):
        await socket.send_json({"type": "say", "text": text})
        await frame(socket, "said", "error")
    await asyncio.sleep(0.1)
    # the database's own statements are logged nowhere but in a debugging session
    lines = [record for record in caplog.records if record.name != "django.db.backends"]
    assert not any("remark" in record.getMessage() for record in lines)
    await leave(socket)
