"""The pages. Each view parses, asks one service or selector, and renders."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language


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


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the pages."""
    return set_language(request)
