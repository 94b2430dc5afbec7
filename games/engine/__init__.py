"""The rules of Spades as pure values and functions.

No clock, no dice, no storage: chance and time are handed in, and whatever happens gives a new
value. A rule set is a value with one field per option; presets are such values:

>>> from games.engine import PRESETS, Deal, Seat, Action, new_hand, legal_actions, apply
>>> rules = PRESETS["classic"]
>>> rules.target, rules.side_names, rules.partner(Seat.N).name
(500, ('NS', 'EW'), 'S')

A deal comes from a stream of draws (`deal_from_stream`) or from text. A hand begins with it and
is folded one action at a time; the seat to act is told what it may do:

>>> deal = Deal.from_pbn(
...     "N:AKQ.T98.7654.AK2 432.J76.KQ32.QJT 765.543.JT98.987 JT98.AKQ2.A.6543"
... )
>>> hand = new_hand(rules, deal, dealer=Seat.N)
>>> hand.phase.value, hand.to_act.name, len(legal_actions(hand))
('bidding', 'E', 14)
>>> for token in ("b3", "bN", "b5", "b5"):
...     hand = apply(hand, Action.parse(token))
>>> [str(action) for action in legal_actions(hand)]
['pCT', 'pCJ', 'pCQ', 'pD2', 'pD3', 'pDQ', 'pDK', 'pH6', 'pH7', 'pHJ']

What the rules refuse is an `IllegalAction` with a code, and the state is as it was:

>>> apply(hand, Action.parse("pS4"))
Traceback (most recent call last):
    ...
games.engine.errors.IllegalAction: spades are not broken yet

`view` says what one seat, or a spectator, may know; nothing else shows cards to anybody. The
log of a hand is its tokens, and `replay` folds them again. A hand that is over has a `score`,
and `score_hand` settles plain numbers without a hand:

>>> from games.engine import score_hand
>>> score = score_hand(
...     rules, bids=[4, 3, 3, "nil"], tricks=[5, 3, 4, 1], scores=[0, 0], bags=[0, 9]
... )
>>> score.deltas, score.bags, score.penalties, score.over
((72, -170), (2, 0), (0, 1), False)
"""

from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.deal import Deal, deal_from_stream, first_dealer
from games.engine.errors import Code, DealError, IllegalAction, ReplayError, RuleError, ScoreError
from games.engine.hand import (
    HandState,
    apply,
    automatic_action,
    legal_actions,
    new_hand,
    replay,
)
from games.engine.presets import PRESETS, RATED_PRESETS
from games.engine.public import Phase
from games.engine.ruleset import RuleSet, difference
from games.engine.scoring import HandScore, score_hand
from games.engine.seats import Seat
from games.engine.views import SeatView, view

__all__ = [
    "PRESETS",
    "RATED_PRESETS",
    "Action",
    "Card",
    "Code",
    "Deal",
    "DealError",
    "HandScore",
    "HandState",
    "IllegalAction",
    "Phase",
    "ReplayError",
    "RuleError",
    "RuleSet",
    "ScoreError",
    "Seat",
    "SeatView",
    "apply",
    "automatic_action",
    "deal_from_stream",
    "difference",
    "first_dealer",
    "legal_actions",
    "new_hand",
    "replay",
    "score_hand",
    "view",
]
