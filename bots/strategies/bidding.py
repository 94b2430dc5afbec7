"""The bids of the rule-based player: the tricks it expects, nil where that is fit and sensible."""

from bots.strategies.estimate import TRICK, tricks_expected
from bots.strategies.legal import legal_number_bid
from bots.strategies.nil import safety, without, worst_cards
from bots.strategies.pack import codes_of, masks_of, pack_of
from bots.strategies.standing import Standing, standing_of
from games.engine import Action, RuleSet, Seat, SeatView
from games.engine.actions import BLIND_NIL, LOOK, NIL
from games.engine.bids import Bid, is_nil, tricks_bid

# Hundredths of a trick added to the estimate before it is cut down to whole tricks.
_NO_PARTNER_BID_YET, _PARTNER_HAS_BID = 12, 2
_COVERING_A_NIL = -20
_BAGS_COST_NOTHING = -40
_BLOCK_NEARLY_FULL = 20
_MOST_FOR_A_NIL = 300

# What a nil asks, in hundredths of log odds: this divided by its value in points ...
_BREAK_EVEN = 3600
# ... and more or less of it in some situations.
_OPPONENT_BID_NIL = 60
_AHEAD_AT_THE_END = 60
_BEHIND_AT_THE_END = -50
_FAILING_LOSES = 80

# A blind nil is a gamble: only so far behind, at the end, is it better than bidding on.
_LOST_WITHOUT_BLIND_NIL = -150


def choose_bid(view: SeatView, seat: Seat) -> Action:
    """The bid of the seat to act, or its look before it."""
    if LOOK in view.legal:
        return BLIND_NIL if _wants_blind_nil(view, seat) else LOOK
    own = masks_of(pack_of(view.rules.order), view.holding or ())
    if NIL in view.legal and _wants_nil(view, seat, own):
        return NIL
    return legal_number_bid(view, _tricks(view, seat, own)) or view.legal[0]


def _wants_blind_nil(view: SeatView, seat: Seat) -> bool:
    """Whether only a blind nil can still turn the game, and the partner may cover it."""
    if BLIND_NIL not in view.legal or is_nil(_partner_bid(view, seat)):
        return False
    standing = standing_of(view, view.rules.side_of(seat))
    return standing.ends and standing.lead <= _LOST_WITHOUT_BLIND_NIL


def _wants_nil(view: SeatView, seat: Seat, own: tuple[int, ...]) -> bool:
    """Whether the holding is safe enough for what a nil pays here and now."""
    rules, partner_bid = view.rules, _partner_bid(view, seat)
    if not rules.nil_value or is_nil(partner_bid) or tricks_expected(own) > _MOST_FOR_A_NIL:
        return False
    if rules.nil_pass:
        codes = codes_of(pack_of(rules.order), view.holding or ())
        own = without(own, worst_cards(own, codes, rules.nil_pass))
    covered = safety(own, None if partner_bid is None else tricks_bid(partner_bid))
    return covered >= _safety_asked(view, seat)


def _safety_asked(view: SeatView, seat: Seat) -> int:
    rules, side = view.rules, view.rules.side_of(seat)
    asked = _BREAK_EVEN // rules.nil_value
    if any(is_nil(view.bids[other]) for other in rules.seats if rules.side_of(other) != side):
        asked += _OPPONENT_BID_NIL
    return asked + _asked_by_score(rules, standing_of(view, side))


def _asked_by_score(rules: RuleSet, standing: Standing) -> int:
    """A side that is winning takes no risk; one that is losing takes more."""
    if rules.floor is not None and standing.own - rules.nil_value <= rules.floor:
        return _FAILING_LOSES
    if not standing.ends or not standing.lead:
        return 0
    return _AHEAD_AT_THE_END if standing.lead > 0 else _BEHIND_AT_THE_END


def _tricks(view: SeatView, seat: Seat, own: tuple[int, ...]) -> int:
    """The number bid: what the holding should take, cut down, as bags and the partner ask."""
    rules, partner_bid = view.rules, _partner_bid(view, seat)
    estimate = tricks_expected(own)
    estimate += _NO_PARTNER_BID_YET if partner_bid is None else _PARTNER_HAS_BID
    if is_nil(partner_bid):
        estimate += _COVERING_A_NIL
    if not rules.bag_block:
        estimate += _BAGS_COST_NOTHING
    elif view.bags[rules.side_of(seat)] % rules.bag_block >= max(2, rules.bag_block - 2):
        estimate += _BLOCK_NEARLY_FULL
    most = rules.hand_size - tricks_bid(partner_bid)
    return max(1, min(estimate // TRICK, most))


def _partner_bid(view: SeatView, seat: Seat) -> Bid | None:
    partner = view.rules.partner(seat)
    return None if partner is None else view.bids[partner]
