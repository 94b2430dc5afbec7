"""A table as it is right now: read once, shown to each of those who look at it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from games import presence
from games.engine import HandState, SeatView, view
from games.engine.seats import Seat as SeatName
from games.models import Game, Hand, Seat, Sitting, Table
from games.selectors.access import Viewer, has_place, hidden
from games.selectors.live import game_now, hand_in_play, table_now
from games.selectors.state import state_of
from games.selectors.tables import game_facts, personal_facts, public_facts
from games.selectors.views import clock, legal_tokens, turn_of


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The frame a client starts from, and the view its socket goes on folding."""

    frame: dict[str, Any]
    hand_id: int | None
    seq: int
    view: SeatView | None
    online: frozenset[int]


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as it was at one moment, for everybody: `seen_by` says what of it is for whom.

    `facts` and `game` are the same for all viewers; the cards in `state` are not to be shown but
    through a view, from the seat that `sitters` (user ids) says.
    """

    table: Table
    seats: list[Seat]
    online: frozenset[int]
    facts: dict[str, Any]
    game: dict[str, Any] | None
    hand: Hand | None
    state: HandState | None
    sitters: Mapping[int, int]

    @property
    def people(self) -> list[int]:
        """Who sits here, by user id."""
        return [seat.user_id for seat in self.seats if seat.user_id is not None]

    def seen_by(self, user: Viewer) -> Snapshot:
        """What `user` may see of it; NotFound where it must stay hidden. Asks nothing anew."""
        if not (self.table.public or has_place(user, self.seats)):
            raise hidden()
        hand, seen = self.hand, self._view(user)
        seq = hand.seq if hand else 0
        frame: dict[str, Any] = {
            "type": "snapshot",
            "hand": hand.pk if hand else None,
            "seq": seq,
            "view": seen.to_dict() if seen else None,
            "legal": legal_tokens(seen, hand),
            "clock": clock(turn_of(hand), now=timezone.now()) if hand else None,
            "table": self.facts | personal_facts(self.table, self.seats, user),
            "game": self.game,
        }
        return Snapshot(frame, hand.pk if hand else None, seq, seen, self.online)

    def _view(self, user: Viewer) -> SeatView | None:
        if self.state is None:
            return None
        mine = None if user.pk is None else self.sitters.get(user.pk)
        return view(self.state, None if mine is None else SeatName(mine))


def read_table(table_id: UUID) -> TableNow:
    """Everything there is to see of a table; NotFound if there is none."""
    # The hand before the chairs: nobody new has a chair in a hand that is on, so that whoever has
    # one a moment later may see the hand from it. The other way round it could be the next hand.
    game, hand = game_now(table_id) or (None, None)
    found = table_now(table_id)
    if found is None:
        raise hidden()
    table, seats = found
    online = presence.connected(table.pk, [seat.user_id for seat in seats if seat.user_id])
    if game is not None:
        game.table = table
    if hand is None and game is not None and game.deals_used:
        hand = _last_hand(game)
    return TableNow(
        table=table,
        seats=seats,
        online=online,
        facts=public_facts(table, seats, online),
        game=game_facts(game) if game else None,
        hand=hand,
        state=state_of(hand) if hand else None,
        sitters=_sitters(hand, seats) if hand else {},
    )


def with_hand_anew(now: TableNow) -> TableNow:
    """The same table with its hand as it stands this moment: what somebody has seen by an action
    of their own changes nothing else."""
    found = None if now.hand is None else hand_in_play(now.hand.pk)
    if found is None:
        return read_table(now.table.pk)
    hand, seats = found
    return replace(now, hand=hand, state=state_of(hand), sitters=_sitters(hand, seats))


def snapshot(*, table_id: UUID, user: Viewer) -> Snapshot:
    """Everything `user` may see of the table; NotFound where it must stay hidden."""
    return read_table(table_id).seen_by(user)


def _sitters(hand: Hand, seats: Sequence[Seat]) -> dict[int, int]:
    """Who sees the hand from which seat, by user id; everybody else sees it as a watcher.

    A hand that is on is seen by those who sit at the table, also while a bot stands in; one that
    is over by those who sat at it, wherever they sit by now.
    """
    if hand.status in Hand.LIVE:
        return {seat.user_id: seat.index for seat in seats if seat.user_id is not None}
    sat = Sitting.objects.at_deal(hand.game_id, hand.deal_number).filter(user__isnull=False)
    return dict(sat.values_list("user_id", "index"))


def _last_hand(game: Game) -> Hand | None:
    """Between games the last hand stays in view with its result."""
    hand = Hand.objects.filter(game=game).order_by("-id").first()
    if hand is not None:
        hand.game = game
    return hand


def position(*, table_id: UUID) -> tuple[int | None, int]:
    """The id and seq of the table's shown hand: a cheap question whether news was missed."""
    hands = Hand.objects.filter(game__table=table_id).values_list("pk", "seq")
    return hands.filter(status__in=Hand.LIVE).first() or hands.order_by("-id").first() or (None, 0)
