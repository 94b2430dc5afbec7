"""Ratings on the operators' site."""

from typing import Any

import structlog
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from players.models import User
from players.operating import LookOnly
from ratings.engine.habits import Measure
from ratings.models import Deviation

logger = structlog.get_logger(__name__)

MEASURES = tuple(measure.value for measure in Measure)


class KindOfSubject(admin.SimpleListFilter):
    """Players alone, or pairs."""

    title = gettext_lazy("who")
    parameter_name = "who"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("players", gettext_lazy("players")), ("pairs", gettext_lazy("pairs"))]

    def queryset(self, request: HttpRequest, rows: QuerySet[Deviation]) -> QuerySet[Deviation]:
        if self.value() in ("players", "pairs"):
            return rows.filter(second__isnull=self.value() == "players")
        return rows


class Flagged(admin.SimpleListFilter):
    """Those past the line."""

    title = gettext_lazy("past the line")
    parameter_name = "flagged"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("yes", gettext_lazy("yes"))]

    def queryset(self, request: HttpRequest, rows: QuerySet[Deviation]) -> QuerySet[Deviation]:
        return rows.exclude(flagged="") if self.value() == "yes" else rows


@admin.register(Deviation)
class DeviationAdmin(LookOnly, admin.ModelAdmin):
    """Players and pairs beside the field, in standard errors, for people to look into.

    Nothing follows from a line by itself; what each measure can and cannot mean is in
    docs/figures.md.
    """

    list_display = ("who", "hands", "most", "flagged", *MEASURES, "their_hands")
    list_filter = (KindOfSubject, Flagged)
    list_select_related = ("first", "second")
    search_fields = ("first__username", "second__username")
    ordering = ("-most", "pk")
    fields = ("who", "hands", "most", "flagged", "measured", "their_hands", "scanned_at")
    readonly_fields = fields

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        logger.info("deviations_read", operator=request.user.pk, query=request.GET.dict())
        return super().changelist_view(request, extra_context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        logger.info("deviation_read", operator=request.user.pk, row=object_id)
        return super().change_view(request, object_id, form_url, extra_context)

    @admin.display(description=gettext_lazy("who"), ordering="first__username")
    def who(self, row: Deviation) -> str:
        return " + ".join(player.username for player in _players(row))

    @admin.display(description=gettext_lazy("hands"))
    def their_hands(self, row: Deviation) -> SafeString:
        links = (
            (
                reverse("web:profile", args=[one.username]),
                f"/api/v1/hands/?player={one.username}",
                one.username,
            )
            for one in _players(row)
        )
        return format_html_join(
            " · ",
            '<a href="{}">{}</a> (<a href="{}">JSON</a>)',
            ((page, name, records) for page, records, name in links),
        )

    @admin.display(description=gettext_lazy("measured"))
    def measured(self, row: Deviation) -> SafeString:
        return format_html_join(
            "\n",
            "<p><b>{}</b>: z {}, {} seen, mean distance {}</p>",
            (
                (name, getattr(row, name), row.details[name]["seen"], row.details[name]["effect"])
                for name in MEASURES
                if name in row.details
            ),
        )


def _players(row: Deviation) -> list[User]:
    return [row.first] if row.second is None else [row.first, row.second]
