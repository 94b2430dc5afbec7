"""Tricks: what may be played to one, and who takes it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import Card, CardSet, card_set
from games.engine.ruleset import FirstTrickSpadeLead, LeadSpades, RuleSet
from games.engine.seats import Seat

TWO_OF_CLUBS = card_set([Card.parse("C2")])
_, _ANYTIME = LeadSpades


class Play(NamedTuple):
    """A card that a seat has played."""

    seat: Seat
    card: Card


class Trick(NamedTuple):
    """A finished trick: its cards in the order played, who led and who took it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards with the seats that played them; every seat has played one."""
        players = len(self.cards)
        return tuple(
            Play(Seat((self.leader + place) % players), card)
            for place, card in enumerate(self.cards)
        )


def legal_plays(
    holding: CardSet, trick: Sequence[Card], broken: bool, rules: RuleSet, first_trick: bool = False
) -> CardSet:
    """The cards of a holding that may be played to a trick (R21, R22, R25).

    `trick` is what lies in it so far; `broken` says whether an earlier trick holds a spade.
    """
    order = rules.order
    if not trick:
        if first_trick and rules.lead_two_of_clubs:
            return holding & TWO_OF_CLUBS
        if broken or (rules.lead_spades is _ANYTIME and _may_lead_any(rules, first_trick)):
            return holding
        return holding & ~order.spades or holding
    following = holding & order.suit_of[trick[0]]
    if following:
        return following
    if first_trick and rules.first_trick_no_spade:
        return holding & ~order.spades or holding
    return holding


def trick_winner(trick: Sequence[Card], leader: Seat, rules: RuleSet) -> Seat:
    """Who takes a full trick: the highest spade, else the highest card of the led suit (R23)."""
    power = rules.order.power[trick[0]]
    left_of = rules.seating.left_of
    winner = seat = leader
    best = 0
    for card in trick:
        # Of two equal cards the one played first stays the best.
        if power[card] > best:
            best, winner = power[card], seat
        seat = left_of[seat]
    return winner


def _may_lead_any(rules: RuleSet, first_trick: bool) -> bool:
    """Whether no option for the first trick is stricter than `lead_spades: anytime`."""
    if not first_trick:
        return True
    forbidden = rules.first_trick_spade_lead is FirstTrickSpadeLead.FORBIDDEN
    return not (forbidden or rules.first_trick_no_spade)
