"""Who plays for a seat that does not: the plain answer, where no bots are installed."""

from games.engine import Action, SeatView
from games.engine.hand import automatic_of


def lowest_legal(view: SeatView, _seed: bytes) -> Action:
    """The automatic action of a timeout, chosen from what the seat sees (rules.md, timeouts).

    The seed is for cleverer players; this one leaves nothing to chance.
    """
    return automatic_of(view.legal)
