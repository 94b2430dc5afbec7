"""Two deals that one observer cannot tell apart by what has been played.

The observer's own cards, if they have been seen, and every public action are the same in both
worlds; the cards that nobody has shown lie elsewhere. Whatever reaches the observer must be the
same, byte by byte: a difference is a leak, however it comes about (order, length, choice of an
error), which looking for the names of cards cannot find.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.engine import (
    Action,
    Deal,
    HandState,
    IllegalAction,
    RuleSet,
    Seat,
    apply,
    legal_actions,
    new_hand,
    replay,
    view,
)
from tests.games.engine.hands import random_deal

SWAPS = 60


@dataclass(frozen=True, slots=True)
class Worlds:
    """The same public story on two deals; `observer` None watches and holds nothing."""

    rules: RuleSet
    dealer: Seat
    deals: tuple[Deal, Deal]
    tokens: tuple[str, ...]
    observer: Seat | None

    @property
    def moved(self) -> int:
        """How many cards lie elsewhere in the second world."""
        one, two = (deal.to_dict()["hands"] for deal in self.deals)
        return sum(len(set(a) - set(b)) for a, b in zip(one, two, strict=True))

    def state(self, world: int) -> HandState:
        """The hand after its last action, in one of the worlds."""
        return replay(self.rules, self.deals[world], self.dealer, self.tokens)


def two_worlds(chance: Random, rules: RuleSet, observer: Seat | None) -> Worlds:
    """A hand played at random for some actions, and its twin, with other cards in other hands."""
    while True:
        deal, dealer = random_deal(chance), Seat(chance.randrange(4))
        state, tokens = new_hand(rules, deal, dealer), list[str]()
        for _ in range(chance.randrange(48)):
            token = str(_choose(chance, state))
            state = _after(state, token)
            tokens.append(token)
        other = _twin(chance, rules, deal, dealer, tokens, _known(state, observer, tokens))
        worlds = Worlds(rules, dealer, (deal, other), tuple(tokens), observer)
        if worlds.moved:
            return worlds


def _choose(chance: Random, state: HandState) -> object:
    legal = legal_actions(state)
    unusual = [action for action in legal if str(action) in ("bN", "bB")]
    return chance.choice(unusual if unusual and chance.random() < 0.4 else legal)


def _known(state: HandState, observer: Seat | None, tokens: Sequence[str]) -> set[str]:
    """Cards that may not move: shown to all, passed on, or in the observer's hand and seen."""
    named = {part for token in tokens if token[0] in "px" for part in _cards_of(token)}
    seen = None if observer is None else view(state, observer).holding
    return named | {str(card) for card in seen or ()}


def _cards_of(token: str) -> list[str]:
    return [token[1:]] if token[0] == "p" else token[2:].split(",")


def _twin(
    chance: Random, rules: RuleSet, deal: Deal, dealer: Seat, tokens: list[str], known: set[str]
) -> Deal:
    """Swap cards nobody has shown, as long as every action stays allowed."""
    hands = [list(hand) for hand in deal.to_dict()["hands"]]
    for _ in range(SWAPS):
        one, two = chance.sample(range(4), 2)
        i, j = chance.randrange(13), chance.randrange(13)
        if hands[one][i] in known or hands[two][j] in known:
            continue
        hands[one][i], hands[two][j] = hands[two][j], hands[one][i]
        try:
            replay(rules, _deal(hands), dealer, tokens)
        except IllegalAction:
            hands[one][i], hands[two][j] = hands[two][j], hands[one][i]
    return _deal(hands)


def _deal(hands: list[list[str]]) -> Deal:
    return Deal.from_dict({"hands": hands, "kitty": [], "stock": []})


def _after(state: HandState, token: str) -> HandState:
    return apply(state, Action.parse(token))
