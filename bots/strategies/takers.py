"""Who will take the trick if a given card is played to it."""

from bots.strategies.odds import ONE
from bots.strategies.outlook import Outlook, can_beat, must_beat
from bots.strategies.pack import SUIT_SHIFT, beats
from bots.strategies.position import Position


def takers(outlook: Outlook, code: int) -> list[int]:
    """The chance of each seat to take the trick, in 1024ths, after this seat plays `code`.

    The seats to come are taken to want the trick for their side, but for a live nil, which
    ducks, and its opponents, who duck under it. A seat that has to beat a card not yet seen does
    so half as often for every such card.
    """
    position = outlook.position
    led = (position.trick[0][1] if position.trick else code) >> SUIT_SHIFT
    winner, best = position.winner, position.best
    if not position.trick or beats(code, best):
        winner, best = position.seat, code
    outcomes = [(winner, 0, ONE)]
    for seat in position.to_come:
        outcomes = _after(outlook, outcomes, seat, led, best)
    chances = [0] * len(position.counts)
    for seat, _, chance in outcomes:
        chances[seat] += chance
    return chances


def _after(
    outlook: Outlook, outcomes: list[tuple[int, int, int]], seat: int, led: int, best: int
) -> list[tuple[int, int, int]]:
    """The outcomes (holder, cards not yet seen on top, chance) after `seat` has played."""
    able = can_beat(outlook, seat, led, best)
    forced = must_beat(outlook, seat, led, best)
    after = []
    for holder, hidden, chance in outcomes:
        beaten = _will_beat(outlook.position, seat, holder, able, forced) >> hidden
        if beaten:
            taken = chance * beaten >> 10
            after.append((seat, hidden + 1, taken))
            chance -= taken
        after.append((holder, hidden, chance))
    return after


def _will_beat(position: Position, seat: int, holder: int, able: int, forced: int) -> int:
    """How likely `seat` takes the trick from `holder`, by what its side wants."""
    if position.nil_stake[seat]:
        return forced
    holder_ducks = position.nil_stake[holder] > 0
    if position.side_of[seat] == position.side_of[holder]:
        return able if holder_ducks else 0
    return forced if holder_ducks else able
