"""Positions for strategies: deals with the cards that matter named, the others filled in."""

from dataclasses import replace

from bots.strategies import choose
from games.engine import PRESETS, Card, Deal, HandState, RuleSet, Seat, legal_actions, view
from games.engine.cards import DECK
from tests.games.engine.hands import after

CLASSIC = PRESETS["classic"]
HOUSE500 = PRESETS["house500"]
QUICK250 = PRESETS["quick250"]
SPADES_ANYTIME = RuleSet.from_dict({"lead_spades": "anytime"})


def with_options(rules: RuleSet, **options: object) -> RuleSet:
    return replace(rules, **options)


def cards(text: str) -> list[Card]:
    """ "SA-SK-S2 HT" or "S:AK2 H:T": cards by suit, the suits in any order."""
    found = []
    for part in text.split():
        suit, ranks = part.split(":")
        found += [Card.parse(suit + rank) for rank in ranks]
    return found


def deal(**named: str) -> Deal:
    """A deal in which the seats hold what is named ("S:AK2 H:T"); the rest of the deck goes
    around in deck order to the seats that still lack cards."""
    hands = {seat: cards(named.get(seat.name, "")) for seat in list(Seat)[:4]}
    taken = [card for held in hands.values() for card in held]
    assert len(set(taken)) == len(taken)
    rest = [card for card in DECK if card not in taken]
    while rest:
        for held in hands.values():
            if len(held) < 13:
                held.append(rest.pop(0))
    return Deal(tuple(tuple(held) for held in hands.values()))


def choice(state: HandState, level: str = "rules", seed: int = 0) -> str:
    """The token that a strategy answers for the seat to act, from that seat's view alone."""
    assert state.to_act is not None
    return str(choose(level, view(state, state.to_act), seed))


def plays(text: str) -> str:
    """ "C2 C5 CA C9" as the tokens of plays."""
    return " ".join(f"p{name}" for name in text.split())


def run(state: HandState, leads: str, keep: str = "") -> HandState:
    """The hand after these cards were led one after another by whoever took the trick before;
    the others play their first legal card that is not to be kept ("H:KQ S:A")."""
    kept = {f"p{card}" for card in cards(keep)}
    for lead in leads.split():
        state = after(state, f"p{lead}")
        while state.public.trick:
            tokens = [str(action) for action in legal_actions(state)]
            state = after(state, next((t for t in tokens if t not in kept), tokens[0]))
    return state
