"""The operators' site does not exist for anybody but operators, and shows no secret."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin

from players.models import StaffAction, User
from players.services.tokens import create_token

pytestmark = pytest.mark.django_db

SITE = "/operators/"


@pytest.fixture
def operator():
    user = User.objects.create_superuser("olga", password="a long enough phrase")
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def alice():
    return User.objects.create_user("alice", email="alice@example.org", password="x")


@pytest.mark.parametrize("path", ["", "login/", "logout/", "players/user/", "jsi18n/", "nothing/"])
def test_it_is_not_there_for_others(client, alice, path):
    assert client.get(SITE + path).status_code == 404
    client.force_login(alice)
    assert client.get(SITE + path).status_code == 404
    assert client.post(SITE + path).status_code == 404


def test_an_operator_without_a_second_factor_does_not_find_it(client):
    client.force_login(User.objects.create_superuser("omar"))
    assert client.get(SITE).status_code == 404


def test_it_answers_on_its_own_host_only(client, operator, settings):
    settings.ADMIN_HOSTS = ["localhost"]
    client.force_login(operator)
    assert client.get(SITE).status_code == 404
    assert client.get(SITE, HTTP_HOST="localhost").status_code == 200


def test_an_operator_suspends_and_lets_back_in(client, operator, alice):
    client.force_login(operator)
    chosen = {"_selected_action": [alice.pk, operator.pk], "reason": "Threats at the table"}
    client.post(f"{SITE}players/user/", {"action": "suspend_players", **chosen})
    alice.refresh_from_db()
    operator.refresh_from_db()
    assert (alice.is_active, operator.is_active) == (False, True)

    client.post(f"{SITE}players/user/", {"action": "reinstate_players", **chosen})
    alice.refresh_from_db()
    assert alice.is_active
    assert [row.kind for row in StaffAction.objects.order_by("pk")] == ["suspend", "reinstate"]
    assert {(row.by, row.reason) for row in StaffAction.objects.all()} == {
        (operator, "Threats at the table")
    }


def test_nobody_is_suspended_without_a_reason_or_silenced_without_days(client, operator, alice):
    client.force_login(operator)
    chosen = {"_selected_action": [alice.pk]}
    client.post(f"{SITE}players/user/", {"action": "suspend_players", **chosen})
    wish = {"action": "silence_players", "reason": "Insults", **chosen}
    client.post(f"{SITE}players/user/", wish)
    assert not StaffAction.objects.exists()

    client.post(f"{SITE}players/user/", wish | {"days": 3})
    alice.refresh_from_db()
    assert (alice.is_active, alice.silenced_until) == (True, StaffAction.objects.get().until)
    client.post(f"{SITE}players/user/", wish | {"action": "unsilence_players"})
    alice.refresh_from_db()
    assert alice.silenced_until is None


def test_no_secret_and_no_whole_address_is_shown(client, operator, alice):
    issued = create_token(user=alice, name="x", scopes=["read"])
    client.force_login(operator)
    pages = [
        client.get(f"{SITE}players/{path}").text
        for path in (
            "user/",
            f"user/{alice.pk}/change/",
            "apitoken/",
            f"apitoken/{issued.token.pk}/change/",
        )
    ]
    assert "a…@example.org" in pages[1]
    for page in pages:
        assert "alice@example.org" not in page
        assert issued.token.digest not in page
        assert alice.password not in page


def test_accounts_are_changed_by_no_form(client, operator, alice):
    client.force_login(operator)
    response = client.post(f"{SITE}players/user/{alice.pk}/change/", {"is_staff": "on"})
    assert response.status_code == 403
    alice.refresh_from_db()
    assert not alice.is_staff


def test_only_our_own_apps_are_operated(settings):
    assert {model._meta.app_label for model in admin.site._registry} <= set(settings.OPERATED_APPS)
