"""Tables: opening one, sitting down, leaving, coming back, and what the host may do."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games import broadcast, presence
from games.codes import TableCode
from games.engine import PRESETS, RuleSet
from games.models import Game, GameSeat, Seat, Table
from games.selectors.access import can_see_table, hidden
from games.services import games, quitting
from games.services.absence import absence_ends
from games.services.rows import change
from games.services.seating import (
    choose_chair,
    lock_table,
    my_seat,
    refuse_at_rated,
    refuse_programs,
    require_host,
    seats_changed,
    sit,
    vacate,
)
from games.services.sweeping import count_done
from players.errors import Conflict, NotAllowed, NotFound, RuleRefused, TooMany
from players.limits import hit_named
from players.models import User
from players.selectors.blocks import kept_from

CODE_ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"  # no I, L, O, U, 0, 1: read aloud without doubt
CODE_LENGTH = 10  # 49 bits
OPEN_TABLES_A_HOST = 5
DOUBLE_CLICK = timedelta(seconds=3)
LEVELS = ("rules", "random")


def new_code() -> str:
    """A code that cannot be guessed within the limits on trying."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def create_table(
    *,
    user: User | None,
    preset: str = "classic",
    options: Mapping[str, object] | None = None,
    name: str = "",
    public: bool = True,
    accounts_only: bool = False,
    fill_with_bots: bool = True,
    bot_level: str = "rules",
    timed: bool | None = None,
    bid_seconds: int | None = None,
    play_seconds: int | None = None,
    exhibition: bool = False,
) -> Table:
    """Open a table under a preset with `options` changed; its host sits down at the first chair.

    Raises RuleRefused (UNKNOWN_PRESET, UNKNOWN_LEVEL, BAD_CLOCK), RuleError naming the options at
    fault, NotAllowed for a guest's accounts-only table, TooMany beyond five open tables a host.
    """
    if preset not in PRESETS:
        raise RuleRefused(TableCode.UNKNOWN_PRESET, fields={"preset": ", ".join(PRESETS)})
    if bot_level not in LEVELS:
        raise RuleRefused(TableCode.UNKNOWN_LEVEL, fields={"bot_level": ", ".join(LEVELS)})
    rules = RuleSet.from_dict(PRESETS[preset].to_dict() | dict(options or {}))
    bid_seconds = settings.BID_SECONDS if bid_seconds is None else bid_seconds
    play_seconds = settings.PLAY_SECONDS if play_seconds is None else play_seconds
    if not 5 <= bid_seconds <= 600 or not 3 <= play_seconds <= 600:
        raise RuleRefused(
            TableCode.BAD_CLOCK,
            fields={"bid_seconds": "5 to 600", "play_seconds": "3 to 600"},
        )
    if user is not None and user.is_guest and accounts_only:
        raise NotAllowed(TableCode.ACCOUNTS_ONLY)
    now = timezone.now()
    with transaction.atomic():
        if user is not None:
            _limit_hosting(user)
        table = Table.objects.create(
            name=name.strip()[:60] or _default_name(user),
            host=user,
            preset=preset,
            rules=rules.to_dict(),
            public=public,
            accounts_only=accounts_only,
            code=new_code(),
            exhibition=exhibition,
            fill_with_bots=fill_with_bots,
            bot_level=bot_level,
            timed=timed,
            bid_seconds=bid_seconds,
            play_seconds=play_seconds,
            active_at=now,
        )
        seats = [Seat(table=table, index=seat) for seat in rules.seats]
        if user is not None:
            seats[0].user = user
        Seat.objects.bulk_create(seats)
    return table


def join_table(
    *, user: User, table_id: UUID, seat: int | None = None, program: bool = False
) -> Seat:
    """Sit down: on an empty chair now, on a bot's chair when the next hand is dealt.

    Who left during this game gets the old seat back at once. Private tables are joined by code.
    `program` says that a token asks: it may do nothing at a rated table.
    """
    with transaction.atomic():
        table, seats = lock_table(table_id)
        refuse_programs(table, program=program)
        if not table.public and not can_see_table(user, table):
            raise hidden()
        return _join(user, table, seats, seat)


