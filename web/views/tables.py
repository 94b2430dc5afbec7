"""The lobby, the card table, and the ways to a seat."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from games.engine.presets import PRESETS
from games.engine.seats import Seat as SeatName
from games.models import DURING_A_RATED_HAND, Phrase, Report
from games.selectors.access import find_table
from games.selectors.rulesets import option_fields
from games.services.tables import create_table, join_by_code, join_table, play_now
from players.errors import NotFound
from players.models import CardOrder
from players.network import request_address
from web import lists
from web.forms import TableForm
from web.presets import PRESET_TEXTS
from web.refusals import refusal_texts
from web.visitor import player_of, refusals_become_messages


def _lobby(request: HttpRequest, form: TableForm) -> dict[str, Any]:
    return {
        "form": form,
        "mine": lists.own_tables(request.user),
        "tables": lists.lobby_tables(request.user),
        "presets": [text for text in PRESET_TEXTS if text.hosted],
    }


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Tables to join, and a form to open one."""
    form = TableForm(initial={"preset": "classic", "access": "public", "fill_with_bots": True})
    return render(request, "web/lobby.html", _lobby(request, form))


@require_safe
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """The list of tables alone, asked for again and again by an open lobby."""
    context = {"tables": lists.lobby_tables(request.user)}
    return render(request, "web/parts/tables.html", context)


@require_safe
def lobby_options(request: HttpRequest) -> HttpResponse:
    """The rule options of a preset as form fields."""
    preset = request.GET.get("preset", "classic")
    fields = option_fields(preset) if preset in PRESETS else []
    return render(request, "web/parts/options.html", {"fields": fields})


@require_POST
@refusals_become_messages
def create(request: HttpRequest) -> HttpResponse:
    """Open a table; alone with bots one goes on to start it there."""
    form = TableForm(request.POST)
    if not form.is_valid():
        return render(request, "web/lobby.html", _lobby(request, form), status=400)
    table = create_table(user=player_of(request), **form.wishes())
    return redirect("web:table", table.pk)


@require_POST
@refusals_become_messages
def play(request: HttpRequest) -> HttpResponse:
    """Play now: the fullest open table of the preset, or a new one with bots."""
    seat = play_now(user=player_of(request), preset=request.POST.get("preset", "classic"))
    return redirect("web:table", seat.table_id)


@require_POST
@refusals_become_messages
def join(request: HttpRequest) -> HttpResponse:
    """Sit down at a table by its code."""
    try:
        seat = join_by_code(
            user=player_of(request),
            code=request.POST.get("code", ""),
            address=request_address(request.META),
        )
    except NotFound:
        messages.error(request, _("No table has this code."))
        return redirect("web:lobby")
    return redirect("web:table", seat.table_id)


@require_POST
@refusals_become_messages
def sit(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Take a seat at a table: the one asked for, or the next in order."""
    wanted = request.POST.get("seat", "")
    index = SeatName[wanted].value if wanted in SeatName.__members__ else None
    seat = join_table(user=player_of(request), table_id=table_id, seat=index)
    if seat.user_id is None:
        messages.info(request, _("You take over the seat when the next hand is dealt."))
    return redirect("web:table", table_id)


@require_safe
@ensure_csrf_cookie
@refusals_become_messages
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The card table; everything that moves arrives through its socket."""
    context = {
        "table": find_table(request.user, table_id),
        "card_orders": CardOrder.choices,
        "refusals": refusal_texts(),
        "phrases": list(Phrase),
        "harmless": DURING_A_RATED_HAND,
        "report_reasons": Report.Reason.choices,
        "result_seconds": settings.HAND_SHOWN_SECONDS,
    }
    return render(request, "web/table.html", context)
