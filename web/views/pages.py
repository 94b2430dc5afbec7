"""Home, rules, fair deals: pages that belong to nobody in particular."""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from games.engine.presets import PRESETS
from games.engine.ruleset import RuleSet
from games.selectors.access import find_table
from games.selectors.rulesets import differences, ruleset, value_text
from players.models import User
from players.services.preferences import change_preferences
from web import ladders, lists
from web.presets import BY_NAME, PRESET_TEXTS
from web.visitor import refusals_become_messages


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and the shortest way into a game."""
    context = {
        "mine": lists.own_tables(request.user),
        "tables": lists.lobby_tables(request.user, at_most=6),
        "ladder": ladders.top_of_the_ladder(),
    }
    return render(request, "web/home.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The presets side by side, and where the game comes from."""
    return render(request, "web/rules/index.html", {"presets": PRESET_TEXTS})


@require_safe
def preset_rules(request: HttpRequest, preset: str) -> HttpResponse:
    """The rules of a preset in words, its options, glossary and questions."""
    if preset not in PRESETS:
        raise Http404
    context = ruleset(preset) | {"text": BY_NAME.get(preset)}
    for field in context["fields"]:
        field["text"] = value_text(field["default"])
    return render(request, "web/rules/preset.html", context)


@require_safe
@refusals_become_messages
def table_rules(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The rules of one table as a fragment for its dialog, with what differs from its preset."""
    table = find_table(request.user, table_id)
    context = {
        "preset": table.preset,
        "rules": table.rules,
        "text": BY_NAME.get(table.preset),
        "differences": differences(RuleSet.from_dict(table.rules), table.preset),
    }
    return render(request, "web/rules/table.html", context)


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How a deal is committed, revealed and checked, and what that does not prove."""
    return render(request, "web/fair.html")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the pages, for this browser and for the player's account."""
    wanted = request.POST.get("language", "")
    if isinstance(request.user, User) and wanted in dict(settings.LANGUAGES):
        change_preferences(user=request.user, changes={"language": wanted})
    return set_language(request)
