"""R1, the published baseline of simple rules (mreishus/spades, MIT): a yardstick and a low level.

Its bid adds up thousandths of a trick; its play looks at the current trick only and forgets
what was played, but for which card of a suit is the highest left.
"""

from bots.strategies.legal import legal_cards, legal_number_bid
from bots.strategies.pack import RANK_MASK, SIDE_SUITS, SPADES, SUIT_SHIFT, beats, masks_of, pack_of
from bots.strategies.position import Position, position_of
from games.engine.actions import LOOK, NIL, Action
from games.engine.bids import Bid
from games.engine.views import SeatView

ACE = 12
A, K, Q, J = 1 << 12, 1 << 11, 1 << 10, 1 << 9

# Thousandths of a trick for the top cards of a side suit by its length, from the shortest
# length that can hold them; the last number stands for every longer suit.
SIDE_TABLE: tuple[tuple[int, tuple[int, ...]], ...] = (
    (A | K, (2000, 1850, 1450, 1120, 290)),
    (A | Q, (1500, 1475, 1450, 1050, 300)),
    (A, (1000, 1000, 1000, 900, 700, 500, 300)),
    (K | Q | J, (1685, 1450, 660)),
    (K | Q, (1250, 1200, 700, 500, 250)),
    (K, (100, 500, 500, 400, 0)),
    (Q, (0, 330, 400, 0)),
)
ROUND_UP = 750
HALF = 500
MOST_OF_A_SIDE = 11
PARTNER_HAS_PLENTY = 7
PARTNER_CAN_CARRY = 4


def choose(view: SeatView, _seed: int) -> Action:
    """R1's move for the seat to act."""
    if len(view.legal) == 1:
        return view.legal[0]
    if view.phase == "play":
        return _play(view)
    if view.phase == "bidding":
        return _bid(view)
    return view.legal[0]


def _bid(view: SeatView) -> Action:
    """R1 never bids blind."""
    if LOOK in view.legal or view.holding is None:
        return LOOK
    own = masks_of(pack_of(view.rules.order), view.holding)
    partner = _partner_bid(view)
    if NIL in view.legal and _is_nil(own, partner):
        return NIL
    return legal_number_bid(view, _number(own, partner)) or view.legal[0]


def _partner_bid(view: SeatView) -> Bid | None:
    partner = None if view.to_act is None else view.rules.partner(view.to_act)
    return None if partner is None else view.bids[partner]


def _number(own: tuple[int, ...], partner: Bid | None) -> int:
    tricks = (_estimate(own) + ROUND_UP + HALF) // 1000
    if type(partner) is int:
        if partner >= PARTNER_HAS_PLENTY:
            tricks = _hard_spades(own[SPADES])
        tricks = min(tricks, MOST_OF_A_SIDE - partner)
    return min(max(tricks, 1), 7)


def _is_nil(own: tuple[int, ...], partner: Bid | None) -> bool:
    return (
        not any(suit & (A | K) for suit in own)
        and _estimate(own) + ROUND_UP <= 3000
        and own[SPADES].bit_count() <= 3
        and (partner is None or (type(partner) is int and partner >= PARTNER_CAN_CARRY))
    )


def _estimate(own: tuple[int, ...]) -> int:
    """Thousandths of a trick the holding is good for."""
    spades = own[SPADES]
    hard = _hard_spades(spades)
    # ceil(n / 2.5) - 0.4 cut down to a whole number is one less than the rounded-up quotient.
    low = max(0, -(-2 * spades.bit_count() // 5) - 1)
    return 1000 * (hard + low) + sum(_side_suit(own[suit]) for suit in SIDE_SUITS)


def _hard_spades(spades: int) -> int:
    """The length of the run of spades from the ace down."""
    run = 0
    while spades & A >> run:
        run += 1
    return run


def _side_suit(suit: int) -> int:
    for tops, values in SIDE_TABLE:
        if suit & tops == tops:
            extra = suit.bit_count() - tops.bit_count()
            return values[min(extra, len(values) - 1)]
    return 0


def _play(view: SeatView) -> Action:
    cards = legal_cards(view)
    position = position_of(view)
    return cards[_card(position, sorted(cards, key=_by_rank))]


def _by_rank(code: int) -> tuple[int, int]:
    """Lowest rank first; of one rank, spades last."""
    return code & RANK_MASK, code >> SUIT_SHIFT


def _card(position: Position, cards: list[int]) -> int:
    if not position.trick:
        return _lead(position, cards)
    winners = [code for code in cards if beats(code, position.best)]
    losers = [code for code in cards if not beats(code, position.best)]
    if position.nil_stake[position.seat]:
        return losers[-1] if losers else winners[0]
    partner = position.partner
    partner_nil = partner is not None and position.nil_stake[partner] > 0
    if len(position.trick) == 1:
        if partner_nil and winners:
            return winners[-1]
    elif position.winner == partner and not partner_nil and losers:
        return losers[0]
    return _cheapest(winners) if winners else cards[0]


def _cheapest(winners: list[int]) -> int:
    """The weakest winner: of the led suit before a spade."""
    return min(winners)


def _lead(position: Position, cards: list[int]) -> int:
    partner = position.partner
    if partner is not None and position.nil_stake[partner] > 0:
        return cards[-1]
    if any(position.nil_stake):
        return cards[0]
    ace = next((code for code in cards if code & RANK_MASK == ACE), None)
    if ace is not None:
        return ace
    side = [code for code in cards if code >> SUIT_SHIFT != SPADES]
    return (side or cards)[0]
