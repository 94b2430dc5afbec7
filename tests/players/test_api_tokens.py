"""Tokens: shown once, hashed, scoped, expiring, revoked; passwords only where they are exchanged."""

import base64
import datetime as dt

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from players.models import ApiToken
from players.services.accounts import make_guest
from players.services.tokens import MOST_TOKENS, create_token

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough phrase"
ASKED = {"name": "my bot", "scopes": ["read", "play"]}


@pytest.fixture
def program():
    return Client(enforce_csrf_checks=True)


def basic(name, password=PASSWORD):
    return {"Authorization": "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()}


def bearer(secret):
    return {"Authorization": f"Token {secret}"}


def make(program, body=ASKED, **headers):
    return program.post("/api/v1/tokens/", body, content_type="application/json", headers=headers)


def error(response):
    return response.status_code, response.json()["error"]["code"]


def test_a_program_exchanges_name_and_password_for_a_token(program, alice):
    response = make(program, **basic("Alice"))
    assert response.status_code == 201
    body = response.json()
    assert body["scopes"] == ["read", "play"]
    assert body["token"].startswith(body["prefix"])

    me = program.get("/api/v1/players/me/", headers=bearer(body["token"]))
    assert me.json()["username"] == "alice"


def test_the_secret_is_stored_nowhere_and_shown_once(program, alice):
    secret = make(program, **basic("alice")).json()["token"]
    assert secret not in repr(list(ApiToken.objects.values()))
    listed = program.get("/api/v1/tokens/", headers=bearer(secret))
    assert secret not in listed.text
    assert listed.json()["count"] == 1
    assert "token" not in listed.json()["results"][0]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        basic("alice", "wrong"),
        basic("nobody"),
        basic("alice\x00"),
        basic("аlice"),
        {"Authorization": "Basic"},
        {"Authorization": "Basic !!!"},
        {"Authorization": "Basic " + base64.b64encode(b"alice").decode()},
        {"Authorization": "Basic " + base64.b64encode(b"\xff\xfe:\xff").decode()},
        {"Authorization": "Bearer x"},
        {"Authorization": "Token x"},
    ],
)
def test_without_the_right_password_there_is_no_token(program, alice, headers):
    assert make(program, **headers).status_code == 401
    assert not ApiToken.objects.exists()


def test_a_password_opens_nothing_but_tokens(program, alice):
    for path in ("players/me/", "tokens/"):
        assert program.get(f"/api/v1/{path}", headers=basic("alice")).status_code == 401


def test_passwords_are_tried_a_few_times_only(program, alice, limit):
    limit("sign_in_name", 3)
    for _ in range(3):
        assert make(program, **basic("alice", "wrong")).status_code == 401
    response = make(program, **basic("A1ICE"))
    assert error(response) == (429, "TOO_MANY_REQUESTS")
    assert int(response["Retry-After"]) > 0


def test_a_second_factor_is_not_passed_by_the_password_alone(program, alice):
    TOTP.activate(alice, generate_totp_secret())
    assert make(program, **basic("alice")).status_code == 401


def test_a_suspended_player_gets_no_token_and_keeps_none(program, alice):
    secret = create_token(user=alice, name="x", scopes=["play"]).secret
    alice.is_active = False
    alice.save()
    assert make(program, **basic("alice")).status_code == 401
    assert program.get("/api/v1/players/me/", headers=bearer(secret)).status_code == 401


def test_a_guest_has_an_account_to_keep_first(client):
    client.force_login(make_guest(), backend="django.contrib.auth.backends.ModelBackend")
    assert error(make(client)) == (403, "ACCOUNT_NEEDED")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["admin"]},
        {"name": "x", "scopes": "play"},
        {"name": "x", "scopes": [["play"]]},
        {"name": "", "scopes": ["play"]},
        {"name": "x" * 61, "scopes": ["play"]},
        {**ASKED, "expires_in_days": 0},
        {**ASKED, "expires_in_days": 3651},
        {**ASKED, "expires_in_days": "soon"},
    ],
)
def test_what_is_no_token_is_refused(client, alice, body):
    client.force_login(alice)
    assert error(make(client, body)) == (400, "INVALID")


