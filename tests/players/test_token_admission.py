"""The statement that is asked on every action says of a token what the query says."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.models import ApiToken, User
from players.services.tokens import create_token, still_admits, usable


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
    now = timezone.now()
    ApiToken.objects.update(**{name: now + moved for name, moved in changes.items()})
    User.objects.update(is_active=active)
    assert still_admits(token.pk) is admits
    assert usable(now).filter(pk=token.pk).exists() is admits


def test_no_token_has_the_number_zero(db):
    assert not still_admits(0)
