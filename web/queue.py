"""The ranked queue as its page shows it; the reading is done by selectors."""

from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.selectors.access import Viewer
from players.models import User
from ratings.selectors.parties import party_facts, recent_partners
from ratings.selectors.queue import standing
from ratings.selectors.waits import queues
from web.ladders import ladder_title

BAR_WIDTH, BARS_HEIGHT = 20, 64
A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Bar:
    """An hour of the day in the picture of the busiest hours; it may have no height."""

    hour: int
    x: int
    y: float
    height: float
    tickets: int


def ranked_page(user: Viewer, chosen: list[str] | None) -> dict[str, Any]:
    """Everything on the page of the queue; `chosen` are the ladders the visitor has ticked, None
    before they were asked."""
    return {**queue_state(user, chosen), **party_state(user)}


def queue_state(user: Viewer, chosen: list[str] | None) -> dict[str, Any]:
    """The ladders with who waits, and where the visitor stands."""
    ladders = queues()
    mine = standing(user) if isinstance(user, User) and not user.is_guest else None
    usual = [ladder["ladder"] for ladder in ladders if not ladder["demo"]][:1]
    waited = mine["ticket"]["ladders"] if mine and mine["ticket"] else None
    ticked = waited or (usual if chosen is None else chosen)
    return {
        "may_queue": mine is not None,
        "mine": _with_moments(mine),
        "partner": _partner(user) if mine else None,
        "meanwhile": next((each["preset"] for each in ladders), ""),
        "choosing": mine is not None and not (mine["ticket"] or mine["rated_game"]),
        "ladders": [_ladder(ladder, ticked) for ladder in ladders],
        "titles": [
            _title(ladder)
            for ladder in ladders
            if mine and mine["ticket"] and ladder["ladder"] in ticked
        ],
    }


def party_state(user: Viewer) -> dict[str, Any]:
    """The visitor's party and invitations, and whom they might ask."""
    if not isinstance(user, User) or user.is_guest:
        return {"party": None, "invitations": [], "recent": []}
    facts = party_facts(user)
    busy = facts["party"] is not None and facts["party"]["partner"] is not None
    return {**facts, "recent": [] if busy else recent_partners(user)}


def _partner(user: Viewer) -> str | None:
    """Who would queue with the visitor."""
    party = party_facts(user)["party"] if isinstance(user, User) else None
    return party["partner"] if party else None


def _ladder(ladder: dict[str, Any], ticked: list[str]) -> dict[str, Any]:
    return {
        **ladder,
        "title": _title(ladder),
        "ticked": ladder["ladder"] in ticked,
        "wait": wait_words(ladder["expected_wait"]),
        "bars": _bars(ladder["busiest_hours"]),
        "busiest": _busiest(ladder["busiest_hours"]),
    }


def _title(ladder: dict[str, Any]) -> str | Promise:
    return ladder_title(kind="players", preset=ladder["preset"], demo=ladder["demo"])


def _with_moments(mine: dict[str, Any] | None) -> dict[str, Any] | None:
    """The standing with moments for the template in the place of their texts."""
    if mine is None:
        return None
    ticket = mine["ticket"]
    if ticket is not None:
        wait = wait_words(ticket["expected_wait"])
        ticket = {**ticket, "since": parse_datetime(ticket["since"]), "wait": wait}
    until = mine["banned_until"]
    return {**mine, "ticket": ticket, "banned_until": until and parse_datetime(until)}


def wait_words(seconds: int | None) -> str:
    """How long it will take, roughly, as one would say it."""
    if seconds is None:
        return ""
    if seconds < A_MINUTE:
        return _("under a minute")
    minutes = round(seconds / A_MINUTE)
    return _("about %(minutes)s min") % {"minutes": minutes}


def _bars(hours: list[int]) -> list[Bar]:
    most = max(hours)
    if not most:
        return []
    bars = []
    for hour, tickets in enumerate(hours):
        height = round(tickets / most * BARS_HEIGHT, 1)
        bars.append(Bar(hour, hour * BAR_WIDTH, BARS_HEIGHT - height, height, tickets))
    return bars


def _busiest(hours: list[int]) -> int | None:
    """The hour, UTC, in which most have come; None before anybody has."""
    return max(range(24), key=lambda hour: hours[hour]) if any(hours) else None
