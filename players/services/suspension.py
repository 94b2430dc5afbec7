"""Suspending an account, and letting it back."""

from django.utils.translation import gettext as _

from players.errors import NotAllowed
from players.models import User
from players.notify import close_sockets


def suspend(*, user: User, by: User) -> None:
    """Keep a player out: no sign-in, no token; open sockets close. Nobody suspends themselves."""
    if user.pk == by.pk:
        raise NotAllowed("NOT_ALLOWED", _("You cannot suspend yourself."))
    User.objects.filter(pk=user.pk).update(is_active=False)
    close_sockets(user.pk)


def reinstate(*, user: User) -> None:
    """Let a suspended player in again."""
    User.objects.filter(pk=user.pk).update(is_active=True)
