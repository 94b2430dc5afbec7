"""Players of Spades as functions: what a seat may know and a seed go in, an action comes out.

A strategy is pure: it has no clock, no dice and no memory of its own. The same view and seed give
the same action in every process, however many tables are played side by side. What it needs to
remember is in the view, which holds every card played.
"""

from collections.abc import Callable

from bots.strategies import r1, random_legal, rules
from games.engine import Action, SeatView

STRATEGIES: dict[str, Callable[[SeatView, int], Action]] = {
    "rules": rules.choose,
    "r1": r1.choose,
    "random": random_legal.choose,
}
"""Every strategy by its name, the strongest first."""

LEVELS = ("rules", "random")
"""The strategies a table may ask for."""


def choose(level: str, view: SeatView, seed: int) -> Action:
    """The action of the strategy called `level` for the seat to act, which must own the view.

    Raises ValueError for an unknown level or a view of a seat that is not to act.
    """
    if level not in STRATEGIES:
        raise ValueError(f"no strategy is called {level!r}")
    if not view.legal:
        raise ValueError("this seat is not to act")
    return STRATEGIES[level](view, seed)
