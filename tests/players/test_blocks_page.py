"""The account page of mutes and blocks, and of what staff decided."""

import pytest
from django.utils import timezone

from players.models import Block, Mute, User
from players.services.blocks import block, mute
from players.services.staff_record import warn

pytestmark = pytest.mark.django_db

PAGE = "/accounts/blocks/"
CHANGE = "/accounts/blocks/change/"


def change(client, what, name):
    return client.post(CHANGE, {"change": what, "username": name}, follow=True)


def test_names_are_put_on_the_lists_and_taken_off(client, alice, bob):
    client.force_login(alice)
    change(client, "mute", "bob")
    page = change(client, "block", " Bob ").text
    assert page.count("<strong>bob</strong>") == 2
    change(client, "unmute", "bob")
    change(client, "unblock", "bob")
    assert not Mute.objects.exists()
    assert not Block.objects.exists()


@pytest.mark.parametrize("name", ["nobody", "alice", "", "<script>"])
def test_a_name_that_cannot_be_listed_is_refused_with_a_reason(client, alice, name):
    client.force_login(alice)
    assert "message--error" in change(client, "mute", name).text
    assert not Mute.objects.exists()


def test_an_unknown_change_is_a_bad_request(client, alice, bob):
    client.force_login(alice)
    assert client.post(CHANGE, {"change": "ban", "username": "bob"}).status_code == 400


def test_the_page_is_for_the_one_who_is_signed_in(client, alice, bob):
    mute(user=alice, username="bob")
    block(user=alice, username="bob")
    assert client.get(PAGE).status_code == 302
    assert client.post(CHANGE, {"change": "unmute", "username": "bob"}).status_code == 302
    assert client.get(CHANGE).status_code == 405
    client.force_login(bob)
    assert "alice" not in client.get(PAGE).text
    assert Mute.objects.count() == Block.objects.count() == 1


def test_a_player_reads_why_they_were_warned_and_not_by_whom(client, alice):
    olga = User.objects.create_superuser("olga")
    warn(user=alice, by=olga, reason="No <b>insults</b>", now=timezone.now())
    client.force_login(alice)
    page = client.get(PAGE).text
    assert "No &lt;b&gt;insults&lt;/b&gt;" in page
    assert "olga" not in page
    (shown,) = client.get("/api/v1/players/me/sanctions/").json()["results"]
    assert (shown["kind"], shown["reason"], shown["until"]) == ("warn", "No <b>insults</b>", None)
    assert "olga" not in str(shown)


def test_nobody_reads_sanctions_without_signing_in(client):
    assert client.get("/api/v1/players/me/sanctions/").status_code == 401
