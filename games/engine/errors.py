"""Every way in which the engine says no: codes for programs, sentences for people."""

from collections.abc import Mapping
from enum import StrEnum


class Code(StrEnum):
    """Why an action was refused. The values are API and never change their meaning."""

    BAD_TOKEN = "BAD_TOKEN"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    HAND_OVER = "HAND_OVER"
    WRONG_PHASE = "WRONG_PHASE"
    MUST_LOOK = "MUST_LOOK"
    ALREADY_LOOKED = "ALREADY_LOOKED"
    BLIND_NOT_ALLOWED = "BLIND_NOT_ALLOWED"
    BID_OUT_OF_RANGE = "BID_OUT_OF_RANGE"
    BAD_EXCHANGE = "BAD_EXCHANGE"
    CARD_NOT_HELD = "CARD_NOT_HELD"
    MUST_FOLLOW_SUIT = "MUST_FOLLOW_SUIT"
    SPADES_NOT_BROKEN = "SPADES_NOT_BROKEN"
    NO_SPADE_ON_FIRST_TRICK = "NO_SPADE_ON_FIRST_TRICK"
    MUST_LEAD_TWO_OF_CLUBS = "MUST_LEAD_TWO_OF_CLUBS"


# A text says what the rule is and never which cards a seat holds: it may end in a log.
_TEXTS = {
    Code.BAD_TOKEN: "this is not an action",
    Code.NOT_YOUR_TURN: "another seat is to act",
    Code.HAND_OVER: "the hand is over",
    Code.WRONG_PHASE: "this action belongs to another phase of the hand",
    Code.MUST_LOOK: "look at the cards first, or bid blind",
    Code.ALREADY_LOOKED: "the cards are face up already",
    Code.BLIND_NOT_ALLOWED: "no blind bid is open to this seat",
    Code.BID_OUT_OF_RANGE: "this bid is out of range",
    Code.BAD_EXCHANGE: "this is not the number of different cards to pass",
    Code.CARD_NOT_HELD: "the seat does not hold this card",
    Code.MUST_FOLLOW_SUIT: "the led suit must be followed",
    Code.SPADES_NOT_BROKEN: "spades are not broken yet",
    Code.NO_SPADE_ON_FIRST_TRICK: "no spade may be played on the first trick",
    Code.MUST_LEAD_TWO_OF_CLUBS: "the two of clubs is led to the first trick",
}


class IllegalAction(ValueError):
    """An action the rules refuse; the state it was tried on is unchanged."""

    def __init__(self, code: Code) -> None:
        super().__init__(_TEXTS[code])
        self.code = code


class ReplayError(IllegalAction):
    """A log that does not follow the rules; `index` counts its actions from 0."""

    def __init__(self, code: Code, index: int) -> None:
        super().__init__(code)
        self.index = index
        self.args = (f"action {index}: {self.args[0]}",)


class RuleError(ValueError):
    """Options that are unknown, out of range or contradict each other, by field."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{field}: {text}" for field, text in fields.items()))
        self.fields = dict(fields)


class DealError(ValueError):
    """Cards that are not a deal, or not one for these rules (a misdeal)."""


class ScoreError(ValueError):
    """Bids, tricks, scores or bags that no hand of these rules can show."""


class LogError(ValueError):
    """Text that is not the log of a hand."""
