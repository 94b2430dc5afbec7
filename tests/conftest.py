"""What every test run does."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.apps import apps
from django.db import connections
from django.db.models.signals import post_migrate

INSTALLED_LADDERS = import_module("ratings.migrations.0003_install_ladders")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The thread that asks the database for sockets keeps a connection, and while it does the
    test database cannot be dropped."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session", autouse=True)
def ladders_come_back_after_a_flush() -> Iterator[None]:
    """A test with transactions of its own empties the database, of what migrations have put there
    as well: install the ladders again, as on a new machine."""

    def install(**_ignored: Any) -> None:
        if not apps.get_model("ratings", "Ladder").objects.exists():
            INSTALLED_LADDERS.install(apps, None)

    sender = apps.get_app_config("ratings")
    post_migrate.connect(install, sender=sender, weak=False)
    yield
    post_migrate.disconnect(install, sender=sender)