def test_fifty_tokens_are_enough(client, alice):
    client.force_login(alice)
    for number in range(MOST_TOKENS):
        create_token(user=alice, name=str(number), scopes=["read"])
    assert error(make(client)) == (409, "TOO_MANY_TOKENS")


def test_a_token_ends_on_its_day(program, alice, time_machine):
    time_machine.move_to(dt.datetime(2026, 1, 1, tzinfo=dt.UTC), tick=False)
    secret = create_token(user=alice, name="x", scopes=["read"], expires_in_days=2).secret
    time_machine.move_to(dt.datetime(2026, 1, 2, 23, tzinfo=dt.UTC), tick=False)
    assert program.get("/api/v1/players/me/", headers=bearer(secret)).status_code == 200
    time_machine.move_to(dt.datetime(2026, 1, 3, 0, 1, tzinfo=dt.UTC), tick=False)
    assert program.get("/api/v1/players/me/", headers=bearer(secret)).status_code == 401


def test_a_reading_token_writes_nothing(program, alice):
    headers = bearer(create_token(user=alice, name="x", scopes=["read"]).secret)
    response = program.patch(
        "/api/v1/players/me/", {"sound": False}, content_type="application/json", headers=headers
    )
    assert error(response) == (403, "NOT_ALLOWED")
    alice.refresh_from_db()
    assert alice.sound


def test_no_token_makes_another(program, alice):
    headers = bearer(create_token(user=alice, name="x", scopes=["read", "play", "bot"]).secret)
    assert error(make(program, **headers)) == (403, "NOT_ALLOWED")


def test_a_token_revokes_itself_and_no_other(program, alice):
    first = create_token(user=alice, name="first", scopes=["play"])
    second = create_token(user=alice, name="second", scopes=["read"])
    path = f"/api/v1/tokens/{second.token.pk}/"
    assert program.delete(path, headers=bearer(first.secret)).status_code == 403
    assert program.delete(path, headers=bearer(second.secret)).status_code == 204
    assert program.get("/api/v1/players/me/", headers=bearer(second.secret)).status_code == 401


def test_anothers_token_does_not_exist(client, alice, bob):
    hers = create_token(user=alice, name="hers", scopes=["play"]).token
    client.force_login(bob)
    foreign = client.delete(f"/api/v1/tokens/{hers.pk}/")
    absent = client.delete(f"/api/v1/tokens/{hers.pk + 1000}/")
    assert error(foreign) == (404, "NOT_FOUND")
    assert foreign.content == absent.content
    hers.refresh_from_db()
    assert hers.revoked_at is None


def test_a_number_beyond_the_database_is_a_plain_404(client, alice):
    client.force_login(alice)
    for number in ("9" * 30, "9" * 5000, "0", "-1", "1e3", "٣"):
        assert client.delete(f"/api/v1/tokens/{number}/").status_code == 404


def test_a_token_beside_a_session_counts_alone(client, alice, bob):
    client.force_login(alice)
    his = create_token(user=bob, name="x", scopes=["read"]).secret
    assert client.get("/api/v1/players/me/", headers=bearer(his)).json()["username"] == "bob"
    assert client.get("/api/v1/players/me/", headers=bearer("spw_wrong")).status_code == 401


def test_a_token_in_the_address_admits_nobody(client, alice):
    secret = create_token(user=alice, name="x", scopes=["read"]).secret
    for query in ("token", "access_token", "authorization", "Authorization"):
        assert client.get("/api/v1/players/me/", {query: secret}).status_code == 401
        assert client.get("/api/v1/players/me/", {query: f"Token {secret}"}).status_code == 401


def test_use_is_noted_to_the_hour(program, alice, time_machine):
    issued = create_token(user=alice, name="x", scopes=["read"])
    start = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
    noted = []
    for minutes in (0, 30, 59, 61):
        time_machine.move_to(start + dt.timedelta(minutes=minutes), tick=False)
        program.get("/api/v1/players/me/", headers=bearer(issued.secret))
        issued.token.refresh_from_db()
        noted.append((issued.token.last_used_at - start).seconds // 60)
    assert noted == [0, 0, 0, 61]
