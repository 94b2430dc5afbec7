"""Ladders, standings and a player's ratings as the pages show them; the reading is by selectors."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.selectors.access import Viewer
from players.models import User
from players.rest.keyset import Cursor, Keyset
from ratings.models import FinalStanding, Ladder, Rating, Season
from ratings.parameters import parameters
from ratings.selectors.ladders import find_ladder, ladder_lines
from ratings.selectors.seasons import ended_seasons, final_line, final_standings
from ratings.selectors.standings import (
    Wanted,
    around,
    line,
    ranks_on_page,
    rating_of,
    standings_of,
)
from web.presets import preset_title
from web.visitor import player_named

PAGE = 50
EACH_WAY = 7
LEADERS = 3
BEST: Keyset[Rating] = Keyset("mu")
FROM_THE_TOP: Keyset[FinalStanding] = Keyset("rank", newest_first=False)

KINDS: Mapping[str, str | Promise] = {
    Ladder.Kind.PLAYERS: gettext_lazy("players"),
    Ladder.Kind.PARTNERSHIP: gettext_lazy("pairs"),
    Ladder.Kind.DUPLICATE: gettext_lazy("tournament boards"),
    Ladder.Kind.BOTS: gettext_lazy("bots"),
}


def ladder_title(*, kind: str, preset: str, demo: bool) -> str:
    """What a ladder is called: by its rules and by who is on it."""
    title = str(preset_title(preset))
    if kind == Ladder.Kind.PARTNERSHIP:
        title = _("%(rules)s, pairs") % {"rules": title}
    elif kind == Ladder.Kind.BOTS:
        title = _("%(rules)s, bots") % {"rules": title}
    return _("%(ladder)s (for trying out)") % {"ladder": title} if demo else title


def described(ladder: Mapping[str, Any]) -> dict[str, Any]:
    """A line of `ladder_lines` with its words."""
    title = ladder_title(kind=ladder["kind"], preset=ladder["preset"], demo=ladder["demo"])
    return {
        "slug": ladder["ladder"],
        "title": title,
        "kind_title": KINDS[ladder["kind"]],
        "demo": ladder["demo"],
        "is_open": ladder["open"],
        "ranked": ladder["ranked"],
        "rules": ladder["preset"],
        "queued": ladder["kind"] == Ladder.Kind.PLAYERS and ladder["open"],
        "of_pairs": ladder["kind"] == Ladder.Kind.PARTNERSHIP,
    }


def index() -> list[dict[str, Any]]:
    """Every ladder with its first three."""
    kinds = list(KINDS)
    lines = sorted(ladder_lines(), key=lambda ladder: kinds.index(ladder["kind"]))
    return [with_leaders(ladder) for ladder in lines]


def top_of_the_ladder() -> dict[str, Any] | None:
    """The ladder on Home: the first that people queue for; None where there is none."""
    lines = [one for one in ladder_lines() if one["kind"] == Ladder.Kind.PLAYERS and one["open"]]
    usual = [one for one in lines if not one["demo"]]
    return with_leaders(usual[0]) if usual else None


def with_leaders(found: Mapping[str, Any], many: int = LEADERS) -> dict[str, Any]:
    """A ladder and who leads it."""
    leaders: list[dict[str, Any]] = []
    if found["ranked"]:
        ladder = find_ladder(found["ladder"])
        rows = standings_of(ladder, Wanted(), now=timezone.now()).order_by("-mu", "-pk")[:many]
        leaders = [_row(line(ladder, row, place)) for place, row in enumerate(rows, start=1)]
    return {**described(found), "leaders": leaders}


def standings_page(
    slug: str, viewer: Viewer, *, cursor: str, season: str, player: str
) -> dict[str, Any]:
    """A page of standings: from the top, after a cursor, around a player, or of a season."""
    ladder = find_ladder(slug)
    about = next(described(one) for one in ladder_lines() if one["ladder"] == slug)
    seasons = ended_seasons()
    found = next((one for one in seasons if str(one.number) == season), None)
    if season and found is None:
        raise Http404
    me = viewer.get_username() if isinstance(viewer, User) and not viewer.is_guest else ""
    page: dict[str, Any] = {"is_first": not cursor, "next": None, "wanted": player, "missing": ""}
    if found is not None:
        page |= _final_page(found, ladder, cursor)
    elif player:
        page |= _around(ladder, player)
    else:
        page |= _live_page(ladder, cursor)
    for row in page["rows"]:
        row["is_me"] = bool(me) and me in row["names"]
    return {
        **page,
        "ladder": about,
        "season": found,
        "seasons": seasons,
        "me": me,
        "rules": rank_rules(),
    }


def rank_rules() -> dict[str, int]:
    """Where everybody starts, and what a rank takes: games, the widest ±, days since the last."""
    figures = parameters()
    return {
        "start": round(figures.mu),
        "unsure": round(figures.sigma),
        "games": figures.ranked_games,
        "bound": round(figures.ranked_bound),
        "days": round(figures.ranked_days),
    }


def _live_page(ladder: Ladder, cursor: str) -> dict[str, Any]:
    wanted = Wanted()
    rows, following = _page(standings_of(ladder, wanted, now=timezone.now()), BEST, cursor)
    ranks = ranks_on_page(ladder, wanted, rows)
    lines = [line(ladder, row, rank) for row, rank in zip(rows, ranks, strict=True)]
    return {"rows": [_row(one) for one in lines], "next": following}


def _final_page(season: Season, ladder: Ladder, cursor: str) -> dict[str, Any]:
    rows, following = _page(final_standings(season, ladder), FROM_THE_TOP, cursor)
    lines = [final_line(ladder, row) | {"form": "", "last_game_at": None} for row in rows]
    return {"rows": [_row(one) for one in lines], "next": following}


def _around(ladder: Ladder, name: str) -> dict[str, Any]:
    """The rows about a player; the top of the ladder, and why, for who is not on it."""
    player = player_named(name)
    rating = None if player is None else rating_of(ladder, player.pk, None)
    if rating is None:
        told = _("%(name)s has no rating on this ladder.") % {"name": name}
        return _live_page(ladder, "") | {"missing": told}
    told = ""
    if not rating.ranked:
        told = _("%(name)s has no rank at present; shown is where it would be.") % {"name": name}
    lines = around(ladder, rating, EACH_WAY)
    return {"rows": [_row(one) for one in lines], "missing": told, "is_first": False}


def _page(rows: Any, keyset: Keyset[Any], cursor: str) -> tuple[list[Any], str | None]:
    """The rows after a cursor and the cursor after them; a page not found for another's cursor."""
    try:
        place = Cursor.parse(cursor) if cursor else None
        found = list(keyset.after(rows, place)[: PAGE + 1])
    except ValueError:
        raise Http404 from None
    shown = found[:PAGE]
    return shown, str(keyset.cursor(shown[-1])) if len(found) > PAGE else None


def _row(found: Mapping[str, Any]) -> dict[str, Any]:
    """A line of the standings for the template: names to link, and moments."""
    at = found["last_game_at"]
    return {
        **found,
        "names": found["pair"] or [found["player"]],
        "last_game_at": parse_datetime(at) if isinstance(at, str) else at,
    }
