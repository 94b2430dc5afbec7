"""What has been played: a hand, a game, a player."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.selectors.access import find_game, find_hand
from players.models import User
from players.selectors.blocks import listed
from web import profiles, records
from web.presets import preset_title
from web.visitor import refusals_become_messages

STOP_POLLING = 286  # htmx: swap this in and ask no more


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
    context = records.game_page(found, request.user)
    return render(request, "web/game.html", context | {"changes": profiles.changes_of(found)})


@require_safe
@refusals_become_messages
def rating_changes(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What a rated game did to the ratings, as a fragment; nothing while it is not rated."""
    changes = profiles.changes_of(find_game(request.user, game_id))
    if not changes:
        return HttpResponse(status=204)
    return render(
        request, "web/parts/rating_changes.html", {"changes": changes}, status=STOP_POLLING
    )


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A player and the games the visitor may see."""
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    visitor = request.user if isinstance(request.user, User) else None
    versus = visitor is not None and visitor.pk != player.pk
    context = {
        "player": player,
        "versus": versus,
        "listed": visitor and listed(visitor.pk, player.pk),
        **records.player_page(player, request.user),
        **profiles.ratings_part(player, request.GET.get("ladder", "")),
        **profiles.figures_part(player),
        **profiles.conduct_part(player, request.user),
    }
    return render(request, "web/profile.html", context | {"preset_title": preset_title})
