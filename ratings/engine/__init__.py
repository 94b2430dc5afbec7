"""The mathematics of ratings, as pure values and functions.

A rating is a belief about strength, `Skill(mu, sigma)`: people see mu, rounded, with ± sigma. A
game moves the four who played it, each by the own `Verdict`:

>>> from ratings.engine import Model, Parameters, Verdict, plus_minus, rate, shown
>>> figures = Parameters()
>>> new = figures.start()
>>> won, lost = (Verdict.WIN, Verdict.WIN), (Verdict.LOSS, Verdict.LOSS)
>>> north_south, east_west = rate(figures, Model.OPENSKILL, ((new, new), (new, new)), (won, lost))
>>> shown(north_south[0]) > shown(new) > shown(east_west[0])
True
>>> plus_minus(north_south[0]) < plus_minus(new)
True

A pair is rated as one unit: a side of one. Figures that mean nothing are a `RatingError`.
"""

from ratings.engine.certainty import widen
from ratings.engine.errors import RatingError
from ratings.engine.parameters import Parameters
from ratings.engine.ranked import is_ranked
from ratings.engine.rate import rate, win_probability
from ratings.engine.skill import Sides, Skill, plus_minus, shown
from ratings.engine.verdicts import Model, Verdict, Verdicts

__all__ = [
    "Model",
    "Parameters",
    "RatingError",
    "Sides",
    "Skill",
    "Verdict",
    "Verdicts",
    "is_ranked",
    "plus_minus",
    "rate",
    "shown",
    "widen",
    "win_probability",
]
