"""Accounts on the operators' site: to look at, masked, and to suspend; nothing else is changed."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.errors import Refused
from players.models import ApiToken, User
from players.services.suspension import reinstate, suspend


class LookOnly:
    """No row is added, changed or deleted by form: what may happen is an action."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(LookOnly, admin.ModelAdmin):
    """Players; their mail address is masked and no secret is shown."""

    list_display = ("username", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_active", "is_guest", "is_staff")
    search_fields = ("username",)
    ordering = ("-id",)
    fields = ("username", "masked_email", "is_guest", "is_active", "is_staff", "date_joined")
    readonly_fields = fields
    actions = ("suspend_players", "reinstate_players")

    @admin.display(description=gettext_lazy("e-mail"))
    def masked_email(self, user: User) -> str:
        name, at, host = user.email.partition("@")
        return f"{name[:1]}…{at}{host}" if at else "–"

    @admin.action(description=gettext_lazy("Suspend"))
    def suspend_players(self, request: HttpRequest, users: QuerySet[User]) -> None:
        assert isinstance(request.user, User)
        for user in users:
            try:
                suspend(user=user, by=request.user)
            except Refused as refusal:
                messages.error(request, refusal.message)
            else:
                messages.success(request, _("%(name)s is suspended.") % {"name": user.username})

    @admin.action(description=gettext_lazy("Let back in"))
    def reinstate_players(self, request: HttpRequest, users: QuerySet[User]) -> None:
        for user in users:
            reinstate(user=user)
            messages.success(request, _("%(name)s is back.") % {"name": user.username})


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
