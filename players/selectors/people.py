"""Finding the player whom somebody names."""

from django.utils.translation import gettext as _

from players.errors import NotFound, RuleRefused
from players.models import User


def other_player(user: User, username: str) -> User:
    """The player of that name; NotFound where there is none, RuleRefused (YOURSELF) for `user`."""
    other = User.objects.filter(username__iexact=username).first()
    if other is None:
        raise NotFound("NOT_FOUND", _("There is no player of that name."))
    if other.pk == user.pk:
        raise RuleRefused("YOURSELF", _("That is you."), {"username": _("That is you.")})
    return other
