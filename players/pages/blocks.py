"""A person's lists of muted and blocked players, and what staff decided about them."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from players.errors import Refused
from players.models import User
from players.selectors.staff_record import own_record
from players.services.blocks import block, mute, unblock, unmute

CHANGES: dict[str, Callable[..., object]] = {
    "mute": mute,
    "unmute": unmute,
    "block": block,
    "unblock": unblock,
}


@require_safe
@login_required
def blocks(request: HttpRequest) -> HttpResponse:
    """Both lists, a form to add a name, and the staff's decisions with their reasons."""
    assert isinstance(request.user, User)
    context = {
        "mutes": request.user.mutes.select_related("muted").order_by("-id"),
        "blocks": request.user.blocks.select_related("blocked").order_by("-id"),
        "sanctions": own_record(request.user.pk)[:50],
    }
    return render(request, "players/blocks.html", context)


@require_POST
@login_required
def change(request: HttpRequest) -> HttpResponse:
    """Put one name on a list or take it off, and come back."""
    asked = CHANGES.get(request.POST.get("change", ""))
    if asked is None:
        return HttpResponseBadRequest()
    username = request.POST.get("username", "").strip()
    try:
        asked(user=request.user, username=username)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Saved."))
    return redirect("account_blocks")
