"""Whole hands by bots: a legal action at every turn, and nothing shared between tables."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, zip_longest

import pytest

from bots.strategies import STRATEGIES, choose
from games.engine import PRESETS, Action, HandState, RuleSet, Seat, apply, new_hand, view
from games.engine.bids import is_nil
from tests.games.engine.hands import random_deal

UNUSUAL: tuple[dict[str, object], ...] = (
    {"blind_nil": "always", "blind_nil_per_team": 2, "nil_pass": 2, "blind_nil_pass": 1},
    {"blind_nil": "always", "nil_pass": 1, "pass_order": "simultaneous"},
    {"lead_spades": "anytime", "bag_block": 0, "failed_nil_tricks": "help_partner"},
    {"first_trick_no_spade": True, "nil_value": 0, "bag_block": 1, "bag_penalty": 10},
    {"target": None, "hand_cap": 1, "floor": None, "nil_value": 400},
)
RULES = (*PRESETS.values(), *(RuleSet.from_dict(options) for options in UNUSUAL))


def dealt(number: int) -> HandState:
    """Hand `number` of the series: each with its own rules, cards, dealer and score."""
    rng = random.Random(number)
    rules = RULES[number % len(RULES)]
    scores = (rng.randrange(-150, 495), rng.randrange(-150, 495))
    bags = (rng.randrange(10), rng.randrange(10))
    if rules.is_single_board:
        scores = bags = (0, 0)
    if rules.bag_block:
        bags = (bags[0] % rules.bag_block, bags[1] % rules.bag_block)
    deal = random_deal(rng)
    return new_hand(rules, deal, Seat(number % 4), scores=scores, bags=bags, hand_no=1)


def played(
    state: HandState, levels: tuple[str, ...], seed: int
) -> Iterator[tuple[Action, HandState]]:
    """Play a hand to its end with a strategy in each seat and a seed for each turn."""
    for turn in count(1000 * seed):
        if state.to_act is None:
            return
        seen = view(state, state.to_act)
        assert seen.legal
        action = choose(levels[state.to_act], seen, turn)
        assert action in seen.legal
        state = apply(state, action)
        yield action, state


@dataclass(slots=True)
class Habits:
    """What bots of one level did over many hands."""

    hands: int = 0
    double_nils: int = 0
    nils: int = 0
    nils_made: int = 0
    contracts: int = 0
    set: int = 0
    set_beside_nil: int = 0
    beside_nil: int = 0
    bags: int = 0

    def count(self, state: HandState) -> None:
        bids, tricks = state.public.opening.auction.bids, state.public.tricks_won
        for side, seats in enumerate(state.rules.sides):
            nils = [seat for seat in seats if is_nil(bids[seat])]
            self.hands += 1
            self.double_nils += len(nils) == 2
            self.nils += len(nils)
            self.nils_made += sum(tricks[seat] == 0 for seat in nils)
            contract = state.public.contracts[side]
            taken = sum(tricks[seat] for seat in seats if seat not in nils)
            against_nil = any(is_nil(bids[s]) for s in state.rules.seats if s not in seats)
            self.contracts += contract > 0
            self.set += taken < contract
            self.beside_nil += against_nil
            self.set_beside_nil += against_nil and taken < contract
            self.bags += max(0, taken - contract) if contract else 0


def play_series(first: int, last: int, level: str) -> Habits:
    habits = Habits()
    for number in range(first, last):
        *_, (_, over) = played(dealt(number), (level,) * 4, number)
        assert over.is_over
        habits.count(over)
    return habits


@pytest.mark.parametrize("level", STRATEGIES)
def test_three_hundred_hands_of_every_kind_are_played_legally(level):
    """Public fault B09."""
    assert play_series(0, 300, level).hands == 600


@pytest.mark.parametrize("level", STRATEGIES)
def test_two_tables_side_by_side_play_as_each_would_alone(level):
    """Public fault B10: one source of chance for all tables, or one seed."""
    alone = [[str(a) for a, _ in played(dealt(n), (level,) * 4, n)] for n in (3, 4)]
    tables = [played(dealt(n), (level,) * 4, n) for n in (3, 4)]
    together: tuple[list[str], list[str]] = ([], [])
    for steps in zip_longest(*tables):
        for actions, step in zip(together, steps, strict=True):
            if step is not None:
                actions.append(str(step[0]))
    assert list(together) == alone


def test_the_random_player_plays_differently_from_seed_to_seed():
    """Public fault B10."""
    games = {tuple(str(a) for a, _ in played(dealt(8), ("random",) * 4, seed)) for seed in range(9)}
    assert len(games) == 9


def test_habits_of_the_rule_based_player_stay_within_their_targets():
    """Public fault B07: double nils, own contracts lost while a nil is attacked, bags a hand."""
    habits = Habits()
    for number in range(400):
        state = new_hand(PRESETS["classic"], random_deal(random.Random(number)), Seat(number % 4))
        *_, (_, over) = played(state, ("rules",) * 4, number)
        habits.count(over)
    assert habits.double_nils == 0
    assert habits.nils_made / habits.nils > 0.6
    assert habits.set / habits.contracts < 0.2
    assert habits.set_beside_nil / habits.beside_nil < 0.25
    assert habits.bags / habits.hands < 1.3
