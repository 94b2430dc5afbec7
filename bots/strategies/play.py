"""Which card to play: the one with the best sum of what the trick brings and what it costs later.

Every legal card is weighed by who will take the trick if it is played (`takers`), what that is
worth (`stakes`), and what the card would still be good for if it were kept (`keeping`).
"""

from bots.strategies.keeping import cover, exposure, undercut
from bots.strategies.legal import legal_cards
from bots.strategies.outlook import Outlook, outlook_of
from bots.strategies.pack import RANK_MASK, SPADES, SUIT_SHIFT, beats
from bots.strategies.position import Position, position_of
from bots.strategies.stakes import FINE, Stakes, stakes_of, suit_tricks
from bots.strategies.takers import takers
from games.engine import Action, SeatView

# A trick later is worth this part of a trick now, in hundredths: much may come between.
_LATER = 40
# What a whole suit of covering or undercutting cards is worth while a nil is alive, in points.
_COVER = 40
_UNDERCUT = 15
# What keeping an exposed card costs a nil, in eighths of the nil.
_EXPOSED_EIGHTHS = 1


def choose_card(view: SeatView) -> Action:
    """The card of the rule-based player for the seat to act."""
    cards = legal_cards(view)
    outlook = outlook_of(position_of(view))
    stakes = stakes_of(outlook)
    options = _distinct(outlook.position, sorted(cards))
    return cards[max(options, key=lambda code: _worth(outlook, stakes, code))]


def _distinct(position: Position, codes: list[int]) -> list[int]:
    """One card, the lowest, of each group that no unseen card and no card in the trick parts."""
    groups: dict[tuple[int, int, bool], int] = {}
    for code in codes:
        suit = code >> SUIT_SHIFT
        above = (position.unseen[suit] >> (code & RANK_MASK)).bit_count()
        wins = bool(position.trick) and beats(code, position.best)
        groups.setdefault((suit, above, wins), code)
    return list(groups.values())


def _worth(outlook: Outlook, stakes: Stakes, code: int) -> int:
    """The worth of playing a card, in 1024ths of a 16th of a point."""
    trick = sum(
        chance * worth for chance, worth in zip(takers(outlook, code), stakes.taking, strict=True)
    )
    return trick - _price(outlook, stakes, code)


def _price(outlook: Outlook, stakes: Stakes, code: int) -> int:
    """What is given up by not keeping the card."""
    position = outlook.position
    suit, rank = code >> SUIT_SHIFT, code & RANK_MASK
    own, unseen = position.own[suit], position.unseen[suit]
    stake = position.nil_stake[position.seat]
    if stake:
        return -FINE * stake * _EXPOSED_EIGHTHS * exposure(rank, unseen, suit == SPADES) // 8
    rest = own ^ 1 << rank
    price = suit_tricks(outlook, suit, own) - suit_tricks(outlook, suit, rest)
    price = price * stakes.trick * _LATER // 100
    if _plays_on(position, suit, ours=True):
        price += FINE * _COVER * (cover(own, unseen) - cover(rest, unseen))
    if _plays_on(position, suit, ours=False):
        price += FINE * _UNDERCUT * (undercut(own, unseen) - undercut(rest, unseen))
    return price


def _plays_on(position: Position, suit: int, *, ours: bool) -> bool:
    """Whether a live nil of this side, or of another, may still have to follow to the suit."""
    return any(
        stake and not void >> suit & 1 and (side == position.side) is ours
        for stake, void, side in zip(
            position.nil_stake, position.void, position.side_of, strict=True
        )
    )
