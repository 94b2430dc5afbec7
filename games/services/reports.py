"""Reporting a player, with the hand, the game or the message that it is about."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.codes import TableCode
from games.models import Audience, Game, Hand, Message, Report, Sitting
from games.models.sitting import SittingQuerySet
from games.selectors.access import can_see_table, hidden
from games.selectors.talk import audience_of
from players.errors import Conflict, Malformed, RuleRefused
from players.limits import hit_named
from players.models import User
from players.selectors.people import other_player


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is about: a hand or game both sat at, or a message the reporter could read."""

    hand: int | None = None
    game: UUID | None = None
    message: int | None = None

    def __str__(self) -> str:
        named = {"hand": self.hand, "game": self.game, "message": self.message}
        return "".join(f"{kind}:{key}" for kind, key in named.items() if key is not None)


def report(
    *, user: User, username: str, reason: str, text: str, subject: Subject, now: datetime
) -> Report:
    """Put a complaint about the player into the staff's queue.

    Raises NotFound for an unknown player and for a subject that is not the reporter's to see,
    RuleRefused for oneself and for a hand, game or message the other had no part in, Malformed
    where the reason needs a subject, Conflict while the same complaint is open, TooMany.
    """
    other = other_player(user, username)
    if not str(subject) and reason != Report.Reason.NAME:
        why = _("Say which hand, game or message it is about.")
        raise Malformed("INVALID", why, {"hand": why})
    about = _about(user, other, subject)
    hit_named("report", str(user.pk))
    try:
        with transaction.atomic():
            return Report.objects.create(
                reporter=user,
                reported=other,
                reason=reason,
                text=text.strip(),
                subject=str(subject),
                created_at=now,
                **about,
            )
    except IntegrityError:
        why = _("You have reported this already; it has not been decided yet.")
        raise Conflict(TableCode.REPORTED_ALREADY, why) from None


def _about(user: User, other: User, subject: Subject) -> dict[str, object]:
    """The table, game and hand of the subject."""
    if subject.hand is not None:
        hand = Hand.objects.select_related("game").filter(pk=subject.hand).first()
        if hand is None:
            raise hidden()
        _require_both(user, other, Sitting.objects.at_deal(hand.game_id, hand.deal_number))
        return {"hand": hand, "game": hand.game, "table_id": hand.game.table_id}
    if subject.game is not None:
        game = Game.objects.filter(pk=subject.game).first()
        if game is None:
            raise hidden()
        _require_both(user, other, game.sittings.all())
        return {"game": game, "table_id": game.table_id}
    if subject.message is not None:
        return _message(user, other, subject.message)
    return {}


def _require_both(user: User, other: User, sittings: SittingQuerySet) -> None:
    sat = set(sittings.filter(user__in=[user.pk, other.pk]).values_list("user_id", flat=True))
    if user.pk not in sat:
        raise hidden()
    if other.pk not in sat:
        raise RuleRefused(TableCode.NOT_TOGETHER, _("That player did not sit there."))


def _message(user: User, other: User, message_id: int) -> dict[str, object]:
    message = Message.objects.select_related("table", "hand").filter(pk=message_id).first()
    if message is None or not _could_read(user, message):
        raise hidden()
    if message.author_id != other.pk:
        raise RuleRefused(TableCode.NOT_TOGETHER, _("That player did not say this."))
    hand = message.hand
    game_id = hand.game_id if hand else None
    return {"message": message, "table": message.table, "hand": hand, "game_id": game_id}


def _could_read(user: User, message: Message) -> bool:
    """Whether the message was said where `user` reads, or sat when it was said."""
    table = message.table
    if not can_see_table(user, table):
        return False
    if audience_of(user, list(table.seats.all())) == message.audience:
        return True
    sat = Sitting.objects.filter(game__table=table, user=user)
    return message.audience == Audience.TABLE and sat.exists()
