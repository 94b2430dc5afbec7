"""Where the game stands before a hand, as far as a bid should care."""

from dataclasses import dataclass

from games.engine import SeatView

_CLOSE = 120  # points a side may well win in one hand


@dataclass(frozen=True, slots=True)
class Standing:
    """Points of this side and of the best other one. `ends` says that this hand may well be the
    last: somebody is close to the target, or the cap of hands is reached."""

    own: int
    best_other: int
    ends: bool

    @property
    def lead(self) -> int:
        """How far this side is ahead; negative when it trails."""
        return self.own - self.best_other


def standing_of(view: SeatView, side: int) -> Standing:
    """The standing of a side at the beginning of the hand."""
    rules, scores = view.rules, view.scores
    best_other = max(score for other, score in enumerate(scores) if other != side)
    capped = rules.hand_cap is not None and view.hand_no >= rules.hand_cap
    close = rules.target is not None and max(scores) + _CLOSE >= rules.target
    return Standing(own=scores[side], best_other=best_other, ends=capped or close)
