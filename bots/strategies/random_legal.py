"""The player that takes any legal action: what every other level has to beat."""

import random

from games.engine import Action, SeatView


def choose(view: SeatView, seed: int) -> Action:
    """One of the legal actions, each as likely; the seed decides."""
    return random.Random(seed).choice(view.legal)
