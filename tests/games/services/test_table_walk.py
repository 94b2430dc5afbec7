"""Five people do whatever they like at one table: what is always true stays true.

SPADEWORK_WALKS is the number of walks (20 in an ordinary run) and SPADEWORK_STEPS their length.
"""

import hashlib
import logging
import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from games.engine import IllegalAction, RuleError, legal_actions
from games.models import Game, Hand, Seat, Table
from games.selectors.state import _live_deal, state_of
from games.services import clocks, games, outage, pause, play, seeds, tables
from players.errors import Refused
from tests.games.at_the_table import people
from tests.games.invariants import faults_at, faults_of_records

REFUSALS = (Refused, IllegalAction, RuleError)
PEOPLE = st.integers(0, 4)
CHAIRS = st.sampled_from([None, 0, 1, 2, 3])
BEGUN = datetime(2030, 1, 1, tzinfo=UTC)
SHORT_GAMES = [{"target": 10, "hand_cap": 1}, {"target": 500, "hand_cap": 2}]


class Complaints(logging.Handler):
    """Keeps what our own loggers call an error: a sweep goes on after one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


class TableWalk(RuleBasedStateMachine):
    """One table, and everything the services let people and the clock do to it."""

    table: Table

    def __init__(self) -> None:
        super().__init__()
        self.undone = ExitStack()
        self.undone.enter_context(transaction.atomic())
        self.undone.callback(transaction.set_rollback, True)
        self.clock = self.undone.enter_context(time_machine.travel(BEGUN, tick=False))
        # the same walk deals the same cards, so that a failing one can be made shorter
        chance = Random(1)
        for source in ("os.urandom", "random._urandom"):
            self.undone.enter_context(patch(source, chance.randbytes))
        _live_deal.cache_clear()  # games of other walks had the same ids
        self.complaints = Complaints()
        logging.getLogger("games").addHandler(self.complaints)
        self.undone.callback(logging.getLogger("games").removeHandler, self.complaints)
        outage.beat(now=timezone.now())

    @initialize(
        crowd=st.sampled_from([2, 2, 3, 5]),
        public=st.booleans(),
        exhibition=st.sampled_from([False, False, False, True]),
        timed=st.sampled_from([None, None, True, False]),
        options=st.sampled_from(SHORT_GAMES),
        begun=st.sampled_from([True, True, False]),
    )
    def open(
        self,
        crowd: int,
        public: bool,
        exhibition: bool,
        timed: bool | None,
        options: Any,
        begun: bool,
    ) -> None:
        self.people = people(crowd)
        self.table = tables.create_table(
            user=None if exhibition else self.people[0],
            exhibition=exhibition,
            public=public,
            timed=timed,
            options=options,
        )
        if begun:
            self.come_by_code(1)
            self.the_host_starts_and_seeds_close()

    def teardown(self) -> None:
        with self.undone:
            assert faults_of_records() == []

    @property
    def hand(self) -> Hand | None:
        live = Hand.objects.filter(game__table=self.table, status__in=Hand.LIVE)
        return live.select_related("game__table").first()

    def does(self, service: Callable[..., object], who: int, **facts: Any) -> None:
        """Somebody asks for something and is served, or refused with a code."""
        with suppress(*REFUSALS):
            service(user=self.people[who % len(self.people)], **facts)

    def at_table(self, service: Callable[..., object], who: int, **facts: Any) -> None:
        self.does(service, who, table_id=self.table.pk, **facts)

    # -- chairs -----------------------------------------------------------------------------

    @rule(who=PEOPLE, seat=CHAIRS)
    def sit_down(self, who: int, seat: int | None) -> None:
        self.at_table(tables.join_table, who, seat=seat)

    @rule(who=PEOPLE)
    def come_by_code(self, who: int) -> None:
        self.table.refresh_from_db()
        self.does(tables.join_by_code, who, code=self.table.code, address="192.0.2.1")

    @rule(who=PEOPLE)
    def leave(self, who: int) -> None:
        self.at_table(tables.leave_table, who)

    @rule(who=PEOPLE)
    def come_back(self, who: int) -> None:
        self.at_table(tables.return_to_table, who)

    @rule(who=PEOPLE, seat=st.integers(0, 3))
    def kick(self, who: int, seat: int) -> None:
        self.at_table(tables.kick, who, seat=seat)

    @rule(who=PEOPLE)
    def change_partners(self, who: int) -> None:
        self.at_table(tables.change_partners, who)

    @rule(who=PEOPLE, seat=CHAIRS, back=st.booleans())
    def move_to_another_chair(self, who: int, seat: int | None, back: bool) -> None:
        self.come_by_code(who)
        self.leave(who)
        self.sit_down(who, seat)
        if back:
            self.come_back(who)

    @rule(newcomer=PEOPLE)
    def everybody_leaves_and_somebody_else_waits(self, newcomer: int) -> None:
        self.leave(newcomer)
        self.sit_down(newcomer, None)
        for who in range(len(self.people)):
            if who != newcomer % len(self.people):
                self.leave(who)

    @rule()
    def who_is_on_turn_leaves(self) -> None:
        hand = self.hand
        if hand is not None and hand.person_to_act and hand.to_act is not None:
            user = Seat.objects.get(table=self.table, index=hand.to_act).user
            if user is not None:
                tables.leave_table(user=user, table_id=self.table.pk)

    # -- games ------------------------------------------------------------------------------

    @rule(who=PEOPLE, fill=st.sampled_from([None, True, True, False]))
    def start(self, who: int, fill: bool | None) -> None:
        self.at_table(games.start_game, who, fill_with_bots=fill)

    @rule()
    def the_host_starts_and_seeds_close(self) -> None:
        self.table.refresh_from_db()
        if self.table.host is not None:
            games.start_game(user=self.table.host, table_id=self.table.pk)
        games.start_exhibition(table_id=self.table.pk)
        for _ in range(2):
            self.clock.shift(seeds.STEP + timedelta(seconds=1))
            self.sweep()

    @rule(who=PEOPLE, seed=st.sampled_from([b"a" * 16, b"b" * 64, b"short"]), whole=st.booleans())
    def give_a_seed(self, who: int, seed: bytes, whole: bool) -> None:
        game = Game.objects.filter(table=self.table).order_by("-created_at").first()
        if game is None:
            return
        digest = hashlib.sha256(seed).digest()
        self.does(seeds.submit_seed_hash, who, game_id=game.pk, digest=digest)
        if whole:
            self.does(seeds.submit_seed, who, game_id=game.pk, seed=seed)

    @rule(who=PEOPLE)
    def ask_for_a_rematch(self, who: int) -> None:
        self.at_table(games.rematch, who)

    # -- play -------------------------------------------------------------------------------

    @rule(
        who=PEOPLE, off=st.sampled_from([0, 0, -1, 1]), token=st.sampled_from(["b3", "bN", "pSA"])
    )
    def act(self, who: int, off: int, token: str) -> None:
        if (hand := self.hand) is not None:
            self.does(play.act, who, hand_id=hand.pk, seq=hand.seq + off, token=token)

    @rule(actions=st.sampled_from([1, 2, 3, 20, 60, 60]), choice=st.integers(0, 12))
    def play_on(self, actions: int, choice: int) -> None:
        """The next turns are taken by whoever has them."""
        for _ in range(actions):
            hand = self.hand
            if hand is None or hand.status != Hand.Status.PLAYING or hand.to_act is None:
                return
            seat = Seat.objects.select_related("user").get(table=self.table, index=hand.to_act)
            legal = legal_actions(state_of(hand))
            token = str(legal[choice % len(legal)])
            if seat.is_person:
                assert play.act(user=seat.user, hand_id=hand.pk, seq=hand.seq, token=token)
            else:
                assert play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)

    @rule(who=PEOPLE, wants=st.booleans())
    def ask_for_a_pause(self, who: int, wants: bool) -> None:
        self.at_table(pause.ask_pause, who, wants=wants)

    @rule()
    def all_want_a_pause(self) -> None:
        for who in range(len(self.people)):
            self.at_table(pause.ask_pause, who, wants=True)

    @rule(who=PEOPLE, comes=st.booleans(), seat=CHAIRS)
    def chairs_change_in_a_pause(self, who: int, comes: bool, seat: int | None) -> None:
        self.all_want_a_pause()
        if comes:
            self.sit_down(who, seat)
        else:
            self.leave(who)
        for other in range(len(self.people)):
            self.resume(other)

    @rule(who=PEOPLE)
    def resume(self, who: int) -> None:
        self.at_table(pause.resume, who)

    # -- time -------------------------------------------------------------------------------

    def sweep(self) -> None:
        now = timezone.now()
        outage.beat(now=now)
        for step in (
            clocks.expire_due_turns,
            seeds.close_due_seeds,
            pause.end_due_pauses,
            tables.close_idle_tables,
            games.continue_exhibitions,
        ):
            step(now=now)

    def wait(self, seconds: float) -> None:
        """Time passes and the servers are there: pulses all along, a sweep at the end."""
        self.clock.shift(timedelta(seconds=seconds))
        outage.Heartbeat.objects.update(at=timezone.now())
        self.sweep()

    @rule(seconds=st.sampled_from([0.5, 2, 4, 16, 31, 601, 90_000]))
    def time_passes(self, seconds: float) -> None:
        self.wait(seconds)

    @rule()
    def the_deadline_passes(self) -> None:
        before = self.hand
        if before is None or before.deadline is None or before.status != Hand.Status.PLAYING:
            return
        self.wait(max(0.0, (before.deadline - timezone.now()).total_seconds()) + 0.1)
        after = Hand.objects.get(pk=before.pk)
        assert (after.seq, after.status) != (before.seq, before.status), "nobody acted"

    @rule(seconds=st.sampled_from([5, 60, 4000]))
    def the_service_is_down(self, seconds: float) -> None:
        self.clock.shift(timedelta(seconds=seconds))
        taken = clocks.expire_due_turns(now=timezone.now())
        assert taken == 0, "a turn expired while nobody could reach us"
        self.sweep()

    # -- what is always true ----------------------------------------------------------------

    @invariant()
    def nothing_is_wrong(self) -> None:
        assert faults_at(self.table) == []
        assert self.complaints.records == []


@pytest.mark.django_db
def test_whatever_people_do_at_a_table_somebody_can_always_go_on() -> None:
    walks, steps = (
        int(os.environ.get(f"SPADEWORK_{n}", d)) for n, d in (("WALKS", 20), ("STEPS", 30))
    )
    run_state_machine_as_test(
        TableWalk,
        settings=settings(
            max_examples=walks,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
