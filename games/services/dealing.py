"""Dealing the next hand of a game: the only place where a Hand row is made."""

from datetime import datetime, timedelta

from django.conf import settings

from games import broadcast
from games.engine import new_hand
from games.engine.seats import Seat as SeatName
from games.models import Game, Hand, Table
from games.selectors.state import drawn_deal, rules_of
from games.services.rows import change
from games.services.seating import seats_of, sit_newcomers
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
    seats = seats_of(table)
    sit_newcomers(table, seats, now=now)
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
    change(game, deals_used=k)
    change(table, active_at=now)
    broadcast.refresh(table.pk)
    announce_turn(hand, seats)
    return hand


def intermission() -> float:
    """Seconds for which a finished hand stays in view before the next one begins."""
    return float(settings.HAND_SHOWN_SECONDS)
