"""The condition that every action carries says of a token or session what Django would say."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from players.actors import actor_by_session, actor_of_token
from players.admission import by_session, by_token
from players.models import ApiToken, User
from players.services.tokens import create_token, usable


@pytest.mark.parametrize(
    ("changes", "active", "admits"),
    [
        ({}, True, True),
        ({"expires_at": timedelta(minutes=1)}, True, True),
        ({"expires_at": timedelta(minutes=-1)}, True, False),
        ({"revoked_at": timedelta(minutes=-1)}, True, False),
        ({}, False, False),
    ],
)
def test_a_token_admits_while_it_is_usable(alice, changes, active, admits):
    token = create_token(user=alice, name="t", scopes=["play"]).token
    actor, now = actor_of_token(token), timezone.now()
    ApiToken.objects.update(**{name: now + moved for name, moved in changes.items()})
    User.objects.update(is_active=active)
    assert actor.still_valid() is admits
    assert usable(now).filter(pk=token.pk).exists() is admits


@pytest.fixture
def session_key(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client.session.session_key


def leave_alone(alice):
    pass


def suspend(alice):
    User.objects.filter(pk=alice.pk).update(is_active=False)


def change_password(alice):
    alice.set_password("an entirely new phrase")
    alice.save()


def sign_out(alice):
    Session.objects.all().delete()


def let_expire(alice):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize(
    ("change", "admits"),
    [
        (leave_alone, True),
        (suspend, False),
        (change_password, False),
        (sign_out, False),
        (let_expire, False),
    ],
)
def test_a_session_admits_while_django_would_take_it(alice, session_key, change, admits):
    actor = actor_by_session(session_key)
    change(alice)
    assert actor.still_valid() is admits
    assert (actor_by_session(session_key) is not None) is admits


def test_a_session_of_somebody_else_admits_nobody(alice, bob, session_key):
    mine = actor_by_session(session_key)
    now = timezone.now()
    assert by_session(alice.pk, mine.credential, session_key, now=now).holds()
    assert not by_session(bob.pk, mine.credential, session_key, now=now).holds()
    assert not by_session(alice.pk, "", session_key, now=now).holds()
    assert not by_session(alice.pk, mine.credential, "", now=now).holds()


def test_no_token_has_the_number_zero(db):
    assert not by_token(0, now=timezone.now()).holds()


def test_what_an_actor_was_admitted_by_is_not_printed(session_key):
    actor = actor_by_session(session_key)
    shown = f"{actor!r} {actor.admission(now=timezone.now())!r}"
    assert session_key not in shown
    assert actor.credential not in shown
