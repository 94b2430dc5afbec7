"""Opening ladders, closing them to new games, planning seasons."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.engine import RATED_PRESETS
from players.errors import Refused
from players.operating import LookOnly
from ratings.models import Ladder, Season
from ratings.services.ladders import open_ladder, set_open
from ratings.services.seasons import plan_season

KINDS = [kind for kind in Ladder.Kind.choices if kind[0] != Ladder.Kind.PARTNERSHIP]


class LadderForm(forms.ModelForm):
    """A ladder to be opened; its partnership ladder comes with it."""

    preset = forms.ChoiceField(choices=[(name, name) for name in RATED_PRESETS])
    kind = forms.ChoiceField(choices=KINDS)

    class Meta:
        model = Ladder
        fields = ("preset", "kind", "model", "demo")

    def clean(self) -> dict[str, Any]:
        asked = super().clean() or {}
        if not self.errors:
            try:
                self.instance = open_ladder(**asked)
            except Refused as refusal:
                raise ValidationError(refusal.message) from None
        return asked


class SeasonForm(forms.ModelForm):
    """The season to be planned next."""

    starts_at = forms.DateTimeField(
        required=False, help_text=gettext_lazy("UTC; of the first season only")
    )
    ends_at = forms.DateTimeField(help_text=gettext_lazy("UTC"))

    class Meta:
        model = Season
        fields = ("starts_at", "ends_at")

    def clean(self) -> dict[str, Any]:
        asked = super().clean() or {}
        if not self.errors:
            try:
                self.instance = plan_season(now=timezone.now(), **asked)
            except Refused as refusal:
                raise ValidationError(refusal.message) from None
        return asked


class MadeByService(LookOnly):
    """A row that its form's service has made: there is nothing left to save."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        return form.instance

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The service has."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """There is nothing besides."""


@admin.register(Ladder)
class LadderAdmin(MadeByService, admin.ModelAdmin):
    """Ladders; a new one is opened by its form."""

    form = LadderForm
    list_display = ("slug", "kind", "preset", "model", "is_open", "demo", "rating_paused")
    actions = ("open_to_games", "close_to_games")

    @admin.action(permissions=["add"], description=gettext_lazy("Take new games"))
    def open_to_games(self, request: HttpRequest, ladders: QuerySet[Ladder]) -> None:
        for ladder in ladders:
            set_open(ladder=ladder, is_open=True)

    @admin.action(permissions=["add"], description=gettext_lazy("Take no more games"))
    def close_to_games(self, request: HttpRequest, ladders: QuerySet[Ladder]) -> None:
        for ladder in ladders:
            set_open(ladder=ladder, is_open=False)


@admin.register(Season)
class SeasonAdmin(MadeByService, admin.ModelAdmin):
    """Seasons; the next one is planned by its form, the clock ends it."""

    form = SeasonForm
    list_display = ("number", "starts_at", "ends_at", "rolled_over_at")
    ordering = ("-number",)
