"""Presets and options in words: the option schema of the API, a table's difference from its preset."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.presets import PRESETS
from games.engine.ruleset import CHOICES, NUMBERS, OPTIONS, RuleSet, difference


@dataclass(frozen=True, slots=True)
class OptionText:
    """What an option is called, and what it does."""

    label: str | Promise
    help: str | Promise


TEXTS: dict[str, OptionText] = {
    "target": OptionText(
        gettext_lazy("Target"),
        gettext_lazy("The game ends after the hand in which a side reaches this score."),
    ),
    "floor": OptionText(
        gettext_lazy("Floor"), gettext_lazy("A side at or below this score loses the game.")
    ),
    "hand_cap": OptionText(
        gettext_lazy("Most hands"),
        gettext_lazy("After this many hands the higher score wins; a tie plays on."),
    ),
    "nil_value": OptionText(
        gettext_lazy("Nil"),
        gettext_lazy("Points won for a nil that is made, lost for one that fails."),
    ),
    "blind_nil_value": OptionText(
        gettext_lazy("Blind nil points"),
        gettext_lazy("Points won for a blind nil that is made, lost for one that fails."),
    ),
    "bag_block": OptionText(
        gettext_lazy("Bags to a penalty"),
        gettext_lazy("Each time a side collects this many bags it is fined; 0 counts no bags."),
    ),
    "bag_penalty": OptionText(
        gettext_lazy("Bag penalty"), gettext_lazy("Points lost for each full block of bags.")
    ),
    "failed_nil_tricks": OptionText(
        gettext_lazy("Tricks of a failed nil"),
        gettext_lazy("They count as bags, are ignored, or help the partner's contract."),
    ),
    "blind_nil": OptionText(
        gettext_lazy("Blind nil"),
        gettext_lazy("When a player may bid nil before looking at the cards."),
    ),
    "blind_nil_per_team": OptionText(
        gettext_lazy("Blind nils a side"),
        gettext_lazy("How many blind nils a side may bid in a hand."),
    ),
    "blind_nil_pass": OptionText(
        gettext_lazy("Cards exchanged after a blind nil"),
        gettext_lazy("Cards the partners exchange after all bids when one has bid a blind nil."),
    ),
    "nil_pass": OptionText(
        gettext_lazy("Cards exchanged after a nil"),
        gettext_lazy("Cards the partners exchange after all bids when one has bid nil."),
    ),
    "pass_order": OptionText(
        gettext_lazy("Order of the exchange"),
        gettext_lazy("The nil bidder passes first and is answered, or both pass unseen."),
    ),
    "first_dealer": OptionText(
        gettext_lazy("First dealer"),
        gettext_lazy("How the draw for the first deal is shown; every seat is equally likely."),
    ),
    "lead_spades": OptionText(
        gettext_lazy("Leading spades"),
        gettext_lazy("Once spades are broken, or at any time."),
    ),
    "first_trick_spade_lead": OptionText(
        gettext_lazy("Spade lead to the first trick"),
        gettext_lazy("Follows the rule for leading spades, or is forbidden unless all are spades."),
    ),
    "first_trick_no_spade": OptionText(
        gettext_lazy("No spade on the first trick"),
        gettext_lazy("No spade may be played to the first trick by who holds another suit."),
    ),
    "lead_two_of_clubs": OptionText(
        gettext_lazy("Two of clubs leads"),
        gettext_lazy("Whoever holds the two of clubs leads it to the first trick."),
    ),
    "ten_for_200": OptionText(
        gettext_lazy("Ten for 200"),
        gettext_lazy("A side's contract of exactly ten is worth 200 points, won or lost."),
    ),
    "moon": OptionText(
        gettext_lazy("Moon"),
        gettext_lazy(
            "A side's contract of all the tricks is worth 200 points made, minus 130 failed."
        ),
    ),
}

VALUES: dict[str, str | Promise] = {
    "bags": gettext_lazy("count as bags"),
    "ignored": gettext_lazy("ignored"),
    "help_partner": gettext_lazy("help the partner"),
    "off": gettext_lazy("off"),
    "behind100": gettext_lazy("when 100 points behind"),
    "always": gettext_lazy("always"),
    "bidder_first": gettext_lazy("bidder first"),
    "simultaneous": gettext_lazy("at the same time"),
    "random": gettext_lazy("at random"),
    "high_card": gettext_lazy("highest card"),
    "first_spade": gettext_lazy("first spade"),
    "when_broken": gettext_lazy("when broken"),
    "anytime": gettext_lazy("at any time"),
    "as_rule": gettext_lazy("by the rule"),
    "forbidden": gettext_lazy("forbidden"),
}


def value_text(value: object) -> str:
    """The value of an option as a person reads it, in the language of the moment."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("on") if value else _("off")
    return str(VALUES.get(str(value), value))


def differences(rules: RuleSet, preset: str) -> list[dict[str, Any]]:
    """Where `rules` departs from the named preset: values for programs, a sentence for people."""
    return [
        {
            "field": field,
            "preset": _plain(usual),
            "here": _plain(here),
            "text": _("%(option)s: %(here)s instead of %(usual)s")
            % {
                "option": TEXTS[field].label,
                "here": value_text(here),
                "usual": value_text(usual),
            },
        }
        for field, (usual, here) in difference(rules, PRESETS[preset]).items()
    ]


def option_fields(preset: str) -> list[dict[str, Any]]:
    """Every option with its type, its range or choices, and its value in the preset."""
    rules = PRESETS[preset]
    return [_option_field(name, getattr(rules, name)) for name in OPTIONS]


def ruleset(preset: str) -> dict[str, Any]:
    """A preset as the API shows it. KeyError if there is none of that name."""
    return {
        "preset": preset,
        "rules": PRESETS[preset].to_dict(),
        "fields": option_fields(preset),
    }


def _option_field(name: str, value: object) -> dict[str, Any]:
    number, choices = NUMBERS.get(name), CHOICES.get(name)
    return {
        "name": name,
        "type": "integer" if number else "choice" if choices else "boolean",
        "min": number.low if number else None,
        "max": number.high if number else None,
        "nullable": number is not None and number.nullable,
        "choices": [{"value": str(choice), "text": value_text(choice)} for choice in choices or ()],
        "default": _plain(value),
        "label": str(TEXTS[name].label),
        "help": str(TEXTS[name].help),
    }


def _plain(value: object) -> object:
    return str(value) if isinstance(value, StrEnum) else value
