"""A rated game in simulated time: who is connected, who acts, and what the sweep makes of it.

The clock stands still unless `let_pass` moves it; the leases, the sweep and every service read it
as they read the real one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.utils import timezone

from games import presence
from games.engine import Deal, HandState, legal_actions
from games.engine.log import LogEntry, parse_log
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Hand, Heartbeat, Notice, Seat, Table
from games.selectors.live import hand_in_play
from games.selectors.state import state_of
from games.services import play, warm
from games.services.dealing import deal_given
from games.services.rated import start_rated_game
from games.services.rows import change
from games.services.seating import lock_table
from games.tasks import sweep
from players.models import User
from tests.games.at_the_table import people

CLOCK = (30, 20)  # seconds for a bid, for a card
STEP = timedelta(seconds=4)  # a watch may have no longer gap
DEAL = Deal.from_pbn("N:AK84.QT5.KJ3.A82 T963.K82.A975.K4 J72.AJ96.Q42.Q75 Q5.743.T86.JT963")
BANK = 180_000
_caches = count()


class RatedTable:
    """Four people at a rated table, all connected; South is the one this is about."""

    def __init__(self, clock: Any, settings: Any, *, given: bool = True) -> None:
        cache = {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": f"rated-{next(_caches)}-{uuid4()}",
        }
        settings.CACHES = {**settings.CACHES, "default": cache}
        presence._away_until = 0.0
        self._clock = clock
        self.now = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
        clock.move_to(self.now, tick=False)
        self.players = people()
        self.here = {player.pk for player in self.players}
        self.game = start_rated_game(preset="classic", players=self.players, clock=CLOCK)
        self.table_id = self.game.table_id
        self.watch_for(12)
        if given:
            self._deal_given()

    def _deal_given(self) -> None:
        """The game is this one deal, so that its last card ends it."""
        with transaction.atomic():
            table, _ = lock_table(self.table_id)
            game = Game.objects.get(pk=self.game.pk)
            change(game, status=Game.Status.PLAYING, seeds_due=None, seeds_closed_at=self.now)
            deal_given(table, game, deal=DEAL, dealer=SeatName.E, now=timezone.now())

    # -- what there is -------------------------------------------------------------------------

    @property
    def south(self) -> User:
        return self.players[2]

    @property
    def hand(self) -> Hand:
        return self._now()[0]

    def _now(self) -> tuple[Hand, list[Seat]]:
        """The newest hand and the seats, read as play reads them: there are many to play."""
        newest = Hand.objects.filter(game=self.game).order_by("-pk").values_list("pk", flat=True)
        found = hand_in_play(newest[0])
        assert found is not None
        return found

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.table_id)

    def seat(self, index: int = 2) -> Seat:
        return Seat.objects.get(table=self.table_id, index=index)

    def record(self, index: int = 2) -> GameSeat:
        return GameSeat.objects.get(game=self.game, index=index)

    def log(self) -> tuple[LogEntry, ...]:
        return tuple(parse_log(self.hand.log))

    def state(self) -> HandState:
        return state_of(self.hand)

    def notices(self, kind: Notice.Kind) -> list[Notice]:
        return list(Notice.objects.filter(table=self.table_id, kind=kind))

    # -- what happens --------------------------------------------------------------------------

    def act(self, *, by: int | None = None) -> None:
        """The seat to act takes its first legal action, by its person or by the bot there."""
        self._act(*self._now(), by=by)

    def _act(self, hand: Hand, seats: list[Seat], *, by: int | None = None) -> None:
        assert hand.to_act is not None
        token = str(legal_actions(state_of(hand))[0])
        if seats[hand.to_act].is_person or by is not None:
            user = self.players[hand.to_act if by is None else by]
            play.act(user=user, hand_id=hand.pk, seq=hand.seq, token=token)
        else:
            assert play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)

    def play_until(self, stop: Callable[[Hand, list[Seat]], bool]) -> None:
        """Everybody who is there acts after a second; the sweep acts for the others."""
        while True:
            hand, seats = self._now()
            if hand.status != Hand.Status.PLAYING or stop(hand, seats):
                return
            assert hand.to_act is not None
            seat = seats[hand.to_act]
            if not seat.is_person or self.acts(seat):
                self._to(self.now + timedelta(seconds=1))
                if hand.seq % 4 == 0:
                    self._watch()
                self._act(hand, seats)
            else:
                assert hand.deadline is not None
                self.let_pass_until(hand.deadline)

    def play_on(self) -> None:
        """To the end of the hand."""
        self.play_until(lambda _hand, _seats: False)

    def acts(self, seat: Seat) -> bool:
        """Whether the seat's person acts by themselves; a scenario may say otherwise."""
        return seat.user_id in self.here

    def until_turn_of(self, index: int = 2) -> None:
        self.play_until(lambda hand, _seats: hand.to_act == index)

    def let_pass(self, seconds: float) -> None:
        self.let_pass_until(self.now + timedelta(seconds=seconds))

    def let_pass_until(self, moment: datetime) -> None:
        """Time goes by with the leases renewed, and the sweep runs at its end."""
        self.watch_for((moment - self.now) / timedelta(seconds=1))
        self.sweep()

    def watch_for(self, seconds: float) -> None:
        end = self.now + timedelta(seconds=seconds)
        while self.now < end:
            self._to(min(self.now + STEP, end))
            self._watch()

    def _watch(self) -> None:
        self.renew()
        presence.watch(now=self.now)

    def renew(self) -> None:
        presence.renew(self.table_id, *self.here)

    def sweep(self) -> None:
        """What happens once a second, with the servers alive."""
        self.renew()
        Heartbeat.objects.update_or_create(pk=Heartbeat.THE_ONE, defaults={"at": self.now})
        sweep()

    def go(self, *players: User) -> None:
        """Their sockets are gone, with a goodbye or without: the lease runs out."""
        self.here -= {player.pk for player in players}

    def south_is_gone(self) -> None:
        """And it is South's turn."""
        self.until_turn_of(2)
        self.go(self.south)
        self.watch_for(11)

    def draw(self) -> None:
        """The deadline of who is gone passes: their bank has just begun to be drawn."""
        self.let_pass_until(self.hand.deadline)
        assert self.hand.bank_since == self.now

    def come(self, *players: User) -> None:
        self.here |= {player.pk for player in players}
        self.renew()

    def _to(self, moment: datetime) -> None:
        self.now = moment
        self._clock.move_to(moment, tick=False)

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Try something from here, and be back where we were."""
        now, here, savepoint = self.now, set(self.here), transaction.savepoint()
        try:
            yield
        finally:
            transaction.savepoint_rollback(savepoint)
            connection.run_on_commit = []
            warm._hands.clear()
            self.here = here
            self._to(now)
            presence.cache.clear()
            self.renew()
            presence.watch_anew(now=now - timedelta(seconds=12))
            for ago in (8, 4, 0):
                presence.watch(now=now - timedelta(seconds=ago))
