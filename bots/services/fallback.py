"""Who plays when a bot's turn was not taken in time: the sweep asks here (TURN_FALLBACK)."""

import logging

from bots.strategies import choose as choose_by_level
from games.engine import Action, SeatView
from games.services.fallback import lowest_legal

logger = logging.getLogger(__name__)


def choose(view: SeatView, seed: bytes) -> Action:
    """The rule-based player's action for the seat that owns the view and is to act.

    It never fails: a table must not stand still because a strategy has a fault.
    """
    try:
        return choose_by_level("rules", view, int.from_bytes(seed[:8]))
    except Exception:
        logger.exception("the strategy failed; the lowest legal action is taken instead")
        return lowest_legal(view, seed)
