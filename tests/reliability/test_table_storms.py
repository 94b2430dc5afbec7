"""Everybody does everything at one table at once, on real connections: nothing comes apart.

What one after the other may do is walked through by tests/games/services/test_table_walk.py.
SPADEWORK_STORMS is the number of storms (2 in an ordinary run).
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.utils import timezone

from games.engine import IllegalAction, RuleError, legal_actions
from games.models import Game, Hand, Heartbeat, Seat, Table
from games.selectors.state import state_of
from games.services import clocks, games, outage, pause, play, seeds, tables
from players.errors import Refused
from players.models import User
from tests.games.invariants import faults_at, faults_of_records
from tests.reliability.barrier import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

STORMS = range(int(os.environ.get("SPADEWORK_STORMS", "2")))
ROUNDS = 25
REFUSALS = (Refused, IllegalAction, RuleError)


class Storm:
    """People at a table, and the clock."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.people = [User.objects.create_user(f"storm{n}") for n in range(5)]
        timed = [None, True][seed % 2]
        options = {"target": 500, "hand_cap": 2}
        self.table = tables.create_table(user=self.people[0], timed=timed, options=options)
        tables.join_table(user=self.people[1], table_id=self.table.pk)

    def acts(self, chance: Random) -> None:
        """Whoever has the turn takes it."""
        live = Hand.objects.filter(game__table=self.table, status__in=Hand.LIVE)
        hand = live.select_related("game__table").first()
        if hand is None or hand.to_act is None:
            return
        seat = Seat.objects.select_related("user").get(table=self.table, index=hand.to_act)
        token = str(chance.choice(legal_actions(state_of(hand))))
        if seat.user is not None and chance.random() < 0.9:
            play.act(user=seat.user, hand_id=hand.pk, seq=hand.seq, token=token)
        else:
            play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)

    def sweeps(self, chance: Random) -> None:
        """The clock's work; now and then as if much time had passed."""
        now = timezone.now() + timedelta(seconds=chance.choice([0, 0, 4, 40]))
        Heartbeat.objects.update(at=now)
        for step in (clocks.expire_due_turns, seeds.close_due_seeds, pause.end_due_pauses):
            step(now=now)
        tables.close_idle_tables(now=timezone.now())

    def beats(self, chance: Random) -> None:
        """The service was away for some seconds and is back."""
        now = timezone.now()
        Heartbeat.objects.update(at=now - timedelta(seconds=chance.choice([1, 8])))
        outage.beat(now=now)

    def changes_the_chairs(self, chance: Random) -> None:
        at = {"user": chance.choice(self.people), "table_id": self.table.pk}
        chance.choice(
            [
                partial(tables.leave_table, **at),
                partial(tables.return_to_table, **at),
                partial(tables.join_table, **at, seat=chance.choice([None, 0, 1, 2, 3])),
                partial(tables.kick, **at, seat=chance.randrange(4)),
                partial(tables.change_partners, **at),
            ]
        )()

    def says_something(self, chance: Random) -> None:
        at = {"user": chance.choice(self.people), "table_id": self.table.pk}
        chance.choice(
            [
                partial(pause.ask_pause, **at, wants=chance.random() < 0.8),
                partial(pause.resume, **at),
                partial(games.rematch, **at),
                partial(games.start_game, **at),
            ]
        )()

    def run(self, what: Sequence[Callable[[Random], None]], number: int) -> None:
        chance = Random(f"{self.seed}/{number}")
        for _ in range(ROUNDS):
            with suppress(*REFUSALS):
                chance.choice(what)(chance)


@pytest.mark.parametrize("seed", STORMS)
def test_whatever_is_done_at_once_at_a_table_somebody_can_always_go_on(seed: int) -> None:
    outage.beat(now=timezone.now())
    storm = Storm(seed)
    games.start_game(user=storm.people[0], table_id=storm.table.pk)
    seeds.close_due_seeds(now=timezone.now() + seeds.STEP * 2)
    threads = [
        [storm.acts],
        [storm.acts],
        [storm.sweeps, storm.beats],
        [storm.sweeps, storm.beats],
        [storm.changes_the_chairs],
        [storm.changes_the_chairs, storm.says_something],
        [storm.says_something],
    ]
    outcomes = at_once([partial(storm.run, what, n) for n, what in enumerate(threads)])
    assert [outcome for outcome in outcomes if outcome is not None] == []
    assert faults_at(Table.objects.get(pk=storm.table.pk)) == []
    assert faults_of_records() == []
    assert Game.objects.filter(table=storm.table).exists()
