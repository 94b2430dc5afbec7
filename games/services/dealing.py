"""Dealing the next hand of a game: the only place where a Hand row is made."""

from datetime import datetime, timedelta

from django.conf import settings

from games import broadcast
from games.engine import new_hand
from games.engine.seats import Seat as SeatName
from games.models import Game, Hand, Notice, Seat, Table
from games.selectors.state import drawn_deal, rules_of
from games.services import notices
from games.services.sittings import note_sitters
from games.services.turns import announce_turn, plan_turn


def deal_hand(
    table: Table,
    game: Game,
    *,
    number: int,
    last_dealer: int | None,
    now: datetime,
    pause: float = 0.0,
) -> Hand:
    """Seat who was waiting, deal hand `number` and start its first turn.

    The caller holds the locks of the table and the game. The deal takes the next index of the
    chain; nothing is drawn here. `pause` seconds pass before the first turn, in which people
    look at the result of the hand before.
    """
    seats = sit_newcomers(table)
    rules = rules_of(game)
    dealer = None if last_dealer is None else rules.next_seat(SeatName(last_dealer))
    k = game.deals_used + 1
    dealer, deal = drawn_deal(game, k, dealer)
    state = new_hand(
        rules, deal, dealer, scores=tuple(game.scores), bags=tuple(game.bags), hand_no=number
    )
    turn = plan_turn(table, seats, state, now=now, pause=pause)
    hand = Hand.objects.create(
        game=game,
        number=number,
        deal_number=k,
        dealer=dealer,
        scores=game.scores,
        bags=game.bags,
        phase=state.phase,
        to_act=state.to_act,
        tricks=list(state.public.tricks_won),
        turn_since=turn.since,
        deadline=turn.deadline,
        person_to_act=turn.person,
        started_at=now + timedelta(seconds=pause),
    )
    note_sitters(game, seats, deal=k, shared=False)
    game.deals_used = k
    game.save(update_fields=["deals_used"])
    table.active_at = now
    table.save(update_fields=["active_at"])
    broadcast.refresh(table.pk)
    announce_turn(hand, seats)
    return hand


def sit_newcomers(table: Table) -> list[Seat]:
    """Give the bots' seats that newcomers asked for to them; returns the seats in order."""
    seats = list(table.seats.select_related("user", "taken_by").order_by("index"))
    for seat in seats:
        if seat.taken_by is None:
            continue
        if seat.user_id is None:
            seat.user, seat.bot, seat.away, seat.timeouts, seat.left_by = (
                seat.taken_by, "", False, 0, None,
            )  # fmt: skip
            notices.record(table, Notice.Kind.SEATED, seat=seat.index, name=seat.taken_by.username)
        seat.taken_by = None
        seat.save()
        broadcast.table_changed(table.pk)
    return seats


def intermission() -> float:
    """Seconds for which a finished hand stays in view before the next one begins."""
    return float(settings.HAND_SHOWN_SECONDS)
