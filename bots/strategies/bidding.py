"""The bids of the rule-based player: the tricks it expects, nil where that is fit and sensible."""

from bots.strategies.estimate import TRICK, tricks_expected
from bots.strategies.legal import legal_number_bid
from bots.strategies.nil import partner_cover, safety, without, worst_cards
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

# What a nil asks, in hundredths of log odds: this divided by its value in points. It is somewhat
# more than it takes to break even, for opponents who attack it better ...
_NIL_ASKS = 5000
# ... and more or less of it in some situations.
_OPPONENT_BID_NIL = 60
_AHEAD_AT_THE_END = 60
_BEHIND_AT_THE_END = -50
_FAILING_LOSES = 80

# The log odds that a blind nil is made, by the cards to be passed each way, in hundredths: 20, 51
# and 77 of 100 in hands played by the rule-based player in every seat.
_BLIND_ODDS = (-140, 4, 120)
# It is bid only by a side behind by so much, and against the odds only when all is lost without.
_TRAILING, _LOST_OTHERWISE = -100, -150


def choose_bid(view: SeatView, seat: Seat) -> Action:
    """The bid of the seat to act, or its look before it."""
    if LOOK in view.legal:
        return BLIND_NIL if _wants_blind_nil(view, seat) else LOOK
    own = masks_of(pack_of(view.rules.order), view.holding or ())
    if NIL in view.legal and _wants_nil(view, seat, own):
        return NIL
    return legal_number_bid(view, _tricks(view, seat, own)) or view.legal[0]


def _wants_blind_nil(view: SeatView, seat: Seat) -> bool:
    """Whether a blind nil is likely to be made, or the only thing that can still turn the game."""
    rules, partner_bid = view.rules, _partner_bid(view, seat)
    if BLIND_NIL not in view.legal or is_nil(partner_bid) or not rules.blind_nil_value:
        return False
    standing = standing_of(view, rules.side_of(seat))
    if standing.ends and standing.lead <= _LOST_OTHERWISE:
        return True
    odds = _BLIND_ODDS[rules.blind_nil_pass] + partner_cover(_tricks_or_none(partner_bid))
    return standing.lead <= _TRAILING and odds >= _NIL_ASKS // rules.blind_nil_value


def _wants_nil(view: SeatView, seat: Seat, own: tuple[int, ...]) -> bool:
    """Whether the holding is safe enough for what a nil pays here and now."""
    rules, partner_bid = view.rules, _partner_bid(view, seat)
    if not rules.nil_value or is_nil(partner_bid) or tricks_expected(own) > _MOST_FOR_A_NIL:
        return False
    if rules.nil_pass:
        codes = codes_of(pack_of(rules.order), view.holding or ())
        own = without(own, worst_cards(own, codes, rules.nil_pass))
    odds = safety(own) + partner_cover(_tricks_or_none(partner_bid))
    return odds >= _safety_asked(view, seat)


def _safety_asked(view: SeatView, seat: Seat) -> int:
    rules, side = view.rules, view.rules.side_of(seat)
    asked = _NIL_ASKS // rules.nil_value
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


def _tricks_or_none(bid: Bid | None) -> int | None:
    return None if bid is None else tricks_bid(bid)
