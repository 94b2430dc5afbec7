"""The account pages: sign-up with codes, keeping a guest's account, coming back, going away."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client
from django.urls import get_resolver

from players.models import ApiToken, RecoveryCode, User
from players.services.accounts import make_guest
from players.services.recovery import issue_codes
from players.services.tokens import create_token

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough phrase"
CODE = re.compile(r"<code>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})</code>")


def sign_up(client, username, password=PASSWORD, **extra):
    form = {"username": username, "password1": password, "password2": password, **extra}
    return client.post("/accounts/signup/", form)


@pytest.fixture
def guest(client):
    user = make_guest()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def test_after_signing_up_the_codes_are_shown_once_and_the_way_goes_on(client):
    response = sign_up(client, "carol", next="/lobby/")
    assert response["Location"] == "/accounts/recovery-codes/?next=%2Flobby%2F"

    page = client.get(response["Location"])
    assert len(set(CODE.findall(page.text))) == 8
    assert 'href="/lobby/"' in page.text
    assert "no-store" in page["Cache-Control"]

    assert not CODE.findall(client.get(response["Location"]).text)
    assert RecoveryCode.objects.count() == 8


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("ADMIN", PASSWORD),
        ("а1ice", PASSWORD),
        ("AIice", PASSWORD),
        ("Guest-XY12", PASSWORD),
        ("ca", PASSWORD),
        ("carol", "password"),
        ("carol", "1234567890"),
    ],
)
def test_the_form_refuses_what_the_api_refuses(client, alice, username, password):
    response = sign_up(client, username, password)
    assert response.status_code == 200
    assert 'class="errorlist' in response.text
    assert User.objects.count() == 1


def test_the_form_stops_at_the_sign_up_limit(client, limit):
    limit("sign_up", 1)
    with_address = Client(REMOTE_ADDR="203.0.113.77")
    assert sign_up(with_address, "carol").status_code == 302
    again = Client(REMOTE_ADDR="203.0.113.77")
    assert sign_up(again, "david").status_code == 200
    assert not User.objects.filter(username="david").exists()


def test_a_name_logs_in_in_any_case(client, alice):
    response = client.post(
        "/accounts/login/", {"login": "ALICE", "password": "a long enough phrase"}
    )
    assert response.status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_logging_in_stops_at_the_limit_even_with_the_right_password(client, alice, limit):
    limit("sign_in_name", 3)
    for _ in range(3):
        client.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    response = client.post("/accounts/login/", {"login": "a1ice", "password": PASSWORD})
    assert response.status_code == 200
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    "target",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "http:evil.example",
        "https:///evil.example",
        "\t//evil.example",
        "/\t/evil.example",
        "///evil.example",
        "javascript:alert(1)",
        "http://testserver@evil.example",
        "http://testserver.evil.example/",
        "ftp://testserver/",
    ],
)
@pytest.mark.parametrize("path", ["login", "logout", "signup"])
def test_no_page_sends_people_elsewhere(client, alice, target, path):
    if path == "signup":
        response = sign_up(client, "carol", next=target)
        response = client.get(response["Location"])
        assert "evil" not in response.text
        assert "javascript" not in re.sub(r"<script.*", "", response.text)
        return
    if path == "logout":
        client.force_login(alice)
    form = {"login": "alice", "password": PASSWORD, "next": target}
    response = client.post(f"/accounts/{path}/", form)
    assert response["Location"] == "/"


def test_a_guest_keeps_the_account_on_the_page(client, guest):
    response = client.post("/accounts/keep/", {"username": "carol", "password": PASSWORD})
    assert len(CODE.findall(response.text)) == 8
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("carol", False)
    assert client.get("/accounts/tokens/").status_code == 200  # still signed in


def test_a_guest_sees_at_the_field_what_is_wrong(client, guest, alice):
    response = client.post("/accounts/keep/", {"username": "al1ce", "password": PASSWORD})
    assert "looks like it" in response.text
    response = client.post("/accounts/keep/", {"username": "carol", "password": "carol"})
    assert 'class="errorlist' in response.text
    guest.refresh_from_db()
    assert guest.is_guest


def test_the_session_in_which_an_account_was_kept_is_in_the_list_of_sessions(client, guest):
    client.post("/accounts/keep/", {"username": "carol", "password": PASSWORD})
    page = client.get("/accounts/sessions/", HTTP_USER_AGENT="Lynx").text
    assert "127.0.0.1" in page


def test_a_guest_is_led_from_sign_up_and_password_to_keeping(client, guest):
    for path in ("signup", "password/set", "recovery-codes", "tokens"):
        assert client.get(f"/accounts/{path}/")["Location"] == "/accounts/keep/"


def test_a_guest_can_log_in_to_an_account(client, guest, alice):
    assert client.get("/accounts/login/").status_code == 200
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_a_recovery_code_sets_a_new_password_once(client, alice):
    code = issue_codes(user=alice)[0]
    create_token(user=alice, name="old", scopes=["play"])
    form = {"username": "Alice", "code": code.lower().replace("-", " "), "password": "brand new 7"}

    assert client.post("/accounts/recover/", form)["Location"] == "/accounts/login/"
    alice.refresh_from_db()
    assert alice.check_password("brand new 7")
    assert not ApiToken.objects.filter(revoked_at=None).exists()

    again = client.post("/accounts/recover/", {**form, "password": "another one 8"})
    assert "The name or the code is not right." in again.text


@pytest.mark.parametrize("name", ["alice", "nobody", "Guest-1", "аlice"])
def test_a_wrong_code_says_the_same_for_every_name(client, alice, name):
    issue_codes(user=alice)
    form = {"username": name, "code": "7QK4-M2TX-9RWA-VE3H", "password": "brand new 7"}
    response = client.post("/accounts/recover/", form)
    assert "The name or the code is not right." in response.text


def test_a_code_is_not_used_up_by_a_weak_password(client, alice):
    code = issue_codes(user=alice)[0]
    form = {"username": "alice", "code": code, "password": "12345678"}
    assert client.post("/accounts/recover/", form).status_code == 200
    assert client.post("/accounts/recover/", {**form, "password": PASSWORD}).status_code == 302


def test_codes_are_tried_a_few_times_an_hour_only(client, alice, limit):
    limit("recover_name", 2)
    code = issue_codes(user=alice)[0]
    wrong = {"username": "alice", "code": "wrong", "password": PASSWORD}
    for _ in range(2):
        client.post("/accounts/recover/", wrong)
    response = client.post("/accounts/recover/", {**wrong, "code": code})
    assert response.status_code == 200
    assert "Too many tries" in response.text


def test_new_codes_need_the_password(client, alice):
    client.force_login(alice)
    old = set(CODE.findall(client.get("/accounts/recovery-codes/").text))
    page = client.post("/accounts/recovery-codes/", {"password": "wrong"})
    assert not CODE.findall(page.text)
    new = CODE.findall(client.post("/accounts/recovery-codes/", {"password": PASSWORD}).text)
    assert len(new) == 8
    assert not old & set(new)


def test_a_token_is_shown_once_and_revoked(client, alice):
    client.force_login(alice)
    page = client.post("/accounts/tokens/", {"name": "my bot", "scopes": ["play"]})
    secret = re.search(r"spw_[\w-]{43}", page.text).group()
    assert secret not in client.get("/accounts/tokens/").text
    token = ApiToken.objects.get()
    assert secret not in repr(ApiToken.objects.values().get())

    client.post(f"/accounts/tokens/{token.pk}/revoke/")
    assert (
        Client()
        .get("/api/v1/players/me/", headers={"Authorization": f"Token {secret}"})
        .status_code
        == 401
    )


def test_nobody_revokes_anothers_token(client, alice, bob):
    issued = create_token(user=alice, name="hers", scopes=["play"])
    client.force_login(bob)
    client.post(f"/accounts/tokens/{issued.token.pk}/revoke/")
    issued.token.refresh_from_db()
    assert issued.token.revoked_at is None


def test_preferences_are_saved(client, alice):
    client.force_login(alice)
    form = {"language": "fr", "four_colour": "on", "card_order": "spades_last"}
    client.post("/accounts/", {**form, "is_staff": "on", "username": "root"})
    alice.refresh_from_db()
    assert (alice.language, alice.four_colour, alice.card_order, alice.sound) == (
        "fr",
        True,
        "spades_last",
        False,
    )
    assert (alice.username, alice.is_staff) == ("alice", False)


def test_a_new_password_ends_the_other_sessions(client, alice):
    other = Client()
    other.force_login(alice)
    client.force_login(alice)
    new = "brand new phrase 7"
    client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert client.get("/api/v1/players/me/").status_code == 200
    assert other.get("/api/v1/players/me/").status_code == 401


@pytest.mark.parametrize(
    "typed", ["m\u0131ke@example.org", "mi\u212ae@example.org", "mike@example.org"]
)
def test_a_reset_goes_to_the_stored_address_only(client, alice, settings, typed):
    settings.EMAIL_CONFIGURED = True
    EmailAddress.objects.create(user=alice, email="mike@example.org", primary=True)
    client.post("/accounts/password/reset/", {"email": typed})
    with_a_code = [message for message in mail.outbox if "http" not in message.body]
    assert all(message.to == ["mike@example.org"] for message in with_a_code)
    assert with_a_code or typed != "mike@example.org"


def test_a_reset_puts_no_key_into_an_address(client, alice):
    EmailAddress.objects.create(user=alice, email="mike@example.org", primary=True)
    client.post("/accounts/password/reset/", {"email": "mike@example.org"})
    assert len(mail.outbox) == 1
    assert "http" not in mail.outbox[0].body


def test_a_second_factor_is_kept_encrypted_and_asked_for(client, alice):
    secret = generate_totp_secret()
    TOTP.activate(alice, secret)
    assert secret not in repr(Authenticator.objects.values().get())
    response = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    assert client.get(response["Location"]).status_code == 200


def account_paths():
    for pattern in get_resolver().url_patterns:
        if str(pattern.pattern) == "accounts/":
            for inner in pattern.url_patterns:
                for leaf in getattr(inner, "url_patterns", [inner]):
                    prefix = "" if leaf is inner else str(inner.pattern)
                    path = f"/accounts/{prefix}{leaf.pattern}"
                    if "<" not in path and "^" not in path:
                        yield path


@pytest.mark.parametrize("path", sorted(set(account_paths())))
def test_every_account_page_answers_everybody(client, path, alice):
    guest = make_guest()
    for who in (None, guest, alice):
        client.logout()
        if who:
            client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
        response = client.get(path)
        assert response.status_code in (200, 302, 403, 404, 405)
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            assert "site-header" in response.text
            assert "style=" not in response.text
            assert not re.search(r"<script(?![^>]*\bsrc=)", response.text)
