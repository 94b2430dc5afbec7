"""Players the tests of this app share."""

import pytest

from players.models import User


@pytest.fixture
def alice(db):
    return User.objects.create_user("alice", password="a long enough phrase")


@pytest.fixture
def bob(db):
    return User.objects.create_user("bob", password="another fine phrase")
