"""The exchange of cards between a nil bidder and the partner (R18)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from games.engine.actions import Action, Kind, exchange_of
from games.engine.bids import Bid, Nil, is_nil
from games.engine.cards import CardSet, card_set, cards_in
from games.engine.errors import Code, IllegalAction
from games.engine.ruleset import PassOrder, RuleSet
from games.engine.seats import Seat


class Pass(NamedTuple):
    """One passing of `size` cards, face down, from one partner to the other."""

    giver: Seat
    taker: Seat
    size: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """All passes of a hand, in the order in which they are made, and how many are.

    The taker picks up what was passed at once, and so sees it before passing back, or, if
    they are `simultaneous`, when both partners have passed.
    """

    passes: tuple[Pass, ...] = ()
    made: int = 0
    simultaneous: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether no pass is due any more."""
        return self.made == len(self.passes)

    @property
    def next_pass(self) -> Pass:
        """The pass that is due."""
        return self.passes[self.made]

    @property
    def arrived(self) -> tuple[Pass, ...]:
        """The passes whose cards their taker has picked up."""
        return self.passes[: self.made - self.made % 2 if self.simultaneous else self.made]

    def after_pass(self) -> "Exchange":
        """The exchange after the pass that is due."""
        return replace(self, made=self.made + 1)

    def counts(self, held: Sequence[int]) -> list[int]:
        """How many cards each seat holds that would hold `held` without the exchange."""
        counts = list(held)
        for giver, _, size in self.passes[: self.made]:
            counts[giver] -= size
        for _, taker, size in self.arrived:
            counts[taker] += size
        return counts


NO_EXCHANGE = Exchange()


def exchange_due(rules: RuleSet, bids: Sequence[Bid | None], dealer: Seat) -> Exchange:
    """The exchange that these bids bring, sides in bidding order.

    A pair exchanges if exactly one of the two bid nil: two nils, no exchange.
    """
    if not any(map(is_nil, bids)):
        return NO_EXCHANGE
    passes: list[Pass] = []
    for side in dict.fromkeys(map(rules.side_of, rules.seating.from_left_of(dealer))):
        nils = [seat for seat in rules.sides[side] if is_nil(bids[seat])]
        partner = rules.partner(nils[0]) if len(nils) == 1 else None
        if partner is None:
            continue
        size = rules.blind_nil_pass if bids[nils[0]] is Nil.BLIND else rules.nil_pass
        if size:
            passes += [Pass(nils[0], partner, size), Pass(partner, nils[0], size)]
    return Exchange(tuple(passes), simultaneous=rules.pass_order is PassOrder.SIMULTANEOUS)


def legal_exchanges(holding: CardSet, size: int) -> tuple[Action, ...]:
    """Every choice of `size` cards of the holding."""
    return tuple(exchange_of(cards) for cards in combinations(cards_in(holding), size))


def check_exchange(holding: CardSet, size: int, action: Action) -> None:
    """Raise IllegalAction unless the action passes `size` different cards of the holding."""
    if action.kind is not Kind.EXCHANGE:
        raise IllegalAction(Code.WRONG_PHASE)
    if len(action.cards) != size or len(set(action.cards)) != size:
        raise IllegalAction(Code.BAD_EXCHANGE)
    if card_set(action.cards) & ~holding:
        raise IllegalAction(Code.CARD_NOT_HELD)
