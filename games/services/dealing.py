"""Dealing the next hand of a game: the only place where a Hand row is made."""

import json
from datetime import datetime, timedelta

from django.conf import settings

from games import broadcast
from games.engine import Deal, new_hand
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
    next_dealer = None
    if last_dealer is not None:
        next_dealer = rules_of(game).next_seat(SeatName(last_dealer))
    dealer, deal = drawn_deal(game, game.deals_used + 1, next_dealer)
    return _put_down(table, game, number, dealer, deal, given=None, now=now, pause=pause)


def deal_given(table: Table, game: Game, *, deal: Deal, dealer: SeatName, now: datetime) -> Hand:
    """Begin the one hand of a game whose cards are given and not drawn; the locks are held.

    Until it has ended the deal is kept as the secrets of drawn ones are: encrypted.
    """
    given = json.dumps(deal.to_dict()).encode()
    return _put_down(table, game, 1, dealer, deal, given=given, now=now, pause=0.0)


def _put_down(
    table: Table,
    game: Game,
    number: int,
    dealer: SeatName,
    deal: Deal,
    *,
    given: bytes | None,
    now: datetime,
    pause: float,
) -> Hand:
    seats = seats_of(table)
    sit_newcomers(table, seats, now=now)
    totals = {"scores": tuple(game.scores), "bags": tuple(game.bags)}
    state = new_hand(rules_of(game), deal, dealer, **totals, hand_no=number)
    turn = plan_turn(table, seats, state, now=now, pause=pause)
    k = game.deals_used + 1
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
        given_deal=given,
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
