"""What has been played: a hand, a game, a player."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.selectors.access import find_game, find_hand
from players.models import User
from web import records
from web.presets import preset_title
from web.visitor import refusals_become_messages


@require_safe
@refusals_become_messages
def hand(request: HttpRequest, hand_id: int) -> HttpResponse:
    """A finished hand, to be stepped through, and the proof of its deal."""
    found = find_hand(request.user, hand_id)
    return render(request, "web/hand.html", records.hand_page(found, request.user))


@require_safe
@refusals_become_messages
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game: its score sheet, its hands, its proof."""
    found = find_game(request.user, game_id)
    return render(request, "web/game.html", records.game_page(found, request.user))


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A player and the games the visitor may see."""
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    context = {"player": player, **records.player_page(player, request.user)}
    return render(request, "web/profile.html", context | {"preset_title": preset_title})
