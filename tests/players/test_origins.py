"""Only our own pages open sockets with a cookie; programs show a token instead."""

import pytest

from players.sockets import OriginGuard
from tests.communicator import Communicator

FOREIGN = [
    b"",
    b"null",
    b"http://evil.example",
    b"https://testserver",
    b"ws://testserver",
    b"http://testserver:8000",
    b"http://testserver:80",
    b"http://testserver.evil.example",
    b"http://eviltestserver",
    b"http://sub.testserver",
    b"http://testserver@evil.example",
    b"http://evil.example@testserver",
    b"http://user:pass@testserver",
    b"http://testserver/",
    b"http://testserver/path",
    b"http://testserver?q",
    b"http://testserver#evil",
    b"http://testserver evil",
    b"http://[",
    b"http://[::1",
    b"http://testserver:port",
    b"//testserver",
    b"testserver",
    b"http://",
    b"http://TESTSERVER",
    b"javascript:alert(1)",
    b"file://",
    b"http://testserver\x00",
    b"\xff\xfe",
    b"http://t\xc3\xa9stserver",
]


async def accept(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


async def fail(scope, receive, send):
    raise LookupError("no such path")


async def opens(*headers, app=accept, host=b"testserver"):
    communicator = Communicator(OriginGuard(app), "/", headers=[(b"host", host), *headers])
    opened, code = await communicator.connect()
    assert opened or code == 4403
    await communicator.disconnect()
    return opened


async def test_our_own_page_is_admitted():
    assert await opens((b"origin", b"http://testserver"))
    assert await opens((b"origin", b"http://localhost:8123"), host=b"localhost:8123")


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_foreign_page_is_refused(origin):
    assert not await opens((b"origin", origin))


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_token_does_not_excuse_a_foreign_page(origin):
    assert not await opens((b"authorization", b"Token spw_x"), (b"origin", origin))


async def test_no_origin_is_refused_unless_a_token_is_shown():
    assert not await opens()
    assert not await opens((b"authorization", b"Basic eDp5"))
    assert await opens((b"authorization", b"Token spw_x"))


async def test_two_origins_or_two_hosts_are_refused():
    ours = (b"origin", b"http://testserver")
    assert not await opens(ours, ours)
    assert not await opens(ours, (b"host", b"testserver"))


@pytest.mark.parametrize("host", [b"evil.example", b"", b"[", b"testserver:port", b"testserver@x"])
async def test_a_host_that_is_not_ours_is_refused_even_to_its_own_page(host):
    assert not await opens((b"origin", b"http://" + host), host=host)


async def test_listed_origins_are_compared_whole(settings):
    settings.SOCKET_ORIGINS = ["https://play.example.org"]
    assert await opens((b"origin", b"https://play.example.org"))
    assert not await opens((b"origin", b"https://play.example.org:443"))
    assert not await opens((b"origin", b"http://play.example.org"))


async def test_whatever_fails_in_the_handshake_is_a_refusal():
    assert not await opens((b"origin", b"http://testserver"), app=fail)
