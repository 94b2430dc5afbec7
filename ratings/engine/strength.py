"""A plain yardstick for the cards of a seat, so that bids on like cards can be compared.

It need not be the best estimate, only the same for everybody: what counts is how a player's bids
differ from what the field bids on the same number.
"""

from games.engine.cards import CardSet, Suit, suit_set

_SIZE = 13
_ACE, _KING, _QUEEN, _JACK = 1 << 12, 1 << 11, 1 << 10, 1 << 9
_NORMAL_LENGTH = 3  # spades beyond it count by themselves


def strength(holding: CardSet) -> int:
    """The tricks a holding of 13 cards is worth, in hundredths.

    Spades: ace 100, king 90 (bare 40), queen 65 (two or fewer spades: 35), jack 35 with four;
    75 for each spade beyond the third. Other suits: ace 95, king 65 (bare 20), queen 25 from
    three cards on; with two spades or more a void adds 60 and a single card 35.
    """
    spades = _ranks(holding, Suit.S)
    total = _spades(spades)
    for suit in (Suit.C, Suit.D, Suit.H):
        total += _side_suit(_ranks(holding, suit), may_ruff=spades.bit_count() >= 2)
    return total


def _ranks(holding: CardSet, suit: Suit) -> int:
    return (holding & suit_set(suit)) >> suit * _SIZE


def _spades(ranks: int) -> int:
    length = ranks.bit_count()
    total = 75 * max(0, length - _NORMAL_LENGTH)
    total += 100 * bool(ranks & _ACE)
    total += (90 if length > 1 else 40) * bool(ranks & _KING)
    total += (65 if length > 2 else 35) * bool(ranks & _QUEEN)
    total += 35 * bool(ranks & _JACK and length > 3)
    return total


def _side_suit(ranks: int, *, may_ruff: bool) -> int:
    length = ranks.bit_count()
    total = 95 * bool(ranks & _ACE)
    total += (65 if length > 1 else 20) * bool(ranks & _KING)
    total += 25 * bool(ranks & _QUEEN and length > 2)
    if may_ruff and length < 2:
        total += 35 if length else 60
    return total
