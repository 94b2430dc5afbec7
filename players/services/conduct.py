"""Writing down offences and clean games; both once, however often they are reported."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from players.models import CleanGame, Offence, OffenceKind, User
from players.selectors.conduct import FORGOTTEN_AFTER, ban_at, level_of


def record_offence(
    *, user_id: int, kind: OffenceKind, source: UUID, now: datetime
) -> datetime | None:
    """Hold `kind` against the player; returns when the queue is open again, None if it was kept
    already or there is no such player. The player's row is locked until the transaction ends."""
    with transaction.atomic():
        # two offences of one player are counted one after the other
        if not User.objects.select_for_update(no_key=True).filter(pk=user_id).exists():
            return None
        ban = ban_at(kind, level_of(user_id, kind, now=now))
        offence, is_new = Offence.objects.get_or_create(
            user_id=user_id, kind=kind, source=source, defaults={"at": now, "ban_until": now + ban}
        )
        return offence.ban_until if is_new else None


def record_clean_game(*, user_id: int, source: UUID, now: datetime) -> None:
    """Let a rated game that was played to its end count for the player.

    Only where something may fade with it: of everybody else nothing has to be kept.
    """
    if Offence.objects.filter(user=user_id, at__gt=now - FORGOTTEN_AFTER).exists():
        CleanGame.objects.get_or_create(user_id=user_id, source=source, defaults={"at": now})
