"""`manage.py recalculate_ratings`: every rating again from the journal's causes and results."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ratings.models import Ladder
from ratings.services.recalculate import compare, recalculate


class Command(BaseCommand):
    help = "Compute ladders again from their journals and compare; exit 1 on a difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ladder", help="its name; without it, all")
        parser.add_argument("--write", action="store_true", help="put right what differs")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, ladder: str | None, write: bool, json: bool, **options: Any) -> None:
        ladders = Ladder.objects.order_by("pk")
        if ladder is not None:
            ladders = ladders.filter(slug=ladder)
            if not ladders:
                raise CommandError(f"there is no ladder {ladder}")
        found = [self._one(each, write=write) for each in ladders]
        if json:
            self.stdout.write(_document(found))
        else:
            self._tell(found)
        if any(each["differences"] for each in found):
            raise CommandError("ratings do not follow from their journal")

    def _one(self, ladder: Ladder, *, write: bool) -> dict[str, Any]:
        def progress(rows: int) -> None:
            if sys.stderr.isatty():
                self.stderr.write(f"\r{ladder}: {rows} rows", ending="")

        now = timezone.now()
        written = recalculate(ladder=ladder, now=now, progress=progress) if write else 0
        outcome = compare(ladder, now=now, progress=progress)
        return {
            "ladder": ladder.slug,
            "rows": outcome.rows,
            "ratings": outcome.ratings,
            "written": written,
            "differences": [
                {"where": each.where, "what": each.what} for each in outcome.differences
            ],
        }

    def _tell(self, found: list[dict[str, Any]]) -> None:
        for each in found:
            for difference in each["differences"]:
                self.stdout.write(f"{each['ladder']}: {difference['where']} {difference['what']}")
            self.stdout.write(
                f"{each['ladder']}: {each['rows']} rows, {each['ratings']} ratings, "
                f"{each['written']} rows written, {len(each['differences'])} differences"
            )


def _document(found: list[dict[str, Any]]) -> str:
    return json.dumps({"ladders": found})
