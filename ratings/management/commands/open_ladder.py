"""`manage.py open_ladder`: a ladder for a rated preset, with its partnership ladder."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import RATED_PRESETS
from players.errors import Refused
from ratings.models import Ladder
from ratings.services.ladders import open_ladder


class Command(BaseCommand):
    help = "Open the ladder of a rated preset."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("preset", choices=RATED_PRESETS)
        parser.add_argument("--model", choices=Ladder.Model.values, default="openskill")
        parser.add_argument("--kind", choices=["players", "bots", "duplicate"], default="players")
        parser.add_argument("--demo", action="store_true", help="for trying things out")

    def handle(self, *, preset: str, model: str, kind: str, demo: bool, **options: Any) -> None:
        try:
            ladder = open_ladder(preset=preset, model=model, kind=kind, demo=demo)
        except Refused as refusal:
            raise CommandError(refusal.message) from None
        self.stdout.write(f"{ladder.slug} is open.")