def join_by_code(*, user: User, code: str, address: str) -> Seat:
    """Sit down at the table the code admits to.

    Tries are limited by account and by `address`, so that codes cannot be guessed (S10).
    """
    hit_named("table_code", f"user {user.pk}")
    hit_named("table_code", f"address {address}")
    found = Table.objects.filter(code=code.strip().upper()).exclude(status=Table.Status.CLOSED)
    table_id = found.values_list("pk", flat=True).first()
    if table_id is None:
        raise NotFound(TableCode.WRONG_CODE)
    with transaction.atomic():
        table, seats = lock_table(table_id)
        if table.code != code.strip().upper():
            raise NotFound(TableCode.WRONG_CODE)  # it was replaced a moment ago
        mine = next((s for s in seats if user.pk in (s.user_id, s.taken_by_id)), None)
        return mine or _join(user, table, seats, None)


def play_now(*, user: User, preset: str = "classic") -> Seat:
    """A seat at the fullest open table of the preset, or at a new one with three bots.

    Asking twice in a moment, as a double click does, gives the seat of the first time.
    """
    if preset not in PRESETS:
        raise RuleRefused(TableCode.UNKNOWN_PRESET, fields={"preset": ", ".join(PRESETS)})
    with transaction.atomic():
        # two requests of one player wait for each other here
        User.objects.select_for_update().get(pk=user.pk)
        if (seat := _seat_just_given(user, preset)) is not None:
            return seat
        for table_id in _fullest_tables(user, preset):
            try:
                return join_table(user=user, table_id=table_id)
            except (Conflict, NotAllowed):
                continue  # somebody was quicker; the next one, then
        table = create_table(user=user, preset=preset)
        games.start_game(user=user, table_id=table.pk, fill_with_bots=True)
        return Seat.objects.select_related("table").get(table=table, user=user)


def _seat_just_given(user: User, preset: str) -> Seat | None:
    """The chair the user waits for, or sat down on at a table opened a moment ago."""
    moment = timezone.now() - DOUBLE_CLICK
    seats = Seat.objects.select_related("table").filter(
        table__preset=preset, table__status=Table.Status.PLAYING
    )
    return seats.filter(
        Q(taken_by=user) | Q(user=user, table__host=user, table__created_at__gte=moment)
    ).first()


def leave_table(*, user: User, table_id: UUID, program: bool = False) -> None:
    """Give up the seat; during a game a bot plays on and the seat can be returned to.

    A rated game is quit by that, or annulled before its first deal (docs/fair-play.md).
    """
    with transaction.atomic():
        table, seats = lock_table(table_id)
        refuse_programs(table, program=program)
        if table.rated:
            seat, cause = my_seat(user, table, seats), GameSeat.QuitCause.LEFT
            quitting.leave_rated(table, seats, seat, cause=cause, now=timezone.now())
            return
        waiting = next((seat for seat in seats if seat.taken_by_id == user.pk), None)
        if waiting is not None:
            change(waiting, taken_by=None)
            seats_changed(table, seats, now=timezone.now())
            return
        vacate(table, seats, my_seat(user, table, seats), now=timezone.now(), returnable=True)
        games.continue_without(table)


def return_to_table(*, user: User, table_id: UUID, program: bool = False) -> Seat:
    """Be back: after absence the bot steps aside; after leaving the old seat is taken again."""
    with transaction.atomic():
        table, seats = lock_table(table_id)
        refuse_programs(table, program=program)
        left = next((seat for seat in seats if seat.left_by_id == user.pk), None)
        mine = left or my_seat(user, table, seats)
        _come_back(user, table, seats, mine)
        return mine


def kick(*, user: User, table_id: UUID, seat: int) -> None:
    """The host empties a chair before the game has started."""
    with transaction.atomic():
        table, seats = lock_table(table_id)
        require_host(user, table)
        if table.status == Table.Status.PLAYING:
            raise Conflict(TableCode.GAME_RUNNING)
        if seat >= len(seats) or seats[seat].user_id == user.pk or seats[seat].is_empty:
            raise NotFound(TableCode.NO_SUCH_SEAT)
        vacate(table, seats, seats[seat], now=timezone.now(), returnable=False)


def rotate_code(*, user: User, table_id: UUID) -> str:
    """Make the old code worthless; returns the new one."""
    with transaction.atomic():
        table, _ = lock_table(table_id)
        require_host(user, table)
        change(table, code=new_code())
        broadcast.table_changed(table.pk)
        return table.code


def publish_hands(*, user: User, table_id: UUID, published: bool) -> None:
    """The host shows a private table's finished hands to everyone, or takes that back."""
    with transaction.atomic():
        table, _ = lock_table(table_id)
        require_host(user, table)
        change(table, hands_published=published)
        broadcast.table_changed(table.pk)


