"""A field of simulated players with habits of their own, and two who know each other's cards.

Everybody plays by the rule-based strategy, bends it by a style drawn once, and takes time as
people do: longer where there is more to decide, each at their own pace.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from benchmarks.bot_strength import shuffled
from bots.strategies import choose
from games.engine import (
    PRESETS,
    Action,
    HandState,
    Seat,
    apply,
    legal_actions,
    new_hand,
    view,
)
from games.engine.actions import Kind
from games.engine.bids import is_nil
from games.engine.cards import Suit, suit_set
from games.engine.log import Cause, LogEntry
from ratings.engine.habits import Observation
from ratings.engine.replayed import ReplayedHand, replayed
from ratings.engine.strength import strength
from ratings.engine.watching import SIDE_SUITS, observations_of, partner_takes

RULES = PRESETS["classic"]
_USUAL = 262


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays: chances of another bid and of another lead, and how fast.

    `pace` is the mean of the logarithm of seconds, `care` how much longer hard decisions take.
    `peeks` is how often the partner's cards are used, in bids and in leads.
    """

    strategy: str = "rules"
    bids_up: float = 0.0
    bids_down: float = 0.0
    strays: float = 0.0
    pace: float = 1.0
    care: float = 0.5
    peeks: float = 0.0


def honest_style(rng: random.Random) -> Style:
    """A style of somebody who knows only their own cards."""
    return Style(
        bids_up=max(0.0, rng.gauss(0.06, 0.05)),
        bids_down=max(0.0, rng.gauss(0.06, 0.05)),
        strays=max(0.0, rng.gauss(0.08, 0.05)),
        pace=rng.gauss(1.0, 0.25),
        care=max(0.0, rng.gauss(0.5, 0.12)),
    )


def peeking(style: Style, how_often: float) -> Style:
    """The same player with the partner's cards in sight."""
    return replace(style, peeks=how_often)


def played_hand(styles: tuple[Style, ...], rng: random.Random) -> ReplayedHand:
    """A hand of the classic rules from 0 to 0, played by these four, N E S W."""
    start = state = new_hand(RULES, shuffled(rng), Seat(rng.randrange(4)))
    log: list[LogEntry] = []
    ms = 0
    while (seat := state.to_act) is not None:
        action = _action(state, seat, styles[seat], rng)
        ms += _milliseconds(state, styles[seat], rng)
        log.append(LogEntry(seat, Cause.PERSON, ms, str(action)))
        state = apply(state, action)
    return replayed(start, log)


def seen_in(pairs: tuple[tuple[Style, Style], ...], rng: random.Random) -> list[Observation]:
    """The observations of one hand of two pairs."""
    (north, south), (east, west) = pairs
    return observations_of(played_hand((north, east, south, west), rng))


def _action(state: HandState, seat: Seat, style: Style, rng: random.Random) -> Action:
    legal = legal_actions(state)
    if legal[0].kind is Kind.PLAY:
        return _card(state, seat, style, rng, legal)
    chosen = choose(style.strategy, view(state, seat), rng.getrandbits(48))
    return (
        chosen
        if chosen.bid is None or is_nil(chosen.bid)
        else _bid(state, seat, style, rng, chosen)
    )


def _bid(state: HandState, seat: Seat, style: Style, rng: random.Random, chosen: Action) -> Action:
    bid = chosen.bid
    assert isinstance(bid, int)
    dice = rng.random()
    bid += (dice < style.bids_up) - (dice > 1 - style.bids_down)
    partner = state.rules.partner(seat)
    if partner is not None and rng.random() < style.peeks:
        bid += round(0.5 * (strength(state.hidden.dealt[partner]) - _USUAL) / 100)
    return Action.parse(f"b{max(1, min(13, bid))}")


def _card(
    state: HandState, seat: Seat, style: Style, rng: random.Random, legal: Iterable[Action]
) -> Action:
    choices = list(legal)
    partner = state.rules.partner(seat)
    if len(choices) == 1:
        return choices[0]
    if not state.trick and partner is not None and rng.random() < style.peeks:
        told = [suit for suit in SIDE_SUITS if partner_takes(state, suit, partner)]
        known = [each for each in choices if each.card is not None and each.card.suit in told]
        if known:
            return known[0]
    if rng.random() < style.strays:
        return rng.choice(choices)
    return choose(style.strategy, view(state, seat), rng.getrandbits(48))


def _milliseconds(state: HandState, style: Style, rng: random.Random) -> int:
    difficulty = 1.0
    if state.trick or state.tricks:
        suits = sum(bool(state.legal & suit_set(suit)) for suit in Suit)
        difficulty = 0.0 if state.legal.bit_count() == 1 else min(1.0, 0.25 * suits + 0.25)
    return int(1000 * rng.lognormvariate(style.pace + style.care * (difficulty - 0.5), 0.6))
