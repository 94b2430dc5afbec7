"""P19: leaving in each of eight ways at each of the 56 actions of a hand.

What the rule table of docs/fair-play.md says of each is written here once more, as a function of
how many turns are left to the leaver; the game is then really played to its end.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from games.engine.log import Cause
from games.models import Game, Hand, Seat
from games.services import tables
from players.actors import actor_by_session
from players.models import Offence
from players.services.suspension import suspend
from tests.games.at_the_table import person
from tests.games.rated_table import RatedTable

pytestmark = pytest.mark.django_db

ACTIONS = 56
BANK = 180_000
INSIDE = 60  # seconds of the bank


@dataclass(frozen=True)
class Outcome:
    """What the rule table states; `by_person` of the leaver's turns are their own."""

    cause: str = ""  # of quitting; empty: not a quitter
    bank: int = BANK
    away: bool = False
    away_turns: int = 0
    silent: int = 0  # turns that got the automatic action
    stood_in: int = 0  # turns a bot took
    by_person: int = 0
    offences: int = 0


def quit(
    cause: str, turns: int, *, bank: int = BANK, silent: int = 0, away_turns: int = 0
) -> Outcome:
    return Outcome(
        cause=cause,
        bank=bank,
        silent=silent,
        away_turns=away_turns,
        stood_in=turns - silent,
        offences=1,
    )


def gone_for_good(turns: int) -> Outcome:
    """Without a turn left nothing is asked of who is gone."""
    return quit("bank", turns, bank=0) if turns else Outcome()


def back_inside(turns: int) -> Outcome:
    return Outcome(bank=BANK - 1000 * INSIDE if turns else BANK, by_person=turns)


def idle_for_good(turns: int) -> Outcome:
    if turns >= 8:
        return quit("away", turns, silent=2, away_turns=6)
    stood_in = max(0, turns - 2)
    return Outcome(away=turns >= 2, away_turns=stood_in, silent=min(turns, 2), stood_in=stood_in)


def idle_and_back(turns: int) -> Outcome:
    """Two turns run out, a bot takes three, then the player is back."""
    silent, stood_in = min(turns, 2), min(max(turns - 2, 0), 3)
    return Outcome(
        away=2 <= turns < 5,
        away_turns=stood_in,
        silent=silent,
        stood_in=stood_in,
        by_person=max(0, turns - 5),
    )


class Scene:
    """One rated table with the leaver's session, seen through eight ways of leaving."""

    def __init__(self, table: RatedTable, client, staff) -> None:
        self.table, self.client, self.staff = table, client, staff
        table.acts = self.acts  # type: ignore[method-assign]
        self.idle = False

    def acts(self, seat: Seat) -> bool:
        leaver = seat.user_id == self.table.south.pk
        return seat.user_id in self.table.here and not (leaver and self.idle)

    def leave_button(self) -> None:
        tables.leave_table(user=self.table.south, table_id=self.table.table_id)
        self.table.play_on()

    def closed_for_good(self) -> None:
        self.table.go(self.table.south)
        self.table.play_on()

    def closed_and_back(self) -> None:
        self.table.go(self.table.south)
        self.table.play_until(lambda hand, _seats: hand.bank_since is not None)
        self.table.let_pass(INSIDE)
        self.table.come(self.table.south)
        self.table.sweep()
        self.table.play_on()

    def idle_for_good(self) -> None:
        self.idle = True
        self.table.play_on()

    def idle_and_back(self) -> None:
        self.idle = True
        self.table.play_until(lambda _hand, seats: seats[2].away_turns == 3)
        if self.table.seat().away_turns == 3:
            self.idle = False
            tables.return_to_table(user=self.table.south, table_id=self.table.table_id)
        self.table.play_on()

    def logged_out(self) -> None:
        self.client.force_login(self.table.south)
        actor = actor_by_session(self.client.session.session_key)
        assert actor is not None
        assert actor.user_id == self.table.south.pk
        self.client.logout()
        assert not actor.still_valid()  # so that every socket of the session closes
        self.table.go(self.table.south)
        self.table.play_on()

    def suspended(self) -> None:
        suspend(user=self.table.south, by=self.staff, reason="cheating", now=self.table.now)
        self.table.go(self.table.south)
        self.table.sweep()
        self.table.play_on()


WAYS: dict[str, tuple[Callable[[Scene], None], Callable[[int], Outcome]]] = {
    "leave button": (Scene.leave_button, lambda turns: quit("left", turns)),
    "browser closed": (Scene.closed_for_good, gone_for_good),
    "connection cut": (Scene.closed_for_good, gone_for_good),
    "closed and back": (Scene.closed_and_back, back_inside),
    "idle": (Scene.idle_for_good, idle_for_good),
    "idle and back": (Scene.idle_and_back, idle_and_back),
    "logged out": (Scene.logged_out, gone_for_good),
    "suspended": (Scene.suspended, lambda turns: quit("suspended", turns)),
}


@pytest.fixture
def table(time_machine, settings) -> RatedTable:
    return RatedTable(time_machine, settings)


def outcome_of(table: RatedTable, since: int) -> Outcome:
    """What really came of it, read from the rows."""
    seat, record = table.seat(), table.record()
    causes = [entry.cause for entry in table.log()[since:] if entry.seat == 2]
    assert bool(record.quit_at) == bool(record.quit_cause)
    assert record.quit_at is None or record.absence_lead == 0
    return Outcome(
        cause=record.quit_cause,
        bank=seat.bank_ms,
        away=seat.away,
        away_turns=seat.away_turns,
        silent=causes.count(Cause.TIMEOUT),
        stood_in=causes.count(Cause.BOT),
        by_person=causes.count(Cause.PERSON),
        offences=Offence.objects.filter(user=table.south, source=table.game.pk).count(),
    )


def the_others_lost_nothing(table: RatedTable) -> bool:
    return all(
        (table.record(index).quit_at, table.record(index).absence_lead) == (None, None)
        and (table.seat(index).bank_ms, table.seat(index).away_turns) == (BANK, 0)
        for index in (0, 1, 3)
    )


@pytest.mark.slow
def test_whoever_leaves_at_any_action_in_any_way_meets_what_the_rule_table_states(
    table: RatedTable, client
) -> None:
    staff = person("arbiter", is_staff=True, is_superuser=True)
    agreed, differing = 0, []
    for k in range(ACTIONS):
        turns = ACTIONS // 4 - sum(entry.seat == 2 for entry in table.log())
        for way, (leave, stated) in WAYS.items():
            with table.branch():
                leave(Scene(table, client, staff))
                told, expected = outcome_of(table, k), stated(turns)
                game = Game.objects.get(pk=table.game.pk)
                ended = (game.status, table.hand.status, table.hand.seq) == (
                    Game.Status.FINISHED,
                    Hand.Status.FINISHED,
                    ACTIONS,
                )
                if (told, ended) == (expected, True) and the_others_lost_nothing(table):
                    agreed += 1
                else:
                    differing.append((k, way, told, expected, ended))
            del table.acts
        table.act()
    assert differing == []
    assert agreed == 448
