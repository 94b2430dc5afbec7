"""The pages. Each view parses, asks one service or selector, and renders."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from games.selectors.access import visible_tables
from players.models import CardOrder


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and the shortest way into a game."""
    return render(request, "web/home.html")


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Tables to join, and a form to open one."""
    return render(request, "web/lobby.html")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The presets and their rules."""
    return render(request, "web/rules.html")


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How a deal is committed, revealed and checked, and what that does not prove."""
    return render(request, "web/fair.html")


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A player's games and hands that the visitor may see."""
    return render(request, "web/profile.html", {"username": username})


@require_safe
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The card table; everything that moves arrives through its socket."""
    context = {
        "table": get_object_or_404(visible_tables(request.user), pk=table_id),
        "card_orders": CardOrder.choices,
        "result_seconds": settings.HAND_SHOWN_SECONDS,
    }
    return render(request, "web/table.html", context)


@require_safe
def table_rules(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The rules of one table as a fragment for its dialog."""
    found = get_object_or_404(visible_tables(request.user), pk=table_id)
    return render(request, "web/parts/table_rules.html", {"table": found})


@require_POST
def sit(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Take a seat at a table."""
    raise NotImplementedError


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the pages."""
    return set_language(request)
