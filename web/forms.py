"""What the lobby's form asks, read into the words of the service that opens a table."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.selectors.rulesets import option_fields
from web.presets import PRESET_TEXTS

OPTION = "option_"
CLOCKS = (
    ("", _("With two or more people")),
    ("on", _("Always")),
    ("off", _("Never")),
)


class TableForm(forms.Form):
    """A new table: preset, who may come, bots, clock."""

    preset = forms.ChoiceField(
        choices=[(text.name, text.title) for text in PRESET_TEXTS if text.hosted]
    )
    name = forms.CharField(max_length=60, required=False, label=_("Name"))
    access = forms.ChoiceField(choices=[("public", _("Public")), ("private", _("Private"))])
    accounts_only = forms.BooleanField(required=False)
    fill_with_bots = forms.BooleanField(required=False)
    clock = forms.ChoiceField(choices=CLOCKS, required=False)

    def wishes(self) -> dict[str, Any]:
        """The arguments for `create_table`, its rule options included."""
        data = self.cleaned_data
        return {
            "preset": data["preset"],
            "name": data["name"],
            "public": data["access"] == "public",
            "accounts_only": data["accounts_only"],
            "fill_with_bots": data["fill_with_bots"],
            "timed": {"on": True, "off": False}.get(data["clock"]),
            "options": changed_options(self.data, data["preset"]),
        }


def changed_options(data: Mapping[str, Any], preset: str) -> dict[str, object]:
    """The options in which the form departs from the preset; none where it did not ask."""
    fields = [field for field in option_fields(preset) if OPTION + field["name"] in data]
    given = {field["name"]: _given(field, str(data[OPTION + field["name"]])) for field in fields}
    usual = {field["name"]: field["default"] for field in fields}
    return {name: value for name, value in given.items() if value != usual[name]}


def _given(field: Mapping[str, Any], text: str) -> object:
    """The value as JSON would carry it; the rules engine judges what is no number."""
    if field["type"] == "boolean":
        return text == "true"
    if field["type"] == "choice":
        return text
    text = text.strip()
    if not text and field["nullable"]:
        return None
    try:
        return int(text)
    except ValueError:
        return text
