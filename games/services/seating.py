"""Chairs: taking one, leaving it to a bot, coming back, and who the host is."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from games import broadcast
from games.codes import TableCode
from games.models import Game, Hand, Notice, Seat, Table
from games.selectors.access import can_see_table, hidden
from games.selectors.state import state_of
from games.services import notices
from games.services.sittings import note_sitters
from games.services.turns import replan
from players.errors import Conflict, NotAllowed, NotFound
from players.models import User

VACANT_FOR = timedelta(minutes=10)  # a table that every person has left closes after this


def lock_table(table_id: UUID) -> tuple[Table, list[Seat]]:
    """The table under its row lock, with its seats in order; NotFound if there is none."""
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise hidden()
    return table, list(table.seats.select_related("user").order_by("index"))


def my_seat(user: User, table: Table, seats: Sequence[Seat]) -> Seat:
    """The seat `user` holds; NotAllowed for those who can see the table, else NotFound."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    if can_see_table(user, table):
        raise NotAllowed(TableCode.NOT_SEATED)
    raise hidden()


def require_host(user: User, table: Table) -> None:
    """Refuse whoever is not the host of the table."""
    if table.host_id != user.pk:
        if can_see_table(user, table):
            raise NotAllowed(TableCode.NOT_HOST)
        raise hidden()


def joining_order(table: Table, seats: Sequence[Seat]) -> list[int]:
    """In which order free chairs are offered.

    At private tables the first to join sits opposite the host, the next ones opposite each
    other; at public ones the chairs fill clockwise.
    """
    count = len(seats)
    if table.public:
        return list(range(count))
    host = next((seat.index for seat in seats if seat.user_id == table.host_id), 0)
    by_distance = [count // 2, *(d for d in range(1, count) if d != count // 2)]
    return [(host + distance) % count for distance in by_distance] + [host]


def choose_chair(user: User, table: Table, seats: Sequence[Seat], wanted: int | None) -> Seat:
    """The chair `user` gets: an empty one, or during a game a bot's that nobody waits for."""
    if any(user.pk in (seat.user_id, seat.taken_by_id) for seat in seats):
        raise Conflict(TableCode.ALREADY_SEATED)
    free = [seat for seat in seats if seat.user_id is None and seat.taken_by_id is None]
    if wanted is not None:
        if wanted >= len(seats):
            raise NotFound(TableCode.NO_SUCH_SEAT)
        free = [seat for seat in free if seat.index == wanted]
        if not free:
            raise Conflict(TableCode.SEAT_TAKEN)
    if not free:
        raise Conflict(TableCode.TABLE_FULL)
    order = joining_order(table, seats)
    # a seat somebody left, and may return to, is given away last
    return min(free, key=lambda seat: (seat.left_by_id is not None, order.index(seat.index)))


def sit(table: Table, seats: Sequence[Seat], seat: Seat, user: User, *, now: datetime) -> None:
    """Put `user` into `seat` now, whoever kept it warm; the table's lock is held."""
    seat.user, seat.bot, seat.away, seat.timeouts = user, "", False, 0
    seat.left_by = seat.taken_by = None
    seat.wants_pause = seat.wants_rematch = False
    seat.save()
    table.close_at, table.active_at = None, now
    if table.host_id is None and not table.exhibition:
        table.host = user
    table.save(update_fields=["close_at", "active_at", "host"])
    notices.record(table, Notice.Kind.SEATED, seat=seat.index, name=user.username)
    seats_changed(table, seats, now=now)


def vacate(
    table: Table, seats: Sequence[Seat], seat: Seat, *, now: datetime, returnable: bool
) -> None:
    """Take the person off `seat`; during a game a bot plays on at once. The lock is held."""
    leaver = seat.user
    playing = table.status == Table.Status.PLAYING
    seat.user, seat.away, seat.timeouts = None, False, 0
    seat.bot = table.bot_level if playing else ""
    seat.left_by = leaver if playing and returnable else None
    seat.wants_pause = seat.wants_rematch = False
    seat.save()
    _pass_host(table, seats, seat)
    table.active_at = now
    if not any(other.user_id for other in seats) and not table.exhibition:
        table.close_at = now + VACANT_FOR
    table.save(update_fields=["host", "active_at", "close_at"])
    name = leaver.username if leaver else ""
    notices.record(table, Notice.Kind.LEFT, seat=seat.index, name=name)
    seats_changed(table, seats, now=now)


def _pass_host(table: Table, seats: Sequence[Seat], left: Seat) -> None:
    """The host's role passes clockwise to the next person."""
    if any(seat.user_id == table.host_id for seat in seats):
        return
    clockwise = [*seats[left.index + 1 :], *seats[: left.index]]
    heir = next((seat for seat in clockwise if seat.user_id is not None), None)
    table.host = heir.user if heir else None
    if heir is not None:
        notices.record(table, Notice.Kind.HOST, seat=heir.index)


def seats_changed(table: Table, seats: Sequence[Seat], *, now: datetime) -> None:
    """Carry a change of seats into the game that is on: its record and, if it is due, the turn."""
    broadcast.table_changed(table.pk)
    game = Game.objects.filter(table=table, status__in=Game.UNFINISHED).first()
    if game is None or game.deals_used == 0:
        return
    note_sitters(game, seats, deal=game.deals_used, shared=True)
    hand = Hand.objects.filter(game=game, status=Hand.Status.PLAYING).first()
    if hand is None:
        return
    game.table = table
    hand.game = game
    if _turn_is_outdated(table, seats, hand):
        replan(hand, seats, state_of(hand), now=now)


def _turn_is_outdated(table: Table, seats: Sequence[Seat], hand: Hand) -> bool:
    """Whether the running turn was planned for somebody else, or for another clock."""
    if hand.to_act is None:
        return False
    if hand.person_to_act != seats[hand.to_act].is_person:
        return True
    return hand.person_to_act and (hand.deadline is not None) != table.clock_runs(seats)
