"""Corrections of ratings: proposed by one person, confirmed by another, kept for good."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from players.operating import LookOnly
from ratings.admin.acting import ReasonForm, each
from ratings.models import Correction
from ratings.services.corrections import confirm, end


@admin.register(Correction)
class CorrectionAdmin(LookOnly, admin.ModelAdmin):
    """Annulments and refunds, with who and why and when."""

    list_display = (
        "id", "kind", "status", "ladder", "game", "offender", "reason", "proposed_by", "confirmed_by",
    )  # fmt: skip
    list_filter = ("kind", "status", "ladder")
    list_select_related = ("ladder", "game", "offender", "proposed_by", "confirmed_by")
    ordering = ("-id",)
    action_form = ReasonForm
    actions = ("carry_out", "take_back")

    @admin.action(description=gettext_lazy("Confirm"))
    def carry_out(self, request: HttpRequest, corrections: QuerySet[Correction]) -> None:
        each(
            request,
            corrections,
            lambda row, by, _: confirm(correction_id=row.pk, by=by, now=timezone.now()),
        )

    @admin.action(description=gettext_lazy("Withdraw or reverse"))
    def take_back(self, request: HttpRequest, corrections: QuerySet[Correction]) -> None:
        each(
            request,
            corrections,
            lambda row, by, reason: end(
                correction_id=row.pk, by=by, reason=reason, now=timezone.now()
            ),
        )
