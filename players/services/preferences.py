"""How a player likes the table to look and sound."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.translation import gettext as _

from players.errors import Malformed
from players.models import CardOrder, User

PREFERENCES = ("language", "four_colour", "card_order", "sound")


def change_preferences(*, user: User, changes: Mapping[str, object]) -> User:
    """Set the preferences named in `changes`; Malformed for unknown names and values."""
    unknown = set(changes) - set(PREFERENCES)
    choices: dict[str, set[object]] = {
        "language": {"", *dict(settings.LANGUAGES)},
        "four_colour": {True, False},
        "card_order": set(CardOrder.values),
        "sound": {True, False},
    }
    wrong = {
        name: _("This is not one of the choices.")
        for name, value in changes.items()
        if name in unknown or value not in choices[name]
    }
    if wrong:
        raise Malformed("INVALID", _("Some values are not valid."), wrong)
    for name, value in changes.items():
        setattr(user, name, value)
    user.save(update_fields=list(changes))
    return user
