"""Ratings, records and results in words and marks, for ladders and profiles."""

import json
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from web.presets import PRESET_TEXTS

register = template.Library()

WON = "W"


@dataclass(frozen=True, slots=True)
class Mark:
    """One result of a form: its letter in the visitor's language."""

    letter: str
    won: bool


@register.filter
def form_marks(form: str) -> list[Mark]:
    """The letters of a form, the latest last: a win and a loss differ in letter and in shape."""
    won, lost = pgettext("letter of a won game", "W"), pgettext("letter of a lost game", "L")
    return [Mark(won if one == WON else lost, one == WON) for one in form]


@register.filter
def form_words(form: str) -> str:
    """ "WWL" as a sentence for those who hear the page."""
    values = {"won": form.count(WON), "lost": len(form) - form.count(WON)}
    return _("%(won)s won, %(lost)s lost of the last games") % values


@register.filter
def percent(share: float | None) -> str:
    """0.625 as 63 %, nothing as a dash."""
    return "–" if share is None else f"{round(100 * share)} %"


@register.simple_tag
def ladder_titles_json() -> str:
    """The titles of ladders by the names of their presets, for a script."""
    return json.dumps({text.name: str(text.title) for text in PRESET_TEXTS})
