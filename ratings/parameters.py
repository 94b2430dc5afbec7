"""The figures of settings.RATING as the engine takes them."""

from functools import cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed

from ratings.engine import Parameters


@cache
def parameters() -> Parameters:
    """The parameters of all ladders: the engine's defaults, changed by settings.RATING.

    Raises RatingError or TypeError for figures the engine refuses; a system check says so first.
    """
    figures: dict[str, Any] = settings.RATING
    return Parameters(**figures)


def _forget(*, setting: str, **_: object) -> None:
    if setting == "RATING":
        parameters.cache_clear()


setting_changed.connect(_forget, dispatch_uid="ratings.parameters")
