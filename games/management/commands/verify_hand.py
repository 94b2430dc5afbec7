"""`manage.py verify_hand`: one hand, from a file or from the store, replayed with its proof."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.record import verify_record
from games.models import Hand
from games.selectors.hands import record_of


class Command(BaseCommand):
    help = (
        "Replay a hand record and check its proof. FILE is a hand record as the API gives it, "
        "ID the number of a finished hand of this installation. Exit code 1 with the reasons if "
        "anything is off."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hand", metavar="FILE|ID")

    def handle(self, *, hand: str, **options: Any) -> None:
        record = _of_file(Path(hand)) if Path(hand).is_file() else _of_store(hand)
        verdict = verify_record(record)
        if not verdict.ok:
            raise CommandError("\n".join(verdict.reasons))
        self.stdout.write(_summary(record))
        self.stdout.write(str(verdict.proof))


def _of_file(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{path} is no JSON document: {error}") from None


def _of_store(pk: str) -> Any:
    """The record of a stored hand, as it would be read back from JSON."""
    if not (pk.isascii() and pk.isdigit()):
        raise CommandError(f"{pk} is neither a file nor the number of a hand")
    hand = Hand.objects.select_related("game").filter(pk=int(pk)).first()
    if hand is None:
        raise CommandError(f"there is no hand {pk}")
    if hand.status != Hand.Status.FINISHED:
        raise CommandError(f"hand {pk} is {hand.status}: only a finished hand has a record")
    try:
        return json.loads(json.dumps(record_of(hand)))
    except ValueError as error:
        raise CommandError(f"hand {pk} makes no record: {error}") from None


def _summary(record: Any) -> str:
    points = zip(record["sides"], record["score"]["deltas"], strict=True)
    scored = ", ".join(f"{side['name']} {delta:+}" for side, delta in points)
    actions, tricks = len(record["actions"]), len(record["tricks"])
    return f"hand {record['hand_no']} of game {record['game']}: {actions} actions, {tricks} tricks, {scored}"
