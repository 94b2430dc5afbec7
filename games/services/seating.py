"""Chairs: taking one, leaving it to a bot, coming back, and who the host is."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F

from games import broadcast
from games.codes import TableCode
from games.models import Game, Hand, Notice, Seat, Table
from games.selectors.access import can_see_table, hidden
from games.selectors.state import state_of
from games.services import notices
from games.services.company import require_welcome
from games.services.rows import change
from games.services.sittings import note_sitters
from games.services.turns import replan
from players.errors import Conflict, NotAllowed, NotFound
from players.models import User

VACANT_FOR = timedelta(minutes=10)  # a table that every person has left closes after this


def lock_table(table_id: UUID) -> tuple[Table, list[Seat]]:
    """The table under its row lock, with its seats in order; NotFound if there is none."""
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if table is None:
        raise hidden()
    return table, seats_of(table)


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in order, with the people who hold them or wait for them."""
    return list(table.seats.select_related("user", "taken_by").order_by("index"))


def my_seat(user: User, table: Table, seats: Sequence[Seat]) -> Seat:
    """The seat `user` holds; NotAllowed for those who can see the table, else NotFound."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    if can_see_table(user, table):
        raise NotAllowed(TableCode.NOT_SEATED)
    raise hidden()


def refuse_at_rated(table: Table) -> None:
    """NotAllowed (RATED_TABLE) for what a rated table has not: a host, a pause, a second game."""
    if table.rated:
        raise NotAllowed(TableCode.RATED_TABLE)


def refuse_programs(table: Table, *, program: bool) -> None:
    """NotAllowed (RATED_BROWSER_ONLY) where a token would do something at a rated table."""
    if program and table.rated:
        raise NotAllowed(TableCode.RATED_BROWSER_ONLY)


def require_host(user: User, table: Table) -> None:
    """Refuse whoever is not the host of the table; a rated one has none."""
    refuse_at_rated(table)
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
    """The chair `user` gets: an empty one, or during a game a bot's that nobody waits for.

    NotAllowed where a block keeps the user from somebody at the table.
    """
    if any(user.pk in (seat.user_id, seat.taken_by_id) for seat in seats):
        raise Conflict(TableCode.ALREADY_SEATED)
    require_welcome(user, table, seats)
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
    """Put `user` into `seat` now, whoever kept it warm; the table's lock is held.

    A newcomer who was waiting for this chair waits for another bot's, if there is one.
    """
    newcomer = seat.taken_by
    _occupy(table, seats, seat, user)
    if newcomer is not None and newcomer != user:
        # every other chair is a person's or waited for, or a block keeps the two apart
        with suppress(Conflict, NotAllowed):
            change(choose_chair(newcomer, table, seats, None), taken_by=newcomer)
    seats_changed(table, seats, now=now)


def sit_newcomers(table: Table, seats: Sequence[Seat], *, now: datetime) -> None:
    """Between two hands: give the bots' chairs to the newcomers who wait for them."""
    waited_for = [seat for seat in seats if seat.taken_by is not None]
    for seat in waited_for:
        assert seat.taken_by is not None
        _occupy(table, seats, seat, seat.taken_by)
    if waited_for:
        company_changed(table, seats, now=now)


def _occupy(table: Table, seats: Sequence[Seat], seat: Seat, user: User) -> None:
    for other in seats:
        # who takes a chair waits for no other and returns to no other
        if other.taken_by_id == user.pk:
            change(other, taken_by=None)
        if other.left_by_id == user.pk:
            change(other, left_by=None)
    change(
        seat,
        user=user,
        bot="",
        away=False,
        timeouts=0,
        taken_by=None,
        left_by=None,
        wants_pause=False,
        wants_rematch=False,
    )
    notices.record(table, Notice.Kind.SEATED, seat=seat.index, name=user.username)


def vacate(
    table: Table, seats: Sequence[Seat], seat: Seat, *, now: datetime, returnable: bool
) -> None:
    """Take the person off `seat`; during a game a bot plays on at once. The lock is held."""
    leaver = seat.user
    playing = table.status == Table.Status.PLAYING
    change(
        seat,
        user=None,
        bot=table.bot_level if playing else "",
        away=False,
        timeouts=0,
        left_by=leaver if playing and returnable else None,
        wants_pause=False,
        wants_rematch=False,
    )
    notices.record(table, Notice.Kind.LEFT, seat=seat.index, name=leaver.username if leaver else "")
    seats_changed(table, seats, now=now, heir_after=seat.index)


def company_changed(
    table: Table, seats: Sequence[Seat], *, now: datetime, heir_after: int = 0
) -> None:
    """What follows for the table itself: who its host is, and whether it waits to be closed.

    The host's role passes clockwise, from chair `heir_after`, to the next person. A rated game is
    played to its end, whoever has left it.
    """
    people = [seat for seat in seats if seat.user_id is not None]
    if not (table.exhibition or table.rated) and all(
        seat.user_id != table.host_id for seat in people
    ):
        heir = min(people, key=lambda s: (s.index - heir_after) % len(seats), default=None)
        change(table, host=heir.user if heir else None)
        if heir is not None:
            notices.record(table, Notice.Kind.HOST, seat=heir.index)
    deserted = not people and all(seat.taken_by_id is None for seat in seats)
    goes_on = table.exhibition or (table.rated and table.status == Table.Status.PLAYING)
    closing = (table.close_at or now + VACANT_FOR) if deserted and not goes_on else None
    change(table, close_at=closing, active_at=now)
    broadcast.table_changed(table.pk)


def seats_changed(
    table: Table, seats: Sequence[Seat], *, now: datetime, heir_after: int = 0
) -> None:
    """Carry a change of seats into the table and the game that is on: its record and its turn."""
    company_changed(table, seats, now=now, heir_after=heir_after)
    game = Game.objects.filter(table=table, status__in=Game.UNFINISHED).first()
    if game is None or game.deals_used == 0:
        return
    note_sitters(game, seats, deal=game.deals_used, shared=True)
    live = Hand.objects.filter(game=game, status__in=Hand.LIVE)
    # an action that was planned for the old seats cannot be written from here on (append)
    if not live.update(seating=F("seating") + 1):
        return
    hand = live.get()
    game.table = table
    hand.game = game
    replan_if_outdated(hand, seats, now=now)


def replan_if_outdated(hand: Hand, seats: Sequence[Seat], *, now: datetime) -> bool:
    """Plan the running turn anew if it was planned for somebody else, or for another clock."""
    if hand.to_act is None or hand.status != Hand.Status.PLAYING:
        return False
    person = seats[hand.to_act].is_person
    clock = hand.game.table.clock_runs(seats)
    if hand.person_to_act == person and (not person or (hand.deadline is not None) == clock):
        return False
    return replan(hand, seats, state_of(hand), now=now)
