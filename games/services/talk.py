"""Saying something at a table: quick phrases everywhere, free text where nothing is rated."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games import broadcast
from games.codes import TableCode
from games.models import (
    DURING_A_RATED_HAND,
    Audience,
    Hand,
    Message,
    Phrase,
    Report,
    Seat,
    Table,
)
from games.selectors.access import find_table
from games.selectors.talk import audience_of, message_facts
from games.services.plain_text import plain_line
from games.services.seating import refuse_programs
from players.errors import Conflict, Malformed, NotAllowed, RuleRefused
from players.limits import hit_named
from players.models import User

KEPT_FOR = timedelta(days=30)


def say(
    *,
    user: User,
    table_id: UUID,
    now: datetime,
    phrase: object = None,
    text: object = None,
    program: bool = False,
) -> Message:
    """Say a quick phrase or a line of text to those one sits, or looks on, with.

    Raises NotFound for a table one may not see; NotAllowed for who is in no talk there, is
    silenced, or speaks through a token (`program`) at a rated table; Malformed for no phrase and no
    line; RuleRefused for text at a rated table and for phrases that must wait until the hand is
    over; Conflict at a closed table and for a phrase that was said already; TooMany beyond the
    limit `talk`.
    """
    table = find_table(user, table_id)
    seats = list(table.seats.all())
    audience = _require_voice(user, table, seats, now=now, program=program)
    message = Message(table=table, author=user, audience=audience, at=now)
    if (phrase is None) == (text is None):
        raise Malformed("INVALID", _("Say either a phrase or a text."))
    if text is not None:
        if table.rated:
            raise RuleRefused(TableCode.PHRASES_ONLY, _("Only phrases are said at rated tables."))
        message.text = plain_line(text, longest=Message.LONGEST)
    else:
        message.phrase = _known(phrase)
    message.seat = next((seat.index for seat in seats if seat.user_id == user.pk), None)
    message.hand = Hand.objects.filter(game__table=table, status__in=Hand.LIVE).first()
    message.moment = _moment(message, now=now)
    hit_named("talk", f"{user.pk} {table.pk.hex}")
    return _store(message)


def _require_voice(
    user: User, table: Table, seats: list[Seat], *, now: datetime, program: bool
) -> Audience:
    """Where the user speaks; NotAllowed for who may not, Conflict at a closed table."""
    if table.status == Table.Status.CLOSED:
        raise Conflict(TableCode.TABLE_CLOSED)
    audience = audience_of(user, seats)
    if audience is None:
        raise NotAllowed("ACCOUNT_NEEDED" if user.is_guest else TableCode.NOT_SEATED)
    refuse_programs(table, program=program)
    # a socket's user was read when it was opened
    silenced = User.objects.filter(pk=user.pk, silenced_until__gt=now)
    if silenced.exists():
        raise NotAllowed(TableCode.SILENCED, _("You may not talk for the time being."))
    return audience


def _known(phrase: object) -> Phrase:
    if phrase not in Phrase.values:
        raise Malformed(
            TableCode.UNKNOWN_PHRASE,
            _("There is no such phrase."),
            {"phrase": ", ".join(Phrase.values)},
        )
    return Phrase(phrase)


def _moment(message: Message, *, now: datetime) -> Message.Moment:
    """What of a rated game the message falls into; RuleRefused where it might help a partner."""
    hand = message.hand
    rated = message.audience == Audience.TABLE and message.table.rated
    if not rated or hand is None:
        return Message.Moment.FREE
    if hand.seq == 0 and hand.number > 1 and now < hand.turn_since:
        return Message.Moment.BETWEEN_HANDS
    if message.phrase not in DURING_A_RATED_HAND:
        raise RuleRefused(TableCode.NOT_DURING_HAND, _("Say that when the hand is over."))
    return Message.Moment.RATED_HAND


def _store(message: Message) -> Message:
    try:
        with transaction.atomic():
            Message.objects.bulk_create([message])
            broadcast.said(message, message_facts(message))
    except IntegrityError:
        # the constraints on what is said while a rated hand is on, or right before it
        raise Conflict(TableCode.SAID_ALREADY, _("You have said that already.")) from None
    return message


def forget_old(*, now: datetime) -> int:
    """Delete what was said longer than KEPT_FOR ago, but for tables with an open report."""
    open_cases = Report.objects.filter(status=Report.Status.OPEN, table__isnull=False)
    old = Message.objects.filter(at__lt=now - KEPT_FOR)
    return old.exclude(table__in=open_cases.values("table")).delete()[0]
