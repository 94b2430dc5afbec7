"""Mutes and blocks: one's own lists, that nobody else reads, and how they are taken back."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from players.errors import TooMany
from players.models import Block, Mute, User
from players.selectors.blocks import apart, deaf_to, kept_from, unread_by
from players.services import blocks
from players.services.accounts import make_guest
from players.services.tokens import create_token

pytestmark = pytest.mark.django_db

LISTS = ["mutes", "blocks"]


@pytest.fixture
def carol(db):
    return User.objects.create_user("carol", password="yet another phrase")


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def path(kind, name=""):
    return f"/api/v1/players/me/{kind}/" + (f"{name}/" if name else "")


def add(client, kind, name, **headers):
    return client.post(
        path(kind), {"username": name}, content_type="application/json", headers=headers
    )


def names(client, kind):
    return [entry["username"] for entry in client.get(path(kind)).json()["results"]]


@pytest.mark.parametrize("kind", LISTS)
def test_a_player_keeps_a_list_and_takes_names_off_it(kind, alice, bob, carol):
    client = signed_in(alice)
    assert add(client, kind, "BOB").json()["username"] == "bob"
    assert add(client, kind, "carol").status_code == 201
    assert names(client, kind) == ["carol", "bob"]
    assert client.delete(path(kind, "Bob")).status_code == 204
    assert names(client, kind) == ["carol"]


@pytest.mark.parametrize("kind", LISTS)
def test_a_second_time_changes_nothing(kind, alice, bob):
    client = signed_in(alice)
    assert add(client, kind, "bob").json() == add(client, kind, "bob").json()
    assert names(client, kind) == ["bob"]


@pytest.mark.parametrize("kind", LISTS)
def test_nobody_reads_the_list_of_another(kind, alice, bob):
    add(signed_in(alice), kind, "bob")
    assert names(signed_in(bob), kind) == []
    assert "alice" not in signed_in(bob).get(path(kind)).text


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("name", ["nobody", "bob\x00", "", None, 5, ["bob"], "b" * 151])
def test_a_name_that_is_nobodys_is_refused(kind, name, alice, bob):
    assert add(signed_in(alice), kind, name).status_code in (400, 404)
    assert not Block.objects.exists()
    assert not Mute.objects.exists()


@pytest.mark.parametrize("kind", LISTS)
def test_nobody_puts_themselves_on_the_list(kind, alice):
    refused = add(signed_in(alice), kind, "alice")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "YOURSELF")


@pytest.mark.parametrize("kind", LISTS)
def test_who_is_not_on_the_list_cannot_be_taken_off(kind, alice, bob):
    assert signed_in(alice).delete(path(kind, "bob")).status_code == 404


@pytest.mark.parametrize("kind", LISTS)
def test_without_an_account_there_is_no_list_and_a_guest_has_one(kind, alice):
    assert Client().get(path(kind)).status_code == 401
    assert add(Client(), kind, "alice").status_code == 401
    assert add(signed_in(make_guest()), kind, "alice").status_code == 201


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize(("scope", "status"), [("read", 403), ("organise", 403), ("play", 201)])
def test_a_token_needs_the_scope_play_to_change_a_list(kind, scope, status, alice, bob):
    secret = create_token(user=alice, name="t", scopes=[scope]).secret
    assert add(Client(), kind, "bob", authorization=f"Token {secret}").status_code == status


def test_a_list_has_an_end(monkeypatch, alice, bob, carol):
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 1)
    blocks.block(user=alice, username="bob")
    blocks.mute(user=alice, username="bob")
    for add_one in (blocks.block, blocks.mute):
        add_one(user=alice, username="bob")  # who is on it already may be named again
        with pytest.raises(TooMany):
            add_one(user=alice, username="carol")


def test_the_database_keeps_each_pair_once_and_nobody_apart_from_themselves(alice, bob):
    Block.objects.create(blocker=alice, blocked=bob)
    Mute.objects.create(muter=alice, muted=bob)
    for row in (
        Block(blocker=alice, blocked=bob),
        Block(blocker=bob, blocked=bob),
        Mute(muter=alice, muted=bob),
        Mute(muter=bob, muted=bob),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()


def test_a_block_of_either_keeps_the_two_apart(alice, bob, carol):
    blocks.block(user=alice, username="bob")
    blocks.mute(user=bob, username="carol")
    everybody = [alice.pk, bob.pk, carol.pk]
    assert apart(everybody) == {frozenset({alice.pk, bob.pk})}
    assert apart([alice.pk, carol.pk]) == set()
    assert kept_from(alice.pk) == {bob.pk}
    assert kept_from(bob.pk) == {alice.pk}
    assert kept_from(carol.pk) == set()


def test_apart_asks_the_database_once(alice, bob, django_assert_num_queries):
    with django_assert_num_queries(1):
        apart([alice.pk, bob.pk])


def test_who_muted_or_blocked_somebody_does_not_read_them(alice, bob, carol):
    blocks.mute(user=alice, username="carol")
    blocks.block(user=bob, username="carol")
    assert deaf_to(carol.pk, [alice.pk, bob.pk, carol.pk]) == {alice.pk, bob.pk}
    assert deaf_to(alice.pk, [bob.pk, carol.pk]) == set()
    assert unread_by(alice.pk) == unread_by(bob.pk) == {carol.pk}
    assert unread_by(carol.pk) == set()
