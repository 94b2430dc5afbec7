"""The staff's queue of reports: what each is about, and the decision on it."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Hand, Report
from games.selectors.hands import record_of
from games.selectors.reports import is_own_case, talk_around
from games.services.decisions import DECISIONS, decide
from players.errors import Refused
from players.models import StaffAction, User
from players.operating import LookOnly
from players.services.silence import LONGEST_DAYS

PERMISSION = "games.decide_report"


class DecisionForm(forms.Form):
    """What to do about the reported player, and why; the player reads the reason."""

    decision = forms.ChoiceField(
        label=gettext_lazy("Decision"), choices=[(kind.value, kind.label) for kind in DECISIONS]
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days of a silence"), min_value=1, max_value=LONGEST_DAYS, initial=7
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason, as the player will read it"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )


@admin.register(Report)
class ReportAdmin(LookOnly, admin.ModelAdmin):
    """Open reports first; nothing is added, changed or deleted but by a decision."""

    list_display = ("id", "created_at", "reason", "reported", "about", "status", "decided_at")
    list_filter = ("status", "reason")
    search_fields = ("reported__username", "reporter__username")
    list_select_related = ("reported",)
    ordering = ("-status", "created_at")  # "open" after "decided"

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return isinstance(request.user, User) and request.user.has_perm(PERMISSION)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    @admin.display(description=gettext_lazy("about"))
    def about(self, report: Report) -> str:
        return report.subject or "–"

    def get_urls(self) -> list[Any]:
        guard = self.admin_site.admin_view
        own = [
            path("<int:report_id>/decide/", guard(self.decide_view), name="games_report_decide"),
            path("<int:report_id>/record/", guard(self.record_view), name="games_report_record"),
        ]
        return own + super().get_urls()

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """One report with the talk around it and what stands against the player."""
        report = self._report(request, object_id)
        return render(request, "games/report.html", self._context(request, report, DecisionForm()))

    def decide_view(self, request: HttpRequest, report_id: int) -> HttpResponse:
        """Carry the decision out and go back to the queue."""
        report = self._report(request, report_id)
        if request.method != "POST":
            return redirect("admin:games_report_change", report.pk)
        assert isinstance(request.user, User)
        form = DecisionForm(request.POST)
        if form.is_valid():
            wish = form.cleaned_data | {"decision": StaffAction.Kind(form.cleaned_data["decision"])}
            try:
                decide(by=request.user, report_id=report.pk, now=timezone.now(), **wish)
            except Refused as refusal:
                messages.error(request, refusal.message)
                return redirect("admin:games_report_change", report.pk)
            messages.success(request, _("Report %(id)s is decided.") % {"id": report.pk})
            return redirect("admin:games_report_changelist")
        context = self._context(request, report, form)
        return render(request, "games/report.html", context, status=400)

    def record_view(self, request: HttpRequest, report_id: int) -> HttpResponse:
        """The record of the hand the report is about, once it has been played."""
        hand = self._report(request, report_id).hand
        if hand is None or hand.status != Hand.Status.FINISHED:
            raise Http404
        return JsonResponse(record_of(hand))

    def _report(self, request: HttpRequest, report_id: object) -> Report:
        if not self.has_view_permission(request):
            raise Http404
        if not str(report_id).isascii() or not str(report_id).isdigit():
            raise Http404
        found = Report.objects.select_related("reporter", "reported", "hand__game", "message")
        return get_object_or_404(found, pk=report_id)

    def _context(self, request: HttpRequest, report: Report, form: DecisionForm) -> dict[str, Any]:
        assert isinstance(request.user, User)
        hand = report.hand
        finished = hand is not None and hand.status == Hand.Status.FINISHED
        record = reverse("admin:games_report_record", args=[report.pk]) if finished else ""
        earlier = Report.objects.filter(reported=report.reported_id).exclude(pk=report.pk)
        return {
            **self.admin_site.each_context(request),
            "title": _("Report %(id)s") % {"id": report.pk},
            "opts": self.opts,
            "report": report,
            "form": form,
            "may_decide": report.status == Report.Status.OPEN
            and not is_own_case(request.user, report),
            "record": record,
            "talk": talk_around(report)[:500],
            "staff_record": StaffAction.objects.filter(player=report.reported_id)
            .select_related("by")
            .order_by("-pk")[:50],
            "earlier": earlier.order_by("-pk")[:50],
        }
