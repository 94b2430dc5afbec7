"""What every page of the site needs beside its own data: the visitor's display preferences."""

from dataclasses import dataclass

from django.http import HttpRequest

from games.selectors.access import Viewer
from players.models import CardOrder, User


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a visitor wants cards shown and turns announced; the defaults of a new player."""

    four_colour: bool = False
    card_order: str = CardOrder.SPADES_FIRST
    sound: bool = True

    @classmethod
    def of(cls, user: Viewer) -> "Preferences":
        """The stored preferences of `user`; the defaults for somebody not logged in."""
        if not isinstance(user, User):
            return cls()
        return cls(four_colour=user.four_colour, card_order=user.card_order, sound=user.sound)


def preferences(request: HttpRequest) -> dict[str, Preferences]:
    """`preferences` in every template."""
    return {"preferences": Preferences.of(request.user)}
