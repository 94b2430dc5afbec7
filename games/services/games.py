"""Games: starting one with its commitment, a rematch, and what ends without a winner."""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games import broadcast, hooks
from games.codes import TableCode
from games.engine import Deal, RuleSet
from games.engine.proof import CHAIN_LENGTH, secret_at
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Hand, Notice, Seat, Table
from games.selectors.state import deal_of
from games.services import notices, seeds
from games.services.dealing import deal_given
from games.services.rows import change
from games.services.seating import lock_table, my_seat, refuse_at_rated, require_host, vacate
from games.services.sweeping import count_done
from players.errors import Conflict
from players.models import User

UNTOUCHED_GAME = timedelta(days=7)  # an unclocked game waits this long for its person
UNTOUCHED_TABLE = timedelta(days=1)  # a table between games
EXHIBITION_BREAK = timedelta(seconds=10)


def start_game(*, user: User, table_id: UUID, fill_with_bots: bool | None = None) -> Game:
    """The host starts: empty chairs get bots if asked, and the commitment is published.

    Starting twice gives the game that is already on. Raises NotAllowed (NOT_HOST) or Conflict
    (SEATS_EMPTY, GAME_RUNNING, TABLE_CLOSED).
    """
    with transaction.atomic():
        table, seats = lock_table(table_id)
        require_host(user, table)
        if table.status == Table.Status.CLOSED:
            raise Conflict(TableCode.TABLE_CLOSED)
        if table.status == Table.Status.PLAYING:
            return Game.objects.get(table=table, status__in=Game.UNFINISHED)
        fill = table.fill_with_bots if fill_with_bots is None else fill_with_bots
        return _start(table, seats, fill=fill, now=timezone.now())


def start_given(*, user: User, table_id: UUID, deal: Deal, dealer: SeatName) -> Game:
    """The host plays one given deal: a lesson, an imported hand. The game is that hand.

    Nobody is asked for a seed and nothing is proven. Empty chairs get bots. Raises as `start_game`,
    and DealError where the deal does not fit the rules.
    """
    with transaction.atomic():
        table, seats = lock_table(table_id)
        require_host(user, table)
        if table.status in (Table.Status.PLAYING, Table.Status.CLOSED):
            closed = table.status == Table.Status.CLOSED
            raise Conflict(TableCode.TABLE_CLOSED if closed else TableCode.GAME_RUNNING)
        game = begin(table, seats, fill=True, now=timezone.now())
        now = game.created_at
        change(game, status=Game.Status.PLAYING, seeds_due=None, seeds_closed_at=now)
        deal_given(table, game, deal=deal, dealer=dealer, now=now)
        return game


def rematch(*, user: User, table_id: UUID) -> Game | None:
    """Agree to another game; it starts when every person at the table has."""
    with transaction.atomic():
        table, seats = lock_table(table_id)
        seat = my_seat(user, table, seats)
        refuse_at_rated(table)
        if table.status != Table.Status.FINISHED:
            raise Conflict(TableCode.GAME_RUNNING)
        change(seat, wants_rematch=True)
        broadcast.table_changed(table.pk)
        return _rematch_if_agreed(table, seats)


def continue_without(table: Table) -> None:
    """Somebody left between games: the others may now all want the rematch."""
    if table.status == Table.Status.FINISHED:
        _rematch_if_agreed(table, list(table.seats.order_by("index")))


def start_exhibition(*, table_id: UUID) -> Game | None:
    """House bots begin a game at an exhibition table; None if one is on."""
    with transaction.atomic():
        table, seats = lock_table(table_id)
        if not table.exhibition or table.status in (Table.Status.PLAYING, Table.Status.CLOSED):
            return None
        now = timezone.now()
        for seat in seats:
            if seat.away:  # who is gone would hold up every game anew
                vacate(table, seats, seat, now=now, returnable=False)
        return _start(table, seats, fill=True, now=now)


def continue_exhibitions(*, now: datetime) -> int:
    """Begin the next game at exhibition tables whose last one ended a moment ago."""
    ready = Table.objects.filter(
        exhibition=True,
        status__in=[Table.Status.OPEN, Table.Status.FINISHED],
        active_at__lte=now - EXHIBITION_BREAK,
    )
    return count_done(
        "the next game of table",
        ready.values_list("pk", flat=True),
        lambda table_id: start_exhibition(table_id=table_id) is not None,
    )


