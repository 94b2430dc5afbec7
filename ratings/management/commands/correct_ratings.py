"""`manage.py correct_ratings`: propose, confirm and end annulments and refunds."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from players.errors import Refused
from players.models import User
from ratings.models import Correction
from ratings.selectors.ladders import find_ladder
from ratings.services import corrections


class Command(BaseCommand):
    help = "Annul a rated game, or refund what was lost to a player, in two steps by two people."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--by", required=True, help="name of the member of staff who acts")
        steps = parser.add_subparsers(dest="step", required=True)
        annul = steps.add_parser("annul", help="propose that a game no longer counts")
        annul.add_argument("game", type=UUID, help="its id")
        annul.add_argument("--reason", required=True)
        refund = steps.add_parser("refund", help="propose to give back what was lost to a player")
        refund.add_argument("player", help="the name of who was banned")
        refund.add_argument("--ladder", required=True)
        refund.add_argument("--since", type=_moment, help="losses from this time on")
        refund.add_argument("--reason", required=True)
        confirm = steps.add_parser("confirm", help="carry out what another person proposed")
        confirm.add_argument("number", type=int)
        end = steps.add_parser("end", help="withdraw a proposal, reverse what is in force")
        end.add_argument("number", type=int)
        end.add_argument("--reason", required=True)

    def handle(self, *, step: str, by: str, **options: Any) -> None:
        try:
            staff = self._player(by)
            correction = getattr(self, f"_{step}")(staff, options)
        except Refused as refusal:
            raise CommandError(refusal.message) from None
        self.stdout.write(f"{correction.pk}: {correction}")

    def _annul(self, by: User, options: dict[str, Any]) -> Correction:
        return corrections.propose_annulment(
            game_id=options["game"], by=by, reason=options["reason"], now=timezone.now()
        )

    def _refund(self, by: User, options: dict[str, Any]) -> Correction:
        return corrections.propose_refund(
            offender=self._player(options["player"]),
            ladder=find_ladder(options["ladder"]),
            by=by,
            reason=options["reason"],
            since=options["since"],
            now=timezone.now(),
        )

    def _confirm(self, by: User, options: dict[str, Any]) -> Correction:
        return corrections.confirm(correction_id=options["number"], by=by, now=timezone.now())

    def _end(self, by: User, options: dict[str, Any]) -> Correction:
        return corrections.end(
            correction_id=options["number"],
            by=by,
            reason=options["reason"],
            now=timezone.now(),
        )

    def _player(self, name: str) -> User:
        player = User.objects.filter(username__iexact=name).first()
        if player is None:
            raise CommandError(f"there is no player {name}")
        return player


def _moment(text: str) -> datetime:
    """A date or a time in ISO 8601, without a zone in that of the platform; else ValueError."""
    moment = datetime.fromisoformat(text)
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment
