"""Players the tests of this app share."""

import random

import pytest

from players.models import User


@pytest.fixture
def alice(db):
    return User.objects.create_user("alice", password="a long enough phrase")


@pytest.fixture
def bob(db):
    return User.objects.create_user("bob", password="another fine phrase")


@pytest.fixture
def limit(settings):
    """Set a limit in a window of its own, so that no other test has counted in it."""

    def set_limit(name, times):
        seconds = random.randrange(10_000_000, 20_000_000)
        settings.RATE_LIMITS = {**settings.RATE_LIMITS, name: (times, seconds)}

    return set_limit
