"""The reports a visitor has made, and whether staff have decided them."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Report

MOST_SHOWN = 50


@require_safe
@login_required
def reports(request: HttpRequest) -> HttpResponse:
    """The visitor's own reports, the newest first."""
    made = Report.objects.filter(reporter=request.user.pk).select_related("reported")
    context = {"reports": made.order_by("-created_at", "-pk")[:MOST_SHOWN]}
    return render(request, "web/reports.html", context)
