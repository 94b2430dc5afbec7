"""Seats, cards, bids and points in words, for the pages that show what was played."""

from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

register = template.Library()

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SEATS: dict[str, str | Promise] = {
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}
SIDES: dict[str, str | Promise] = {
    "NS": gettext_lazy("North and South"),
    "EW": gettext_lazy("East and West"),
}
LINES: dict[str, str | Promise] = {
    "contract": gettext_lazy("Contract"),
    "nil": gettext_lazy("Nil"),
    "blind_nil": gettext_lazy("Blind nil"),
    "overtricks": gettext_lazy("Overtricks"),
    "bag_penalty": gettext_lazy("Bag penalty"),
}
NOTES: dict[str, str | Promise] = {
    "bot": gettext_lazy("a bot"),
    "absent": gettext_lazy("nothing came in time"),
    "withheld": gettext_lazy("the hash came, the seed did not"),
}


@register.filter
def seat_word(seat: str) -> str:
    """ "N" as North."""
    return str(SEATS.get(seat, seat))


@register.filter
def side_word(side: str) -> str:
    """ "NS" as North and South."""
    return str(SIDES.get(side, side))


@register.filter
def bid_word(bid: int | str | None) -> str:
    """A bid of a record as a person reads it."""
    match bid:
        case None:
            return "–"
        case "nil":
            return _("Nil")
        case "blind_nil":
            return _("Blind nil")
        case str():
            return _("Blind %(number)s") % {"number": bid.partition(":")[2]}
    return str(bid)


@register.filter
def card_sign(card: str) -> str:
    """ "HT" as 10♥."""
    return {"T": "10"}.get(card[1], card[1]) + SIGNS[card[0]]


@register.filter
def plain_number(points: int) -> str:
    """A number with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


@register.filter
def signed(points: int) -> str:
    """Points won or lost: +52, −40."""
    return f"+{points}" if points > 0 else plain_number(points)


@register.filter
def score_line(line: dict[str, Any]) -> str:
    """What a line of the settlement is about, with the seat where it is one seat's."""
    text = str(LINES.get(line["kind"], line["kind"]))
    return f"{text}, {seat_word(line['seat'])}" if line["seat"] else text


@register.filter
def seed_note(note: str) -> str:
    """Why a seat gave no seed."""
    return str(NOTES.get(note, note))
