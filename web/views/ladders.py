"""Ladders, their standings, and two players side by side."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.models import User
from web import ladders, profiles
from web.visitor import refusals_become_messages


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every ladder and who leads it."""
    return render(request, "web/ladders/index.html", {"ladders": ladders.index()})


@require_safe
@refusals_become_messages
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The order of a ladder: now, around a player, or as a season left it."""
    context = ladders.standings_page(
        slug,
        request.user,
        cursor=request.GET.get("cursor", ""),
        season=request.GET.get("season", ""),
        player=request.GET.get("player", "").strip(),
    )
    return render(request, "web/ladders/standings.html", context)


@require_safe
def head_to_head(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """What two players have done against each other and together."""
    one = get_object_or_404(User, username__iexact=username, is_active=True)
    two = get_object_or_404(User, username__iexact=other, is_active=True)
    if one == two:
        raise Http404
    return render(request, "web/head_to_head.html", profiles.head_to_head_page(one, two))
