"""Opening a ladder, and closing it to new games."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.engine import RATED_PRESETS
from players.errors import Conflict, RuleRefused
from ratings.codes import RatingCode
from ratings.models import Ladder


def open_ladder(
    *,
    preset: str,
    model: str = Ladder.Model.OPENSKILL,
    kind: str = Ladder.Kind.PLAYERS,
    demo: bool = False,
) -> Ladder:
    """Open the ladder of a rated preset; with a players' ladder its partnership ladder.

    Raises RuleRefused (NOT_RATED) for a preset that is not rated or a kind that does not go with
    it, Conflict (LADDER_EXISTS) where the preset has such a ladder.
    """
    if preset not in RATED_PRESETS or not _goes_with(kind, preset):
        raise RuleRefused(RatingCode.NOT_RATED, _("There is no such ladder under these rules."))
    slug = slug_of(preset=preset, kind=kind, demo=demo)
    try:
        with transaction.atomic():
            ladder = Ladder.objects.create(
                slug=slug, kind=kind, preset=preset, model=model, demo=demo
            )
            if kind == Ladder.Kind.PLAYERS:
                Ladder.objects.create(
                    slug=f"{slug}-pairs",
                    kind=Ladder.Kind.PARTNERSHIP,
                    preset=preset,
                    model=model,
                    demo=demo,
                    players_ladder=ladder,
                )
    except IntegrityError:
        raise Conflict(RatingCode.LADDER_EXISTS, _("These rules have a ladder already.")) from None
    return ladder


def set_open(*, ladder: Ladder, is_open: bool) -> None:
    """Let a ladder, and the partnership ladder with it, take new games, or no more of them.

    Games that are on are rated all the same.
    """
    Ladder.objects.filter(pk=ladder.pk).update(is_open=is_open)
    Ladder.objects.filter(players_ladder=ladder).update(is_open=is_open)


def slug_of(*, preset: str, kind: str, demo: bool) -> str:
    """How the ladder is called in paths."""
    base = preset if kind != Ladder.Kind.BOTS else f"bots-{preset}"
    return f"{base}-demo" if demo else base


def _goes_with(kind: str, preset: str) -> bool:
    """Prepared boards are rated round by round; games from the queue are whole games."""
    if kind == Ladder.Kind.DUPLICATE:
        return preset == "duplicate"
    return kind in (Ladder.Kind.PLAYERS, Ladder.Kind.BOTS) and preset != "duplicate"
