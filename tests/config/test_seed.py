"""A fresh installation is not an empty room, and seeding twice changes nothing."""

import io
from typing import Any

import pytest
from django.core.management import call_command

from bots.services import history
from config.management.commands.seed import DEMO_PASSWORD, DEMO_PLAYERS, HOUSE_TABLES
from games.models import Game, Table
from players.models import User

pytestmark = pytest.mark.django_db


def seed(**options: Any) -> str:
    said = io.StringIO()
    call_command("seed", stdout=said, **options)
    return said.getvalue()


def test_house_bots_begin_a_game_at_every_house_table(settings: Any) -> None:
    settings.DEMO = False
    seed()
    tables = Table.objects.filter(exhibition=True, public=True, status=Table.Status.PLAYING)
    assert {table.name for table in tables} == {house.name for house in HOUSE_TABLES}
    assert Game.objects.count() == len(HOUSE_TABLES)
    assert not User.objects.exists()


def test_a_newcomers_machine_has_players_to_sign_in_as(settings: Any) -> None:
    settings.DEMO = True
    assert DEMO_PASSWORD in seed()
    players = User.objects.filter(username__in=DEMO_PLAYERS)
    assert len(players) == len(DEMO_PLAYERS)
    assert User.objects.count() == len(history.CHARACTERS)
    assert all(player.check_password(DEMO_PASSWORD) for player in players)
    assert not players.filter(is_staff=True).exists()


def test_seeding_twice_adds_nothing(settings: Any) -> None:
    settings.DEMO = True
    seed()
    counts = Table.objects.count(), Game.objects.count(), User.objects.count()
    assert "Seeded 0 house tables and 0 demonstration players" in seed()
    assert (Table.objects.count(), Game.objects.count(), User.objects.count()) == counts


def test_a_start_does_not_seed_where_there_are_tables(settings: Any) -> None:
    settings.DEMO = True
    seed()
    assert seed(if_empty=True) == ""