def idle_since(now: datetime) -> Q:
    """Tables that are to be closed at `now`; see `tables.close_idle_tables`."""
    vacant = Q(close_at__lte=now)
    between_games = Q(
        status__in=[Table.Status.OPEN, Table.Status.FINISHED],
        active_at__lte=now - UNTOUCHED_TABLE,
    )
    waiting = Hand.objects.filter(
        game__table=OuterRef("pk"),
        status__in=Hand.LIVE,
        turn_since__lte=now - UNTOUCHED_GAME,
    )
    # a deal is a change of the table: only what was dealt that long ago is looked at
    forgotten = Q(Exists(waiting), status=Table.Status.PLAYING, active_at__lte=now - UNTOUCHED_GAME)
    return Q(exhibition=False) & (vacant | between_games | forgotten)


def close(table: Table, seats: list[Seat], *, now: datetime, cause: str = "abandoned") -> None:
    """Close a table for good; its unfinished game is annulled and kept. The lock is held."""
    games = Game.objects.select_for_update(no_key=True)
    game = games.filter(table=table, status__in=Game.UNFINISHED).first()
    if game is not None:
        annul(table, game, cause=cause, now=now)
    for seat in seats:
        change(seat, user=None, taken_by=None, left_by=None)
    change(table, status=Table.Status.CLOSED, close_at=None, paused_until=None, host=None)
    broadcast.table_changed(table.pk)
    broadcast.refresh(table.pk)


def annul(table: Table, game: Game, *, cause: str, now: datetime) -> None:
    """End a game without a result; its live hand is kept, its deal and secrets can be read."""
    hand = Hand.objects.filter(game=game, status__in=Hand.LIVE).first()
    if hand is not None:
        hand.game = game
        deal = deal_of(hand).to_dict()
        change(hand, status=Hand.Status.ANNULLED, ended_at=now, deadline=None, deal=deal)
    change(game, status=Game.Status.ANNULLED, end_cause=cause, ended_at=now, seeds_due=None)
    notices.record(table, Notice.Kind.ANNULLED, hand=hand, game=str(game.pk), cause=cause)
    if game.rated:
        hooks.announce("game_annulled", game_id=str(game.pk))


def _rematch_if_agreed(table: Table, seats: list[Seat]) -> Game | None:
    people = [seat for seat in seats if seat.user_id is not None]
    if not people or not all(seat.wants_rematch for seat in people):
        return None
    return _start(table, seats, fill=True, now=timezone.now())


def _start(table: Table, seats: list[Seat], *, fill: bool, now: datetime) -> Game:
    """Begin a game by asking the people for their seeds; where there are none, with its deal."""
    game = begin(table, seats, fill=fill, now=now)
    if not any(seat.user_id for seat in seats):
        # the row is a moment younger than `now`, and no commitment may come after the seeds
        seeds.close_seeds(game, now=game.created_at)
    return game


def begin(table: Table, seats: list[Seat], *, fill: bool, now: datetime) -> Game:
    """Freeze the rules and publish the commitment; the people have a moment to send seeds.

    The table's lock is held, or nobody else can know of the table yet. Raises Conflict
    (SEATS_EMPTY).
    """
    for seat in seats:
        if seat.is_empty and fill:
            seat.bot = table.bot_level
        if seat.is_empty:
            raise Conflict(TableCode.SEATS_EMPTY)
        change(
            seat,
            bot=seat.bot,
            away=False,
            timeouts=0,
            left_by=None,
            wants_pause=False,
            wants_rematch=False,
        )
    rules = RuleSet.from_dict(table.rules)
    top = secrets.token_bytes(32)
    game = Game.objects.create(
        table=table,
        preset=table.preset,
        rules=table.rules,
        public=table.public,
        rated=table.rated,
        scores=[0] * len(rules.sides),
        bags=[0] * len(rules.sides),
        secret=top,
        commitment=secret_at(top, CHAIN_LENGTH, 0),
        seeds_due=now + seeds.STEP,
    )
    GameSeat.objects.bulk_create(
        GameSeat(game=game, index=seat.index, user=seat.user, bot=seat.bot) for seat in seats
    )
    change(table, status=Table.Status.PLAYING, active_at=now, close_at=None)
    broadcast.table_changed(table.pk)
    return game
