"""A player's ratings, history and figures, and two players side by side, as the pages show them."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.selectors.access import Viewer
from players.models import OffenceKind, User
from players.selectors.conduct import banned_until, offences_of
from ratings.engine import plus_minus, shown
from ratings.models import JournalRow
from ratings.selectors.figures import head_to_head, partner_line, partners_of, statistics
from ratings.selectors.histories import (
    history_lines,
    rating_lines,
    ratings_of,
    rows_of,
    rows_of_game,
    series_of,
)
from ratings.selectors.ladders import ladder_lines
from web.charts import Point, rating_chart
from web.ladders import described, rank_rules
from web.presets import preset_title
from web.templatetags.web_ratings import percent

STEPS = 40
PARTNERS = 8
PAIRS = 3  # a pair is one unit once it has played as many games as a rank takes
OFFENCES = 10

BADGES: dict[str, str | Promise] = {
    "champion": gettext_lazy("Champion of season %(season)s, %(ladder)s"),
    "podium": gettext_lazy("Rank %(rank)s in season %(season)s, %(ladder)s"),
    "top_ten": gettext_lazy("Top ten in season %(season)s, %(ladder)s"),
}
OFFENCES_SAID: dict[str, str | Promise] = {
    OffenceKind.QUIT: gettext_lazy("left a rated game"),
    OffenceKind.LEFT_BEFORE_DEAL: gettext_lazy("left before the deal"),
    OffenceKind.MISSED_READY: gettext_lazy("was not ready when a table was found"),
}


def ratings_part(player: User, ladder: str) -> dict[str, Any]:
    """The player's ratings, and the history of one of them: the one asked for, or the first."""
    ladders = {one["ladder"]: described(one) for one in ladder_lines()}
    mine = ratings_of(player)
    alone, pairs = mine.filter(pair=None), mine.filter(games__gte=rank_rules()["games"])
    rows = [
        *alone.order_by("ladder"),
        *pairs.exclude(pair=None).order_by("-ranked", "-games", "-mu")[:PAIRS],
    ]
    lines = [line | ladders[line["ladder"]] for line in rating_lines(player, rows)]
    own = [line for line in lines if line["partner"] is None]
    chosen = next((line for line in own if line["slug"] == ladder), own[0] if own else None)
    part: dict[str, Any] = {"ratings": lines, "badges": _badges(lines), "shown": chosen}
    return part | (_history(player, chosen["slug"]) if chosen else {})


def _badges(lines: Sequence[dict[str, Any]]) -> list[str]:
    by_ladder = {line["slug"]: line for line in lines}
    return [
        str(BADGES[badge["kind"]]) % {**badge, "ladder": line["title"]}
        for line in by_ladder.values()
        for badge in line["badges"]
    ]


def _history(player: User, ladder: str) -> dict[str, Any]:
    journal = rows_of(player, ladder, None)
    points = [Point(at, round(mu), round(sigma)) for at, mu, sigma in series_of(journal)]
    steps = history_lines(list(journal.order_by("-pk")[:STEPS]))
    return {
        "history": points,
        "last": points[-1] if points else None,
        "chart": rating_chart(points),
        "steps": [{**step, "what": step_words(step)} for step in steps],
    }


def step_words(step: dict[str, Any]) -> str:
    """What a step of a rating was: a game with its result, or another cause."""
    match step["cause"]:
        case JournalRow.Cause.PLAYED:
            return _("won") if step["won"] else _("lost")
        case JournalRow.Cause.QUIT:
            return _("left: a loss")
        case JournalRow.Cause.PARTNER_QUIT:
            return _("partner left: not counted")
        case JournalRow.Cause.SEASON:
            return _("new season")
    return _("taken back")


def changes_of(game: Game) -> list[dict[str, Any]]:
    """What a game did to the rating of each player; empty while it is not rated."""
    rows = list(rows_of_game(game.pk)) if game.rated else []
    return [
        {
            "name": row.player.username if row.player else "",
            "won": row.won,
            "after": shown(row.skill_after),
            "plus_minus": plus_minus(row.skill_after),
            "change": shown(row.skill_after) - shown(row.skill_before),
            "what": step_words({"cause": row.cause, "won": row.won}),
        }
        for row in rows
    ]


def figures_part(player: User) -> dict[str, Any]:
    """How the player bids and plays, and with whom."""
    told = statistics(player)
    partners = [partner_line(row) for row in partners_of(player)[:PARTNERS]]
    return {
        "figures": _figures(told) if told.hands else [],
        "partners": [
            {
                "name": line.partner,
                "games": line.record.games,
                "wins": line.record.wins,
                "share": line.record.won.value,
            }
            for line in partners
        ],
    }


def _figures(told: Any) -> list[dict[str, str]]:
    """Those figures that say something of a player, best known first."""
    nils = f"{told.nils_made.count} / {told.nils_made.of}"
    rows = [
        (_("hands"), str(told.hands)),
        (_("contracts made"), percent(told.contracts_made.value)),
        (_("set"), percent(told.sets.value)),
        (_("opponents set"), percent(told.opponents_set.value)),
        (_("bids exact to the trick"), percent(told.exact_bids.value)),
        (_("nils made"), nils),
        (_("bags a hand"), _decimal(told.bags_per_hand)),
        (_("points a hand"), _decimal(told.points_per_hand)),
        (_("partner's nil covered"), percent(told.covers_made.value)),
        (_("opponents' nils broken"), percent(told.nils_broken.value)),
        (_("seconds a card"), _decimal(told.seconds_per_card)),
    ]
    return [{"name": name, "value": value} for name, value in rows]


def _decimal(number: float | None) -> str:
    return "–" if number is None else number_format(number, 1)


def conduct_part(player: User, viewer: Viewer) -> dict[str, Any]:
    """What stands against a player, for nobody else's eyes."""
    if viewer.pk != player.pk or player.is_guest:
        return {"conduct": None}
    now = timezone.now()
    return {
        "conduct": {
            "banned_until": banned_until(player.pk, now=now),
            "offences": [
                {
                    "at": offence.at,
                    "ban_until": offence.ban_until,
                    "what": OFFENCES_SAID[offence.kind],
                    "game": offence.source if offence.kind == OffenceKind.QUIT else None,
                }
                for offence in offences_of(player)[:OFFENCES]
            ],
        }
    }


def head_to_head_page(one: User, other: User) -> dict[str, Any]:
    """Two players against each other and as partners, and their last games."""
    versus = head_to_head(one, other)
    return {
        "one": one,
        "other": other,
        "against": versus.opponents,
        "together": versus.partners,
        "games": [
            {
                "id": game.game,
                "ended_at": game.ended_at,
                "title": preset_title(game.preset),
                "rated": game.rated,
                "won_by": game.won_by,
            }
            for game in versus.recent
        ],
    }
