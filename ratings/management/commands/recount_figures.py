"""`manage.py recount_figures`: the figures of players against the logs of their games."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ratings.services.recounting import (
    Difference,
    backfill,
    held_games,
    missing,
    players_counted,
    recount,
)


class Command(BaseCommand):
    help = (
        "Count the figures of every player anew and compare them with what is stored. "
        "--write counts games that were left out and mends what differs; it can be stopped "
        "and run again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="mend what differs")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, write: bool, json: bool, **options: Any) -> None:
        counted = self._count_missing() if write else 0
        left_out, players = missing(), players_counted()
        found: list[Difference] = []
        for number, player in enumerate(players, start=1):
            found += recount(player_id=player, fix=write)
            self._progress(f"{number}/{len(players)} players")
        outcome = {
            "games": held_games(),
            "counted_now": counted,
            "left_out": left_out,
            "players": len(players),
            "differences": len(found),
            "written": write,
        }
        self._tell(outcome, found, as_json=json)
        if (found or left_out) and not write:
            raise CommandError("the figures contradict the logs; --write mends them")

    def _count_missing(self) -> int:
        done = 0
        for done in backfill(now=timezone.now()):
            self._progress(f"{done} games counted")
        return done

    def _progress(self, text: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{text}", ending="")

    def _tell(self, outcome: dict[str, Any], found: list[Difference], *, as_json: bool) -> None:
        if as_json:
            listed = [{**asdict(each), "where": each.where} for each in found]
            self.stdout.write(json.dumps({**outcome, "found": listed}, default=str))
            return
        for each in found:
            self.stdout.write(f"{each.player}, {each.where}: {each.stored}, counted {each.counted}")
        self.stdout.write(
            "{games} games, {counted_now} counted now, {left_out} left out, "
            "{players} players, {differences} differences".format(**outcome)
        )
