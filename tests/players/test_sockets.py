"""Sockets open for known people from our own pages only, and close when access is lost."""

import asyncio
import logging

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from config.asgi import application
from players.models import Scope
from players.notify import close_sockets, notify
from players.services.tokens import create_token, revoke_token
from tests.communicator import Communicator

pytestmark = pytest.mark.django_db(transaction=True)

OURS = b"http://testserver"


def socket(*headers, path="/ws/v1/me/", host=b"testserver"):
    return Communicator(application, path, headers=[(b"host", host), *headers])


def session_cookie(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())


def token_header(user, scopes=("play",)):
    issued = create_token(user=user, name="program", scopes=scopes)
    return issued.token, (b"authorization", f"Token {issued.secret}".encode())


async def opens(*headers, **options):
    communicator = socket(*headers, **options)
    opened, _ = await communicator.connect()
    await communicator.disconnect()
    return opened


@pytest.fixture
def cookie(alice):
    return session_cookie(alice)


async def test_the_owner_of_a_session_is_greeted_by_name(cookie):
    communicator = socket(cookie, (b"origin", OURS))
    assert (await communicator.connect())[0]
    hello = await communicator.receive_json()
    assert (hello["type"], hello["username"], hello["tables"]) == ("hello", "alice", [])
    assert hello["queue"]["ticket"] is None
    await communicator.disconnect()


async def test_a_foreign_page_cannot_use_the_cookie(cookie):
    assert not await opens(cookie, (b"origin", b"http://evil.example"))
    assert not await opens(cookie)


async def test_a_program_needs_no_origin(alice):
    _, header = await sync_to_async(token_header)(alice)
    assert await opens(header)


async def test_a_token_does_not_excuse_a_foreign_origin(alice):
    _, header = await sync_to_async(token_header)(alice)
    assert not await opens(header, (b"origin", b"http://evil.example"))


async def test_beside_a_bad_token_no_cookie_counts(cookie):
    bad = (b"authorization", b"Token spw_wrong")
    assert not await opens(bad, cookie, (b"origin", OURS))


@pytest.mark.parametrize(
    "value", [b"Token", b"Token ", b"Basic YWxpY2U6eA==", b"\xff", b"Token a b"]
)
async def test_a_broken_authorization_is_nobody(cookie, value):
    assert not await opens((b"authorization", value), cookie, (b"origin", OURS))


async def test_a_token_in_the_address_admits_nobody(alice):
    _, (_, value) = await sync_to_async(token_header)(alice)
    secret = value.decode().removeprefix("Token ")
    assert not await opens((b"origin", OURS), path=f"/ws/v1/me/?token={secret}")


async def test_nobody_known_is_refused():
    assert not await opens((b"origin", OURS))


@pytest.mark.parametrize("value", [b"sessionid=", b"sessionid=x" * 500, b"sessionid=\x00", b";;="])
async def test_a_broken_cookie_is_nobody(db, value):
    assert not await opens((b"cookie", value), (b"origin", OURS))


async def test_an_unknown_path_is_refused_not_crashed(cookie):
    assert not await opens(cookie, (b"origin", OURS), path="/ws/v1/nothing/")


async def greeted(*headers):
    communicator = socket(*headers)
    assert (await communicator.connect())[0]
    await communicator.receive_json()
    return communicator


async def closed(communicator):
    assert (await communicator.receive_json(timeout=5))["type"] == "closed"
    return await communicator.receive_close()


async def test_a_revoked_token_closes_its_socket(alice):
    token, header = await sync_to_async(token_header)(alice)
    communicator = await greeted(header)
    await sync_to_async(revoke_token)(user=alice, token_id=token.pk)
    assert await closed(communicator) == 4403


async def test_another_tokens_socket_stays_open(alice):
    token, _ = await sync_to_async(token_header)(alice)
    _, other = await sync_to_async(token_header)(alice)
    communicator = await greeted(other)
    await sync_to_async(revoke_token)(user=alice, token_id=token.pk)
    assert await communicator.receive_nothing()
    await communicator.disconnect()


def end_session(alice):
    from django.contrib.sessions.models import Session

    Session.objects.all().delete()


def change_password(alice):
    alice.set_password("an entirely new phrase")
    alice.save()


def suspend(alice):
    alice.is_active = False
    alice.save()


@pytest.mark.parametrize("lose_access", [end_session, change_password, suspend])
async def test_lost_access_closes_the_socket(alice, cookie, lose_access):
    communicator = await greeted(cookie, (b"origin", OURS))
    await sync_to_async(lose_access)(alice)
    await sync_to_async(close_sockets)(alice.pk)
    assert await closed(communicator) == 4403


async def test_without_access_no_notice_is_passed_on(alice, cookie):
    communicator = await greeted(cookie, (b"origin", OURS))
    await sync_to_async(suspend)(alice)
    await sync_to_async(notify)(alice.pk, {"kind": "pairing"})
    assert await closed(communicator) == 4403


async def test_a_notice_reaches_its_player_only(alice, bob):
    hers = await greeted(await sync_to_async(session_cookie)(alice), (b"origin", OURS))
    his = await greeted(await sync_to_async(session_cookie)(bob), (b"origin", OURS))
    await sync_to_async(notify)(alice.pk, {"kind": "pairing", "round": 3})
    assert await hers.receive_json() == {
        "type": "notice",
        "notice": {"kind": "pairing", "round": 3},
    }
    assert await his.receive_nothing()
    await hers.disconnect()
    await his.disconnect()


@pytest.mark.parametrize(
    "frame", ["", "[1]", "{", '{"type": "dance"}', "[" * 8000, '{"a": NaN}', '{"a": 1e999}', "{}"]
)
async def test_a_bad_frame_is_answered_and_the_socket_lives(cookie, frame):
    communicator = await greeted(cookie, (b"origin", OURS))
    await communicator.send_text(frame)
    assert (await communicator.receive_json())["type"] == "error"
    await communicator.send_bytes(b"\x00\x01")
    assert (await communicator.receive_json())["code"] == "MALFORMED"
    await communicator.disconnect()


async def test_a_frame_beyond_8_kib_closes_the_socket(cookie):
    communicator = await greeted(cookie, (b"origin", OURS))
    await communicator.send_text("x" * 8193)
    assert await communicator.receive_close() == 1009


async def test_more_than_twenty_frames_a_second_close_the_socket(cookie):
    communicator = await greeted(cookie, (b"origin", OURS))
    for _ in range(21):
        await communicator.send_text('{"type": "pong"}')
    assert await communicator.receive_close() == 4429


async def test_a_token_is_written_to_no_log(alice, caplog):
    caplog.set_level(logging.DEBUG)
    _, header = await sync_to_async(token_header)(alice, scopes=Scope.values)
    communicator = await greeted(header)
    await communicator.disconnect()
    await asyncio.sleep(0)
    assert header[1].decode().removeprefix("Token ") not in caplog.text
