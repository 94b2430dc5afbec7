"""Which model a ladder uses, and what a game counts as for each who played it."""

from enum import StrEnum

from ratings.engine.errors import RatingError
from ratings.engine.skill import Sides


class Model(StrEnum):
    """How the ratings of a ladder are computed."""

    OPENSKILL = "openskill"
    ELO = "elo"


class Verdict(StrEnum):
    """What the game counts as for one of those who played it.

    There is no draw: a game of Spades has a winner, and what has none counts as NONE.
    """

    WIN = "win"
    LOSS = "loss"
    NONE = "none"


Verdicts = tuple[tuple[Verdict, ...], tuple[Verdict, ...]]


def check(sides: Sides, verdicts: Verdicts) -> None:
    """Raise RatingError unless both sides have the same one or two places, each with its verdict,
    and at most one side has won."""
    if len(sides) != 2 or len(verdicts) != 2:
        raise RatingError("a game has two sides")
    size = len(sides[0])
    if size not in (1, 2) or any(len(part) != size for part in (*sides, *verdicts)):
        raise RatingError("each side is two players, or one pair, with a verdict for each")
    if all(Verdict.WIN in side for side in verdicts):
        raise RatingError("both sides cannot have won")


def winner_for(side: int, verdict: Verdict) -> int:
    """Which side won as far as this verdict of somebody on `side` is concerned."""
    return side if verdict is Verdict.WIN else 1 - side
