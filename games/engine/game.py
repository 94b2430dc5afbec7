"""A game: hands played one after the other until the end rules say so. A pure fold."""

from dataclasses import dataclass, replace

from games.engine.deal import Deal
from games.engine.hand import HandState, new_hand
from games.engine.ruleset import RuleSet
from games.engine.scoring import HandScore
from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two hands: who deals the next one, and at which totals.

    `hand_no` is the number of the next hand. A hand that is annulled, or a misdeal, is simply
    not folded in: the same dealer deals again, and the cap counts settled hands only.
    """

    rules: RuleSet
    dealer: Seat
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    hand_no: int = 1
    over: bool = False
    winner: int | None = None

    def next_hand(self, deal: Deal) -> HandState:
        """The next hand with this deal; ValueError if the game is over."""
        if self.over:
            raise ValueError("the game is over")
        return new_hand(
            self.rules,
            deal,
            self.dealer,
            scores=self.scores,
            bags=self.bags,
            hand_no=self.hand_no,
        )

    def after(self, score: HandScore) -> "GameState":
        """The game after a settled hand; the deal moves one seat clockwise (R5)."""
        return replace(
            self,
            dealer=self.rules.next_seat(self.dealer),
            scores=score.scores,
            bags=score.bags,
            hand_no=self.hand_no + 1,
            over=score.over,
            winner=score.winner,
        )


def new_game(rules: RuleSet, dealer: Seat) -> GameState:
    """A game before its first hand, which `dealer` deals."""
    nothing = (0,) * len(rules.sides)
    return GameState(rules, dealer, scores=nothing, bags=nothing)
