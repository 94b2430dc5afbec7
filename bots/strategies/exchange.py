"""The exchange after a nil: the bidder passes its dangers, the partner gives back what is harmless."""

from bots.strategies.nil import worst_cards
from bots.strategies.pack import RANK_MASK, SPADES, SUIT_SHIFT, codes_of, masks_of, pack_of
from games.engine import Action, Seat, SeatView
from games.engine.actions import exchange_of
from games.engine.bids import is_nil


def choose_exchange(view: SeatView, seat: Seat) -> Action:
    """The cards to pass: the worst for a nil from its bidder, the lowest from its partner."""
    pack, holding = pack_of(view.rules.order), view.holding or ()
    codes = codes_of(pack, holding)
    size = view.exchange_size
    if is_nil(view.bids[seat]):
        chosen = worst_cards(masks_of(pack, holding), codes, size)
    else:
        chosen = tuple(sorted(codes, key=_harm)[:size])
    card_of = {pack.code[card]: card for card in holding}
    return exchange_of(card_of[code] for code in chosen)


def _harm(code: int) -> tuple[bool, int, int]:
    """How much a card would endanger a nil, spades the most."""
    suit = code >> SUIT_SHIFT
    return suit == SPADES, code & RANK_MASK, suit
