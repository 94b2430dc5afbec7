"""What every test run does."""

from collections.abc import Iterator

import pytest
from asgiref.sync import SyncToAsync
from django.db import connections


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The thread that asks the database for sockets keeps a connection, and while it does the
    test database cannot be dropped."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()
