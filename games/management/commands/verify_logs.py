"""`manage.py verify_logs`: every stored hand against its summary columns, in one count line."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.selectors.audit import audit


class Command(BaseCommand):
    help = "Replay every stored hand and compare it with its summary columns and its game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, json: bool, **options: Any) -> None:
        counts, faults = {"hand": 0, "game": 0}, []
        for kind, found in audit():
            counts[kind] += 1
            faults += found
            if sys.stderr.isatty() and sum(counts.values()) % 100 == 0:
                self.stderr.write(f"\r{sum(counts.values())} checked", ending="")
        if json:
            self.stdout.write(_document(counts, faults))
        else:
            for fault in faults:
                self.stdout.write(f"{fault.where}: {fault.what}")
            self.stdout.write(
                f"{counts['hand']} hands, {counts['game']} games, {len(faults)} faults"
            )
        if faults:
            raise CommandError("the store contradicts its logs")


def _document(counts: dict[str, int], faults: list[Any]) -> str:
    return json.dumps(
        {
            "hands": counts["hand"],
            "games": counts["game"],
            "faults": [{"where": fault.where, "what": fault.what} for fault in faults],
        }
    )
