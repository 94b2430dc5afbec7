"""The options of a game of Spades and what they may be."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Self

from games.engine.errors import RuleError
from games.engine.order import STANDARD_ORDER, CardOrder
from games.engine.seats import PARTNERSHIPS, Seat, Seating


class FailedNilTricks(StrEnum):
    """What becomes of the tricks of a failed nil."""

    BAGS = "bags"
    IGNORED = "ignored"
    HELP_PARTNER = "help_partner"


class BlindNil(StrEnum):
    """When a seat is offered a blind nil."""

    OFF = "off"
    BEHIND_100 = "behind100"
    ALWAYS = "always"


class PassOrder(StrEnum):
    """Whether the partner sees the bidder's cards before passing as many back."""

    BIDDER_FIRST = "bidder_first"
    SIMULTANEOUS = "simultaneous"


class FirstDealer(StrEnum):
    """The ceremony shown when the first dealer is drawn (S000-9); the draw is the same."""

    RANDOM = "random"
    HIGH_CARD = "high_card"
    FIRST_SPADE = "first_spade"


class LeadSpades(StrEnum):
    """When a spade may be led by a seat that holds other suits too."""

    WHEN_BROKEN = "when_broken"
    ANYTIME = "anytime"


class FirstTrickSpadeLead(StrEnum):
    """Whether the very first lead is stricter than `lead_spades` says (S000-24)."""

    AS_RULE = "as_rule"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One value per option; the defaults are the classic game to 500.

    Points are stored positive, the floor negative. A game with neither target, floor nor cap
    is a single board: it is over when its hand is settled and nobody wins it.

    Constructing one with a wrong value raises RuleError, which names the fields.
    """

    target: int | None = 500
    floor: int | None = None
    hand_cap: int | None = 40
    nil_value: int = 100
    blind_nil_value: int | None = 200
    bag_block: int = 10
    bag_penalty: int = 100
    failed_nil_tricks: FailedNilTricks = FailedNilTricks.BAGS
    blind_nil: BlindNil = BlindNil.BEHIND_100
    blind_nil_per_team: int = 1
    blind_nil_pass: int = 2
    nil_pass: int = 0
    pass_order: PassOrder = PassOrder.BIDDER_FIRST
    first_dealer: FirstDealer = FirstDealer.RANDOM
    lead_spades: LeadSpades = LeadSpades.WHEN_BROKEN
    first_trick_spade_lead: FirstTrickSpadeLead = FirstTrickSpadeLead.AS_RULE
    first_trick_no_spade: bool = False
    lead_two_of_clubs: bool = False
    ten_for_200: bool = False
    moon: bool = False

    # What the options amount to: read everywhere, never given.
    seating: Seating = field(init=False, compare=False, repr=False)
    order: CardOrder = field(init=False, compare=False, repr=False)
    hand_size: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seating", PARTNERSHIPS)
        object.__setattr__(self, "order", STANDARD_ORDER)
        # Cards dealt to each seat, and so tricks in a hand (R7, R20).
        object.__setattr__(self, "hand_size", len(self.order.deck) // len(self.seats))
        _check(self)

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> Self:
        """Read options as JSON carries them; one left out has its default.

        RuleError names every unknown field and every wrong value.
        """
        if not isinstance(options, Mapping):
            raise RuleError({"rules": "must be an object of options"})
        unknown = [str(name) for name in options if name not in OPTIONS]
        if unknown:
            raise RuleError(dict.fromkeys(unknown, "is not an option"))
        values = {name: _from_json(name, value) for name, value in options.items()}
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks every value

    def to_dict(self) -> dict[str, int | str | bool | None]:
        """The options as JSON carries them; `from_dict` gives an equal value back."""
        values = {name: getattr(self, name) for name in OPTIONS}
        return {n: str(v) if isinstance(v, StrEnum) else v for n, v in values.items()}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play, clockwise from the first."""
        return self.seating.seats

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side; per-side values are in this order."""
        return self.seating.sides

    @property
    def side_names(self) -> tuple[str, ...]:
        """ "NS" and "EW", in the order of `sides`."""
        return self.seating.side_names

    @property
    def is_single_board(self) -> bool:
        """Whether a hand stands alone, as in duplicate, instead of being part of a game."""
        return self.target is None and self.floor is None and self.hand_cap is None

    def side_of(self, seat: Seat) -> int:
        """The number of the side the seat plays for."""
        return self.seating.side_of[seat]

    def partner(self, seat: Seat) -> Seat | None:
        """The other seat of a side of two, else None."""
        return self.seating.partners[seat]

    def next_seat(self, seat: Seat) -> Seat:
        """The seat at the left, which bids and plays next, and deals the next hand."""
        return self.seating.left_of[seat]


OPTIONS = tuple(option.name for option in fields(RuleSet) if option.init)
"""The names of all options, in the order in which they are shown."""


def difference(rules: RuleSet, preset: RuleSet) -> dict[str, tuple[object, object]]:
    """The options in which `rules` departs from `preset`: field -> (preset's value, its own)."""
    pairs = {name: (getattr(preset, name), getattr(rules, name)) for name in OPTIONS}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


@dataclass(frozen=True, slots=True)
class IntOption:
    """An option that is a whole number from `low` to `high`, or null where that is a choice."""

    low: int
    high: int
    nullable: bool = False

    def fault(self, value: object) -> str | None:
        """What is wrong with the value, in words; None if nothing is."""
        if value is None and self.nullable:
            return None
        # A bool is an int in Python, and True is no number of points.
        if type(value) is int and self.low <= value <= self.high:
            return None
        return f"must be a whole number from {self.low} to {self.high}{self._or_null}"

    @property
    def _or_null(self) -> str:
        return " or null" if self.nullable else ""


NUMBERS = {
    "target": IntOption(1, 10_000, nullable=True),
    "floor": IntOption(-10_000, -1, nullable=True),
    "hand_cap": IntOption(1, 1_000, nullable=True),
    "nil_value": IntOption(0, 1_000),
    "blind_nil_value": IntOption(0, 2_000, nullable=True),
    "bag_block": IntOption(0, 100),
    "bag_penalty": IntOption(0, 1_000),
    "blind_nil_per_team": IntOption(1, 2),
    "blind_nil_pass": IntOption(0, 2),
    "nil_pass": IntOption(0, 2),
}
"""The range of every numeric option."""

CHOICES: dict[str, type[StrEnum]] = {
    "failed_nil_tricks": FailedNilTricks,
    "blind_nil": BlindNil,
    "pass_order": PassOrder,
    "first_dealer": FirstDealer,
    "lead_spades": LeadSpades,
    "first_trick_spade_lead": FirstTrickSpadeLead,
}
"""The values of every option that is a choice."""


def _from_json(name: str, value: object) -> object:
    """The member a choice's text names; any other value as it is, for the check to judge."""
    choices = CHOICES.get(name)
    if choices is not None and isinstance(value, str) and value in choices.__members__.values():
        return choices(value)
    return value


def _check(rules: RuleSet) -> None:
    faults = {name: _fault(name, getattr(rules, name)) for name in OPTIONS}
    found = {name: fault for name, fault in faults.items() if fault} or _contradictions(rules)
    if found:
        raise RuleError(found)


def _fault(name: str, value: object) -> str | None:
    if name in NUMBERS:
        return NUMBERS[name].fault(value)
    if name in CHOICES:
        return None if isinstance(value, CHOICES[name]) else _one_of(CHOICES[name])
    return None if isinstance(value, bool) else "must be true or false"


def _one_of(choices: type[StrEnum]) -> str:
    return f"must be one of {', '.join(choices)}"


def _contradictions(rules: RuleSet) -> dict[str, str]:
    """Values that are fine alone and make no game together."""
    if rules.target is None and rules.hand_cap is None and rules.floor is not None:
        text = "a game with a floor needs a target or a hand cap"
        return {"floor": text, "target": text, "hand_cap": text}
    if rules.target is not None and rules.hand_cap is None and rules.floor is None:
        text = "a game with a target needs a hand cap or a floor, or it might never end"
        return {"target": text, "hand_cap": text, "floor": text}
    if rules.blind_nil is not BlindNil.OFF and rules.blind_nil_value is None:
        text = "a blind nil that may be bid needs a value"
        return {"blind_nil": text, "blind_nil_value": text}
    return {}
