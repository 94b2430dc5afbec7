"""What every page of the site needs beside its own data: the visitor's display preferences."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a visitor wants cards shown and turns announced; the defaults of a new player."""

    four_colour: bool = False
    card_order: str = "suits"
    sound: bool = True

    @classmethod
    def of(cls, user: Any) -> "Preferences":
        """The stored preferences of `user`; the defaults for somebody not logged in."""
        if not user.is_authenticated:
            return cls()
        stored = {name: getattr(user, name) for name in cls.__slots__ if hasattr(user, name)}
        return cls(**stored)


def preferences(request: HttpRequest) -> dict[str, Preferences]:
    """`preferences` in every template."""
    return {"preferences": Preferences.of(request.user)}