def change_partners(*, user: User, table_id: UUID) -> None:
    """Between games the host turns the other chairs by one, so that partners change."""
    with transaction.atomic():
        table, seats = lock_table(table_id)
        require_host(user, table)
        if table.status == Table.Status.PLAYING:
            raise Conflict(TableCode.GAME_RUNNING)
        others = [seat for seat in seats if seat.user_id != user.pk]
        sitters = [(seat.user, seat.bot) for seat in others]
        for seat in others:
            # the database lets nobody sit on two chairs, not even for a moment
            change(seat, user=None)
        for seat, (sitter, bot) in zip(others, [*sitters[1:], *sitters[:1]], strict=True):
            change(seat, user=sitter, bot=bot, wants_rematch=False, left_by=None)
        broadcast.table_changed(table.pk)


def _join(user: User, table: Table, seats: list[Seat], wanted: int | None) -> Seat:
    if table.status == Table.Status.CLOSED:
        raise Conflict(TableCode.TABLE_CLOSED)
    if user.is_guest and table.accounts_only:
        raise NotAllowed(TableCode.ACCOUNTS_ONLY)
    left = next((seat for seat in seats if seat.left_by_id == user.pk), None)
    if left is not None and left.user_id is None and wanted in (None, left.index):
        _come_back(user, table, seats, left)
        return left
    refuse_at_rated(table)
    chair = choose_chair(user, table, seats, wanted)
    if table.status == Table.Status.PLAYING:
        change(chair, taken_by=user)
        seats_changed(table, seats, now=timezone.now())
    else:
        sit(table, seats, chair, user, now=timezone.now())
    return chair


def _come_back(user: User, table: Table, seats: list[Seat], seat: Seat) -> None:
    if seat.user_id not in (None, user.pk):
        raise Conflict(TableCode.SEAT_TAKEN)
    if table.rated and table.status != Table.Status.PLAYING:
        raise NotAllowed(TableCode.RATED_TABLE)
    if table.rated:
        absence_ends(Game.objects.get(table=table, status__in=Game.UNFINISHED), seat.index)
    if seat.user_id is None or seat.away:
        sit(table, seats, seat, user, now=timezone.now())


def _limit_hosting(user: User) -> None:
    # the user's row serialises the count against a second request of the same user
    User.objects.select_for_update().get(pk=user.pk)
    hosted = Table.objects.filter(host=user).exclude(status=Table.Status.CLOSED).count()
    if hosted >= OPEN_TABLES_A_HOST:
        raise TooMany(TableCode.TOO_MANY_TABLES)


def _default_name(user: User | None) -> str:
    return _("%(name)s's table") % {"name": user.username} if user is not None else _("Exhibition")


def _fullest_tables(user: User, preset: str) -> list[UUID]:
    """Public tables of the preset with a free chair and people who are there, fullest first."""
    candidates = (
        Table.objects.filter(preset=preset, public=True, exhibition=False, rated=False)
        .filter(
            status__in=[Table.Status.OPEN, Table.Status.PLAYING], rules=PRESETS[preset].to_dict()
        )
        .filter(Q(accounts_only=False) | Q(accounts_only=not user.is_guest))
        .exclude(seats__user__in=[user.pk, *kept_from(user.pk)])
        .annotate(
            people=Count("seats", filter=Q(seats__user__isnull=False)),
            free=Count("seats", filter=Q(seats__user__isnull=True, seats__taken_by__isnull=True)),
        )
        .filter(people__gte=1, free__gte=1)
        .order_by("-people", "created_at")
        .prefetch_related("seats")
    )
    return [table.pk for table in candidates[:20] if _somebody_is_there(table)]


def _somebody_is_there(table: Table) -> bool:
    people = [seat.user_id for seat in table.seats.all() if seat.user_id is not None]
    return bool(presence.connected(table.pk, people))


def close_idle_tables(*, now: datetime) -> int:
    """Close tables that every person has left, and those nobody has touched for a long time."""
    due = Table.objects.exclude(status=Table.Status.CLOSED).filter(games.idle_since(now))
    return count_done("table", due.values_list("pk", flat=True), partial(_close_idle, now=now))


def _close_idle(table_id: UUID, *, now: datetime) -> bool:
    with transaction.atomic():
        table, seats = lock_table(table_id)
        still_due = Table.objects.exclude(status=Table.Status.CLOSED).filter(
            games.idle_since(now), pk=table_id
        )
        if not still_due.exists():
            return False
        games.close(table, seats, now=now)
        return True
