"""Muting and blocking other players, and taking it back."""

from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from players.errors import NotFound, TooMany
from players.models import Block, Mute, User
from players.selectors.people import other_player

MOST_BLOCKS = 200  # of each kind: a list that long is no longer about people one has met


def mute(*, user: User, username: str) -> Mute:
    """Read nothing of that player from now on; a second time changes nothing.

    Raises NotFound for an unknown name, RuleRefused for one's own, TooMany above MOST_BLOCKS.
    """
    other = other_player(user, username)
    with transaction.atomic():
        _lock(user)
        if user.mutes.exclude(muted=other).count() >= MOST_BLOCKS:
            raise _too_many()
        return Mute.objects.get_or_create(muter=user, muted=other)[0]


def unmute(*, user: User, username: str) -> None:
    """Read that player again; NotFound if they were not muted."""
    if not user.mutes.filter(muted__username__iexact=username).delete()[0]:
        raise _not_listed()


def block(*, user: User, username: str) -> Block:
    """Never sit with that player again; a second time changes nothing. Raises as `mute` does."""
    other = other_player(user, username)
    with transaction.atomic():
        _lock(user)
        if user.blocks.exclude(blocked=other).count() >= MOST_BLOCKS:
            raise _too_many()
        block, is_new = Block.objects.get_or_create(blocker=user, blocked=other)
        if is_new:
            transaction.on_commit(partial(_announce, user.pk, other.pk), robust=True)
        return block


def unblock(*, user: User, username: str) -> None:
    """Take a block back; NotFound if there was none."""
    if not user.blocks.filter(blocked__username__iexact=username).delete()[0]:
        raise _not_listed()


def _announce(blocker_id: int, blocked_id: int) -> None:
    for path in settings.BLOCK_HANDLERS:
        import_string(path)(blocker_id=blocker_id, blocked_id=blocked_id, now=timezone.now())


def _lock(user: User) -> None:
    # two requests of one player are counted one after the other
    User.objects.select_for_update().get(pk=user.pk)


def _too_many() -> TooMany:
    return TooMany("TOO_MANY_BLOCKS", _("Your list is full. Take somebody off it first."))


def _not_listed() -> NotFound:
    return NotFound("NOT_FOUND", _("That player is not on your list."))
