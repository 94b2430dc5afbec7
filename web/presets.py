"""What the presets are called and what they are for, in words for people."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class PresetText:
    """A preset in the lobby and on the rules pages; `hosted` if the lobby opens tables of it."""

    name: str
    title: str | Promise
    summary: str | Promise
    hosted: bool = True


PRESET_TEXTS = (
    PresetText(
        "classic",
        _("Classic 500"),
        _("The game most people know: to 500, ten bags cost 100, blind nil is worth 200."),
    ),
    PresetText(
        "short300",
        _("Short 300"),
        _("The classic rules, over sooner: to 300."),
    ),
    PresetText(
        "house500",
        _("House 500"),
        _("To 500, but a side that falls to −200 loses. A failed nil leaves no bags."),
    ),
    PresetText(
        "quick250",
        _("Quick 250"),
        _("The house rules to 250, where five bags already cost 50."),
    ),
    PresetText(
        "duplicate",
        _("Duplicate"),
        _("Boards for tournaments: each deal stands alone and every bag costs at once."),
        hosted=False,
    ),
)

BY_NAME = {text.name: text for text in PRESET_TEXTS}


def preset_title(name: str) -> str | Promise:
    """The title of a preset; its name where it has none yet."""
    return BY_NAME[name].title if name in BY_NAME else name
