"""The sweep of due turns: deadlines are columns, and this is what acts when one has passed."""

import hashlib
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.module_loading import import_string

from games.engine import automatic_action, view
from games.engine.seats import Seat as SeatName
from games.models import Hand, Seat
from games.selectors.live import hand_in_play
from games.selectors.state import state_of
from games.services import play
from games.services.outage import pulse_is_fresh
from games.services.overdue import expire_rated
from games.services.sweeping import count_done
from games.services.turns import replan

BATCH = 200


def expire_due_turns(*, now: datetime) -> int:
    """Act once for every turn whose deadline has passed; returns the number of turns taken.

    A person's turn gets the automatic action, a bot's the fallback player. Turns whose seat has
    changed hands since they were planned are planned again instead.
    """
    if not pulse_is_fresh(now):
        return 0
    due = Hand.objects.filter(status=Hand.Status.PLAYING, deadline__lte=now)
    orphaned = Hand.objects.filter(status=Hand.Status.PLAYING, person_to_act=True).filter(
        Exists(
            Seat.objects.filter(
                Q(user__isnull=True) | Q(away=True),
                table=OuterRef("game__table"),
                index=OuterRef("to_act"),
            )
        )
    )
    hands = [*due.values_list("pk", flat=True)[:BATCH], *orphaned.values_list("pk", flat=True)]
    return count_done("the turn of hand", hands, partial(_expire, now=now))


def _expire(hand_id: int, *, now: datetime) -> bool:
    found = hand_in_play(hand_id)
    if found is None:
        return False
    hand, seats = found
    if hand.status != Hand.Status.PLAYING or hand.to_act is None:
        return False
    state = state_of(hand)
    seat = seats[hand.to_act]
    if hand.person_to_act != seat.is_person:
        replan(hand, seats, state, now=now)
        return False
    if hand.deadline is None or hand.deadline > now:
        return False
    if hand.person_to_act and hand.game.rated:
        return expire_rated(hand, seats, state, now=now)
    if hand.person_to_act:
        return play.act_for_absent(hand, seats, automatic_action(state), now=now)
    choose = import_string(settings.TURN_FALLBACK)
    seed = hashlib.sha256(f"{hand.pk}:{hand.seq}".encode()).digest()
    action = choose(view(state, SeatName(hand.to_act)), seed)
    return play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=str(action))
