"""The sweep of due turns: deadlines are columns, and this is what acts when one has passed."""

import hashlib
import logging
from datetime import datetime

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.module_loading import import_string

from games.engine import automatic_action, view
from games.engine.seats import Seat as SeatName
from games.models import Hand, Seat
from games.selectors.state import state_of
from games.services import play
from games.services.outage import pulse_is_fresh
from games.services.turns import replan

logger = logging.getLogger(__name__)

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
    taken = 0
    for pk in [*due.values_list("pk", flat=True)[:BATCH], *orphaned.values_list("pk", flat=True)]:
        try:
            taken += _expire(pk, now=now)
        except Exception:
            # one broken hand must not stop the clocks of the others
            logger.exception("could not expire the turn of hand %s", pk)
    return taken


def _expire(hand_id: int, *, now: datetime) -> bool:
    hand = Hand.objects.in_play().get(pk=hand_id)
    seats = list(hand.game.table.seats.order_by("index"))
    if hand.status != Hand.Status.PLAYING or hand.to_act is None:
        return False
    state = state_of(hand)
    seat = seats[hand.to_act]
    if hand.person_to_act != seat.is_person:
        replan(hand, seats, state, now=now)
        return False
    if hand.deadline is None or hand.deadline > now:
        return False
    if hand.person_to_act:
        return play.act_for_absent(hand, seats, automatic_action(state), now=now)
    choose = import_string(settings.TURN_FALLBACK)
    seed = hashlib.sha256(f"{hand.pk}:{hand.seq}".encode()).digest()
    action = choose(view(state, SeatName(hand.to_act)), seed)
    return play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=str(action))
