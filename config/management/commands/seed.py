"""`manage.py seed`: what a fresh installation shows, so that nobody meets an empty room."""

import argparse
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from bots.hooks import history_missing
from bots.services import history
from games.models import Table
from games.services.games import start_exhibition
from games.services.tables import create_table
from players.models import User
from players.services.accounts import open_account


@dataclass(frozen=True, slots=True)
class HouseTable:
    """A table where house bots play without end and anybody may take a seat."""

    name: str
    preset: str


HOUSE_TABLES = (
    HouseTable("The Long Table", "classic"),
    HouseTable("The Window Seat", "quick250"),
)
# only where no stranger comes: these names and this password are in the documentation
DEMO_PLAYERS = ("ada", "bruno", "chloe", "dmitri")
DEMO_PASSWORD = "spades-by-hand"


class Command(BaseCommand):
    help = "Add house tables, and on a newcomer's machine demonstration players, where missing."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing where there are tables already"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if settings.DEMO and history.is_missing():
            history_missing()
        if options["if_empty"] and Table.objects.exists():
            return
        tables = sum(add_house_table(table) for table in HOUSE_TABLES)
        players = 0
        if settings.DEMO:
            players = sum(add_demo_player(name) for name in DEMO_PLAYERS)
            players += history.open_players(now=timezone.now())
        self.stdout.write(f"Seeded {tables} house tables and {players} demonstration players")
        if players:
            self.stdout.write(f"  sign in as {DEMO_PLAYERS[0]} with the password {DEMO_PASSWORD}")


def add_house_table(house: HouseTable) -> bool:
    """Open a house table and begin its first game; False if it is there already."""
    if Table.objects.filter(exhibition=True, name=house.name).exists():
        return False
    table = create_table(user=None, preset=house.preset, name=house.name, exhibition=True)
    start_exhibition(table_id=table.pk)
    return True


def add_demo_player(name: str) -> bool:
    """Open an account of a known password; False if the name is taken."""
    if User.objects.filter(username__iexact=name).exists():
        return False
    joined = timezone.now() - history.SPAN
    open_account(username=name, password=DEMO_PASSWORD, joined=joined)
    return True
