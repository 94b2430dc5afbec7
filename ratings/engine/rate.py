"""What a game does to the ratings of those who played it."""

from typing import Protocol

from ratings.engine import elo, weng_lin
from ratings.engine.parameters import Parameters
from ratings.engine.skill import Sides, Skill
from ratings.engine.verdicts import Model, Verdict, Verdicts, check, winner_for


class _Mathematics(Protocol):
    """What a module of a model gives."""

    def outcome(self, parameters: Parameters, sides: Sides, winner: int) -> Sides: ...

    def win_probability(self, parameters: Parameters, sides: Sides) -> float: ...


MODELS: dict[Model, _Mathematics] = {Model.OPENSKILL: weng_lin, Model.ELO: elo}


def rate(parameters: Parameters, model: Model, sides: Sides, verdicts: Verdicts) -> Sides:
    """Everybody's rating after the game, in the places of `sides`.

    Each is computed by the own verdict, whatever the others' are: as if their side had won, or
    lost, against the others as they came to the game. NONE is left exactly as it was. Who sits
    on which side, and in which order, does not matter; that nobody sits twice is the caller's
    to know, who has their names. A win never lowers mu, a loss never raises it.

    Raises RatingError for sides or verdicts that are not those of one game.
    """
    check(sides, verdicts)
    winners = {
        winner_for(side, verdict)
        for side, part in enumerate(verdicts)
        for verdict in part
        if verdict is not Verdict.NONE
    }
    after = {winner: MODELS[model].outcome(parameters, sides, winner) for winner in winners}

    def place(side: int, index: int) -> Skill:
        verdict = verdicts[side][index]
        if verdict is Verdict.NONE:
            return sides[side][index]
        return after[winner_for(side, verdict)][side][index]

    places = range(len(sides[0]))
    return tuple(place(0, index) for index in places), tuple(place(1, index) for index in places)


def win_probability(parameters: Parameters, model: Model, sides: Sides) -> float:
    """The chance of side 0, between 0 and 1. Raises RatingError for sides of no game."""
    idle = tuple(Verdict.NONE for _ in sides[0])
    check(sides, (idle, idle))
    return MODELS[model].win_probability(parameters, sides)
