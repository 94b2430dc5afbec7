"""The rule-based player: bids what its cards are worth, then weighs every card it may play."""

from bots.strategies.bidding import choose_bid
from bots.strategies.exchange import choose_exchange
from bots.strategies.play import choose_card
from games.engine import Action, Phase, SeatView


def choose(view: SeatView, _seed: int) -> Action:
    """The action for the seat to act. Nothing is left to the seed: equal worth, lowest card."""
    if len(view.legal) == 1 or view.to_act is None:
        return view.legal[0]
    if view.phase is Phase.PLAY:
        return choose_card(view)
    if view.phase is Phase.EXCHANGE:
        return choose_exchange(view, view.to_act)
    if view.phase is Phase.BIDDING:
        return choose_bid(view, view.to_act)
    return view.legal[0]
