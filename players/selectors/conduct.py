"""A player's conduct: the scale of queue bans, how high a player stands on it, and until when.

The level of a kind is folded from the rows each time: an offence raises it by one; every
`FADES_AFTER` and every `FADES_WITH` clean games since the offence before lower it by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from types import MappingProxyType

from django.db.models import QuerySet

from players.models import CleanGame, Offence, OffenceKind, User

FADES_AFTER = timedelta(days=7)
FADES_WITH = 5  # clean games

SCALE: Mapping[OffenceKind, tuple[timedelta, ...]] = MappingProxyType(
    {
        OffenceKind.MISSED_READY: tuple(timedelta(minutes=m) for m in (1, 2, 5, 15)),
        OffenceKind.LEFT_BEFORE_DEAL: tuple(timedelta(minutes=m) for m in (2, 5, 15, 60)),
        OffenceKind.QUIT: (
            timedelta(minutes=5),
            timedelta(minutes=15),
            timedelta(hours=1),
            timedelta(hours=6),
            timedelta(hours=24),
        ),
    }
)
# so long after the last offence nothing is left of any level
FORGOTTEN_AFTER = FADES_AFTER * max(len(steps) for steps in SCALE.values())


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's level of one kind; `next_ban` is what the next offence of it would bring."""

    kind: OffenceKind
    level: int
    next_ban: timedelta


def banned_until(user_id: int, *, now: datetime) -> datetime | None:
    """When the player may queue again; None: now."""
    bans = Offence.objects.filter(user=user_id, ban_until__gt=now)
    return bans.order_by("-ban_until").values_list("ban_until", flat=True).first()


def offences_of(user: User) -> QuerySet[Offence]:
    """What was held against the player, the latest first."""
    return user.offences.order_by("-at", "-pk")


def standings(user_id: int, *, now: datetime) -> tuple[Standing, ...]:
    """The player's level of every kind, in the order of the scale."""
    return tuple(
        Standing(kind, level, ban_at(kind, level))
        for kind in SCALE
        for level in (level_of(user_id, kind, now=now),)
    )


def level_of(user_id: int, kind: OffenceKind, *, now: datetime) -> int:
    """How many steps of the scale of `kind` the next offence would skip: 0 for the first."""
    offences = Offence.objects.filter(user=user_id, kind=kind, at__lte=now)
    clean = CleanGame.objects.filter(user=user_id, at__lte=now)
    return fold_level(
        list(offences.order_by("at").values_list("at", flat=True)),
        list(clean.values_list("at", flat=True)),
        now=now,
        most=len(SCALE[kind]),
    )


def fold_level(
    offences: Sequence[datetime], clean: Sequence[datetime], *, now: datetime, most: int
) -> int:
    """The level at `now` after `offences` (in order) with `clean` games in between."""
    level = 0
    for at, until in pairwise([*offences, now]):
        level = min(level + 1, most)
        games = sum(at < game <= until for game in clean)
        level = max(0, level - (until - at) // FADES_AFTER - games // FADES_WITH)
    return level


def ban_at(kind: OffenceKind, level: int) -> timedelta:
    """How long an offence at this level keeps out of the queue."""
    steps = SCALE[kind]
    return steps[min(level, len(steps) - 1)]
