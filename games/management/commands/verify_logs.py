"""`manage.py verify_logs`: all that is stored against the logs it follows from, in one count line."""

import json
import sys
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from games.selectors.audit import Fault, audit


class Command(BaseCommand):
    help = (
        "Replay every stored hand and compare it with its summary columns and its game; then what "
        "the apps above keep (settings.AUDITS), as every rating with the journal."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, json: bool, **options: Any) -> None:
        counts: dict[str, int] = {"hand": 0, "game": 0}
        faults: list[Fault] = []
        for kind, found in _everything():
            counts[kind] = counts.get(kind, 0) + 1
            faults += found
            if sys.stderr.isatty() and sum(counts.values()) % 100 == 0:
                self.stderr.write(f"\r{sum(counts.values())} checked", ending="")
        if json:
            self.stdout.write(_document(counts, faults))
        else:
            for fault in faults:
                self.stdout.write(f"{fault.where}: {fault.what}")
            told = ", ".join(f"{count} {kind}s" for kind, count in counts.items())
            self.stdout.write(f"{told}, {len(faults)} faults")
        if faults:
            raise CommandError("the store contradicts its logs")


def _everything() -> Iterator[tuple[str, list[Fault]]]:
    """What was checked, one thing at a time, with its faults."""
    yield from audit()
    for path in settings.AUDITS:
        for kind, found in import_string(path)():
            yield kind, [Fault(where, what) for where, what in found]


def _document(counts: dict[str, int], faults: list[Fault]) -> str:
    return json.dumps(
        {
            **{f"{kind}s": count for kind, count in counts.items()},
            "faults": [{"where": fault.where, "what": fault.what} for fault in faults],
        }
    )
