"""Rounds of the queue: every two seconds the people who wait become tables, one round at a time.

A round claims the one row of `RoundClaim` by compare-and-swap, reads who waits, asks the engine
with no lock held, and calls each table whose tickets still wait. A round that dies gives the claim
back by the clock; two that meet all the same cannot call one ticket twice.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from games.services.outage import pulse_is_fresh
from players.selectors.blocks import apart
from ratings import broadcast
from ratings.engine.matchmaking import History, Seating, Waiting, seat_round
from ratings.models import Ladder, RoundClaim, TicketPlayer
from ratings.selectors.rounds import Rows, history_of, ladders_in_demand, waiting_for
from ratings.selectors.waits import people_waiting
from ratings.services.ready_checks import Call, call_to_tables

logger = logging.getLogger(__name__)

CLAIMED_FOR = timedelta(seconds=30)
FIGURES_SECONDS = 4
AT_ONCE = 50  # tables called in one transaction


def run_round(*, now: datetime) -> int:
    """Call people to tables; how many tables. Nothing happens while another round is on, or
    while nobody could answer because our servers are away."""
    ladders = ladders_in_demand()
    if not ladders or not pulse_is_fresh(now) or not _claim(now):
        return 0
    begun = time.monotonic()
    try:
        tables = 0
        for ladder in ladders:
            try:
                tables += _seat_ladder(ladder, now=now, begun=begun)
            except Exception:
                logger.exception("the round of ladder %s failed", ladder)
        _tell_figures(now=now)
        return tables
    finally:
        RoundClaim.objects.filter(until=now + CLAIMED_FOR).update(until=now)


def tables_of(rows: Rows, history: History, *, demo: bool) -> tuple[Seating, ...]:
    """The engine's tables; on a demo ladder each is one person and three demo players."""
    if not demo:
        return seat_round(rows.waiting, history)
    partners = [each for each in rows.waiting if set(each.players) <= rows.demo_players]
    people = [each for each in rows.waiting if not set(each.players) & rows.demo_players]
    people.sort(key=lambda each: (-each.priority, each.ticket))
    found: list[Seating] = []
    for number, person in enumerate(people):
        three = partners[3 * number : 3 * number + 3]
        if len(three) == 3 and not person.is_party:
            found += seat_round(_without_reach([person, *three]), history)
    return tuple(found)


def _without_reach(tickets: Sequence[Waiting]) -> Iterator[Waiting]:
    """The same tickets as if they had waited for long: three partners fit anybody."""
    for each in tickets:
        yield Waiting(each.ticket, each.players, each.ratings, waited=3600, priority=each.priority)


def _claim(now: datetime) -> bool:
    claim, _ = RoundClaim.objects.get_or_create(pk=RoundClaim.THE_ONE, defaults={"until": now})
    free = RoundClaim.objects.filter(pk=claim.pk, until__lte=now)
    return bool(free.update(until=now + CLAIMED_FOR))


def _seat_ladder(ladder: Ladder, *, now: datetime, begun: float) -> int:
    rows = waiting_for(ladder, now=now)
    players = [player for each in rows.waiting for player in each.players]
    if len(players) < 4:
        return 0
    history = history_of(players, apart(players), now=now)
    tables = tables_of(rows, history, demo=ladder.demo)
    levels = {each.ticket: each.level for each in rows.waiting}
    calls = [_call(table, levels) for table in tables]
    called = 0
    for first in range(0, len(calls), AT_ONCE):
        # a large round takes its time, and the twenty seconds begin when people are asked
        at = now + timedelta(seconds=int(time.monotonic() - begun))
        called += len(call_to_tables(ladder, calls[first : first + AT_ONCE], now=at))
    return called


def _call(table: Seating, levels: dict[int, int]) -> Call:
    (north, south), (east, west) = table.sides
    ratings = tuple(levels[ticket] for ticket in table.tickets)
    return Call((north, east, south, west), table.tickets, ratings)


def _tell_figures(*, now: datetime) -> None:
    """Tell those who wait how many they are, where that has changed, every few seconds at most:
    there are as many to be told as there are who wait."""
    waiting = people_waiting()
    moment = int(now.timestamp()) // FIGURES_SECONDS
    claim = RoundClaim.objects.filter(pk=RoundClaim.THE_ONE)
    told = claim.values_list("told", flat=True).get()
    if told.get("waiting") == waiting or told.get("moment") == moment:
        return
    claim.update(told={"waiting": waiting, "moment": moment})
    broadcast.figures_changed(TicketPlayer.objects.values_list("player_id", flat=True), waiting)
