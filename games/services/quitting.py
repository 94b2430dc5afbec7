"""Leaving a rated game: the loss stands, a bot plays on, the seat can be taken back.

Only before the first deal, when nobody has seen a card, the game is annulled instead.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from games.models import Game, GameSeat, Hand, Notice, Seat, Table
from games.services import bank, games, notices
from games.services.absence import record_quit
from games.services.seating import lock_table, vacate
from games.services.sweeping import count_done
from players.models import OffenceKind
from players.notify import notify
from players.services.conduct import record_offence

Cause = GameSeat.QuitCause


def leave_rated(
    table: Table, seats: Sequence[Seat], seat: Seat, *, cause: Cause, now: datetime
) -> None:
    """Take the person off `seat` of a rated table and draw what follows; the lock is held.

    During the game they have quit; before its first deal the game is annulled; after it they
    just leave.
    """
    game = (
        Game.objects.select_for_update(no_key=True)
        .filter(table=table, status__in=Game.UNFINISHED)
        .first()
    )
    if game is None:
        vacate(table, seats, seat, now=now, returnable=False)
    elif game.deals_used == 0:
        _annul(table, list(seats), seat, game, now=now)
    else:
        game.table = table
        quit_game(game, seats, seat, cause=cause, now=now)


def quit_game(
    game: Game, seats: Sequence[Seat], seat: Seat, *, cause: Cause, now: datetime
) -> None:
    """Give the seat to a bot; its player, the first time, is a quitter. Table and game are locked.

    Whoever has taken the seat back and leaves it again has quit once.
    """
    table, player = game.table, seat.user
    assert player is not None
    # as who acts writes them: the seat before the hand
    Seat.objects.select_for_update(no_key=True).get(pk=seat.pk)
    live = Hand.objects.select_for_update(of=("self",), no_key=True)
    hand = live.filter(game=game, status__in=Hand.LIVE).first()
    if hand is not None:
        hand.game = game
        bank.charge(hand, seat, now=now)
    if record_quit(game, seat.index, cause=cause, now=now):
        said = {"name": player.username, "cause": str(cause)}
        notices.record(table, Notice.Kind.QUIT, hand=hand, seat=seat.index, **said)
        _hold_against(player.pk, OffenceKind.QUIT, game, now=now)
    vacate(table, seats, seat, now=now, returnable=True)


def quit_overdue(hand: Hand, *, now: datetime) -> bool:
    """The bank is spent and its player still gone; False if `hand` is no longer as it was read."""
    with transaction.atomic():
        table, seats = lock_table(hand.game.table_id)
        game = Game.objects.select_for_update(no_key=True).get(pk=hand.game_id)
        game.table = table
        if hand.to_act is None:
            return False
        Seat.objects.select_for_update(no_key=True).get(pk=seats[hand.to_act].pk)
        as_read = {
            name: getattr(hand, name)
            for name in ("seq", "seating", "deadline", "bank_since", "status")
        }
        live = Hand.objects.select_for_update(of=("self",), no_key=True)
        if not live.filter(pk=hand.pk, **as_read).exists():
            return False
        quit_game(game, seats, seats[hand.to_act], cause=Cause.BANK, now=now)
    return True


def quit_suspended(*, now: datetime) -> int:
    """Whoever was suspended with a seat in a rated game has quit it; how many had."""
    out = Seat.objects.filter(
        user__is_active=False, table__rated=True, table__status=Table.Status.PLAYING
    )
    return count_done(
        "the seat of the suspended", out.values_list("pk", flat=True), partial(_put_out, now=now)
    )


def _put_out(seat_id: int, *, now: datetime) -> bool:
    table_id, index = Seat.objects.values_list("table_id", "index").get(pk=seat_id)
    with transaction.atomic():
        table, seats = lock_table(table_id)
        seat = seats[index]
        if seat.user is None or seat.user.is_active or table.status != Table.Status.PLAYING:
            return False
        leave_rated(table, seats, seat, cause=Cause.SUSPENDED, now=now)
    return True


def _annul(table: Table, seats: list[Seat], seat: Seat, game: Game, *, now: datetime) -> None:
    """Nobody has seen a card: the game is off, and only who left it bears that."""
    leaver = seat.user
    assert leaver is not None
    record_quit(game, seat.index, cause=Cause.BEFORE_DEAL, now=now)
    _hold_against(leaver.pk, OffenceKind.LEFT_BEFORE_DEAL, game, now=now)
    others = [other.user_id for other in seats if other.user_id and other is not seat]
    games.close(table, seats, cause="left_before_deal", now=now)
    for user_id in others:
        notify(user_id, {"kind": "game_annulled", "table": str(table.pk), "game": str(game.pk)})


def _hold_against(player_id: int, kind: OffenceKind, game: Game, *, now: datetime) -> None:
    if not game.demo:
        record_offence(user_id=player_id, kind=kind, source=game.pk, now=now)
