"""Accounts on the operators' site: to look at, masked, to silence and to suspend.

Nothing else about them is changed here.
"""

from collections.abc import Callable
from functools import partial

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.errors import Refused
from players.models import ApiToken, StaffAction, User
from players.operating import LookOnly
from players.services.silence import LONGEST_DAYS, silence, unsilence
from players.services.suspension import reinstate, suspend


class DisciplineForm(ActionForm):
    """Beside the actions: why, as the player will read it, and for how long."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, as the player will read it"), max_length=1000, required=False
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days of a silence"),
        min_value=1,
        max_value=LONGEST_DAYS,
        required=False,
        initial=7,
    )


@admin.register(User)
class UserAdmin(LookOnly, admin.ModelAdmin):
    """Players; their mail address is masked and no secret is shown."""

    list_display = (
        "username",
        "is_guest",
        "is_active",
        "silenced_until",
        "is_staff",
        "date_joined",
    )
    list_filter = ("is_active", "is_guest", "is_staff")
    search_fields = ("username",)
    ordering = ("-id",)
    fields = (
        "username",
        "masked_email",
        "is_guest",
        "is_active",
        "silenced_until",
        "is_staff",
        "date_joined",
    )
    readonly_fields = fields
    actions = ("suspend_players", "reinstate_players", "silence_players", "unsilence_players")
    action_form = DisciplineForm

    @admin.display(description=gettext_lazy("e-mail"))
    def masked_email(self, user: User) -> str:
        name, at, host = user.email.partition("@")
        return f"{name[:1]}…{at}{host}" if at else "–"

    @admin.action(description=gettext_lazy("Suspend"))
    def suspend_players(self, request: HttpRequest, users: QuerySet[User]) -> None:
        self._each(request, users, suspend, _("%(name)s is suspended."))

    @admin.action(description=gettext_lazy("Let back in"))
    def reinstate_players(self, request: HttpRequest, users: QuerySet[User]) -> None:
        self._each(request, users, reinstate, _("%(name)s is back."))

    @admin.action(description=gettext_lazy("Silence"))
    def silence_players(self, request: HttpRequest, users: QuerySet[User]) -> None:
        days = request.POST.get("days", "")
        number = int(days) if days.isascii() and days.isdigit() and len(days) < 4 else 0
        self._each(request, users, partial(silence, days=number), _("%(name)s is silenced."))

    @admin.action(description=gettext_lazy("Let talk again"))
    def unsilence_players(self, request: HttpRequest, users: QuerySet[User]) -> None:
        self._each(request, users, unsilence, _("%(name)s may talk again."))

    def _each(
        self, request: HttpRequest, users: QuerySet[User], do: Callable[..., None], done: str
    ) -> None:
        """Do it to each of the users, for the reason given beside the actions."""
        assert isinstance(request.user, User)
        reason = request.POST.get("reason", "")
        for user in users:
            try:
                do(user=user, by=request.user, reason=reason, now=timezone.now())
            except Refused as refusal:
                messages.error(request, f"{user.username}: {refusal.message}")
            else:
                messages.success(request, done % {"name": user.username})


@admin.register(StaffAction)
class StaffActionAdmin(LookOnly, admin.ModelAdmin):
    """Everything staff did to players: to look at."""

    list_display = ("at", "kind", "player", "by", "until", "case", "reason")
    list_filter = ("kind",)
    search_fields = ("player__username", "by__username", "case")
    list_select_related = ("player", "by")
    ordering = ("-id",)
    fields = ("at", "kind", "player", "by", "reason", "until", "case")
    readonly_fields = fields


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnly, admin.ModelAdmin):
    """Tokens by their first characters; the digest is not shown."""

    list_display = ("prefix", "user", "name", "created_at", "last_used_at", "revoked_at")
    search_fields = ("prefix", "user__username")
    ordering = ("-id",)
    fields = (
        "prefix",
        "user",
        "name",
        "scopes",
        "created_at",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )
    readonly_fields = fields
