"""Accounts through the API: signing up, playing as a guest, keeping the account, preferences."""

import pytest
from django.test import Client

from players.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough phrase"


@pytest.fixture
def api():
    return Client(enforce_csrf_checks=True)


def post(api, path, body, **headers):
    return api.post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)


def error(response):
    return response.status_code, response.json()["error"]["code"]


def test_signing_up_answers_with_recovery_codes_once(api):
    response = post(api, "players/", {"username": "alice", "password": PASSWORD})
    assert response.status_code == 201
    body = response.json()
    assert body["username"] == "alice"
    assert len(set(body["recovery_codes"])) == 8
    assert "sessionid" not in response.cookies


def test_who_gives_mail_that_can_be_sent_needs_no_codes(api, settings):
    settings.EMAIL_CONFIGURED = True
    account = {"username": "alice", "password": PASSWORD, "email": "alice@example.org"}
    assert post(api, "players/", account).json() == {"username": "alice"}


@pytest.mark.parametrize(
    ("username", "password", "refusal"),
    [
        ("al", PASSWORD, (400, "BAD_NAME")),
        ("a" * 21, PASSWORD, (400, "BAD_NAME")),
        ("аlice", PASSWORD, (400, "BAD_NAME")),
        (" alice", PASSWORD, (400, "BAD_NAME")),
        ("alice\n", PASSWORD, (400, "BAD_NAME")),
        ("_alice", PASSWORD, (400, "BAD_NAME")),
        ("Admin", PASSWORD, (422, "NAME_RESERVED")),
        ("Guest-1234", PASSWORD, (422, "NAME_RESERVED")),
        ("b0t-x", PASSWORD, (422, "NAME_RESERVED")),
        ("alice", "12345678", (422, "WEAK_PASSWORD")),
        ("alice", "alice-1", (422, "WEAK_PASSWORD")),
        ("alice", "", (400, "INVALID")),
        ("alice", None, (400, "INVALID")),
        (["alice"], PASSWORD, (400, "INVALID")),
        ({"$ne": 1}, PASSWORD, (400, "INVALID")),
        ("alice", "x\x00y", (400, "MALFORMED")),
    ],
)
def test_what_is_refused_at_sign_up_says_which_field(api, username, password, refusal):
    response = post(api, "players/", {"username": username, "password": password})
    assert error(response) == refusal
    assert not User.objects.exists()
    if refusal[1] != "MALFORMED":
        assert set(response.json()["error"]["fields"]) <= {"username", "password"}


def test_a_taken_name_is_a_conflict(api, alice):
    for name in ("alice", "ALICE", "A1ice", "al-ice"):
        response = post(api, "players/", {"username": name, "password": PASSWORD})
        assert error(response) == (409, "NAME_TAKEN")
        assert "username" in response.json()["error"]["fields"]


def test_nothing_else_of_an_account_can_be_set_at_sign_up(api):
    extra = {"is_staff": True, "is_superuser": True, "id": 7, "is_guest": True, "skeleton": "x"}
    post(api, "players/", {"username": "alice", "password": PASSWORD, **extra})
    user = User.objects.get(username="alice")
    assert not any((user.is_staff, user.is_superuser, user.is_guest))


def test_a_guest_plays_at_once_and_keeps_the_account(api):
    username = post(api, "players/guest/", {}).json()["username"]
    assert username.startswith("Guest-")
    assert api.get("/api/v1/players/me/").json()["is_guest"] is True
    guest = User.objects.get()

    api.get("/accounts/login/")
    csrf = api.cookies["csrftoken"].value
    kept = post(
        api,
        "players/me/keep/",
        {"username": "alice", "password": PASSWORD},
        **{"X-CSRFToken": csrf},
    )

    assert kept.status_code == 200
    assert len(kept.json()["recovery_codes"]) == 8
    me = api.get("/api/v1/players/me/").json()
    assert (me["username"], me["is_guest"]) == ("alice", False)
    assert User.objects.get().pk == guest.pk


def test_a_kept_account_is_kept_once(client, alice):
    client.force_login(alice)
    response = post(client, "players/me/keep/", {"username": "carol", "password": PASSWORD})
    assert error(response) == (409, "NOT_A_GUEST")
    alice.refresh_from_db()
    assert alice.username == "alice"


def test_a_guests_program_gets_a_token_that_plays(api):
    body = post(api, "players/guest/", {"token": True}).json()
    program = Client()
    me = program.get("/api/v1/players/me/", headers={"Authorization": f"Token {body['token']}"})
    assert me.json()["username"] == body["username"]


def test_a_foreign_page_cannot_make_a_browser_a_guest(api):
    response = post(api, "players/guest/", {}, Origin="http://evil.example")
    assert error(response) == (403, "FOREIGN_ORIGIN")
    assert "sessionid" not in response.cookies
    assert post(api, "players/guest/", {}, Origin="http://testserver").status_code == 201


def test_who_is_signed_in_signs_up_for_nothing(client, alice):
    client.force_login(alice)
    for path in ("players/", "players/guest/"):
        response = post(client, path, {"username": "carol", "password": PASSWORD})
        assert error(response) == (403, "ALREADY_SIGNED_IN")


def test_writing_by_session_needs_the_csrf_token(api, alice):
    api.force_login(alice)
    response = api.patch("/api/v1/players/me/", {"sound": False}, content_type="application/json")
    assert error(response) == (403, "NOT_ALLOWED")


def test_preferences_change_and_nothing_else_does(client, alice):
    client.force_login(alice)
    before = User.objects.filter(pk=alice.pk).values().get()
    changes = {"language": "fr", "four_colour": True, "card_order": "spades_last", "sound": False}
    forbidden = {name: "x" for name in before if name not in changes} | {"is_staff": True}

    response = client.patch(
        "/api/v1/players/me/", {**forbidden, **changes}, content_type="application/json"
    )

    assert response.status_code == 200
    assert User.objects.filter(pk=alice.pk).values().get() == before | changes


@pytest.mark.parametrize(
    "changes",
    [{"language": "xx"}, {"card_order": "random"}, {"sound": "loud"}, {"sound": None}],
)
def test_a_preference_that_is_no_choice_is_refused(client, alice, changes):
    client.force_login(alice)
    response = client.patch("/api/v1/players/me/", changes, content_type="application/json")
    assert error(response) == (400, "INVALID")
    assert set(response.json()["error"]["fields"]) == set(changes)


def test_a_profile_shows_what_everybody_may_know(client, alice):
    alice.email = "alice@example.org"
    alice.save()
    body = client.get("/api/v1/players/ALICE/").json()
    assert set(body) == {"username", "is_guest", "date_joined"}
    assert body["date_joined"].endswith("Z")


def test_nobody_by_that_name_is_a_plain_404(client, db):
    for name in ("nobody-here", "x", "a%00b", "..", "Ａlice", "a" * 300):
        response = client.get(f"/api/v1/players/{name}/")
        assert response.status_code in (404, 400)
        assert response.json()["error"]["code"] in ("NOT_FOUND", "MALFORMED")


def test_ones_own_account_needs_a_login(client):
    response = client.get("/api/v1/players/me/")
    assert error(response) == (401, "NOT_AUTHENTICATED")
    assert response["WWW-Authenticate"] == "Token"


def test_a_suspended_player_is_signed_out_at_once(client, alice):
    client.force_login(alice)
    User.objects.update(is_active=False)
    assert client.get("/api/v1/players/me/").status_code == 401
