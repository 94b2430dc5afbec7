"""Tables and games as clients see them, and the lists of the lobby and of Home."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games import presence
from games.engine import Action, RuleSet
from games.engine.log import parse_log
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Hand, Seat, Table
from games.selectors.access import Viewer
from games.selectors.names import bot_name
from games.selectors.rulesets import differences
from games.selectors.state import rules_of
from players.models import User


def lobby() -> QuerySet[Table]:
    """Public tables with people or house bots at them, newest first."""
    people = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False)
    return (
        Table.objects.filter(public=True)
        .exclude(status=Table.Status.CLOSED)
        .filter(Q(exhibition=True) | Exists(people))
        .select_related("host")
        .prefetch_related("seats__user", "seats__taken_by")
        .order_by("-created_at", "pk")
    )


def home_tables(user: Viewer) -> QuerySet[Table]:
    """Tables where `user` has a seat, or has left one and may return, the latest first."""
    if not user.is_authenticated:
        return Table.objects.none()
    mine = Seat.objects.filter(table=OuterRef("pk")).filter(
        Q(user=user.pk) | Q(taken_by=user.pk) | Q(left_by=user.pk)
    )
    return (
        Table.objects.filter(Exists(mine))
        .exclude(status=Table.Status.CLOSED)
        .select_related("host")
        .prefetch_related("seats__user", "seats__taken_by")
        .order_by("-active_at", "pk")
    )


def is_my_turn(table: Table, user: Viewer) -> bool:
    """Whether the table waits for `user`."""
    return Hand.objects.filter(
        game__table=table,
        status=Hand.Status.PLAYING,
        person_to_act=True,
        game__table__seats__user=user.pk,
        game__table__seats__index=F("to_act"),
    ).exists()


def greeting(user_id: int) -> dict[str, object]:
    """What a player's personal socket says first: the tables that wait for them or may."""
    user = User.objects.get(pk=user_id)
    return {
        "tables": [
            {"id": str(table.pk), "name": table.title, "your_turn": is_my_turn(table, user)}
            for table in home_tables(user)
        ]
    }


def table_facts(table: Table, seats: Sequence[Seat], user: Viewer) -> dict[str, Any]:
    """The table as `user` sees it."""
    online = presence.connected(table.pk, [seat.user_id for seat in seats if seat.user_id])
    return public_facts(table, seats, online) | personal_facts(table, seats, user)


def public_facts(table: Table, seats: Sequence[Seat], online: frozenset[int]) -> dict[str, Any]:
    """The table as everybody sees it who may; `online` are the people connected to it."""
    return {
        "id": str(table.pk),
        "name": table.title,
        "status": table.status,
        "preset": table.preset,
        "rules": table.rules,
        "differences": differences(RuleSet.from_dict(table.rules), table.preset),
        "public": table.public,
        "accounts_only": table.accounts_only,
        "host": table.host.username if table.host else None,
        "exhibition": table.exhibition,
        "rated": table.rated,
        "timed": table.clock_runs(seats),
        "bid_seconds": table.bid_seconds,
        "play_seconds": table.play_seconds,
        "fill_with_bots": table.fill_with_bots,
        "bot_level": table.bot_level,
        "hands_published": table.hands_published,
        "seats": [seat_facts(table, seat, online) for seat in seats],
        "paused_until": _iso(table.paused_until),
        "close_at": _iso(table.close_at),
        "created_at": _iso(table.created_at),
    }


def personal_facts(table: Table, seats: Sequence[Seat], user: Viewer) -> dict[str, Any]:
    """What the table is to `user`; the code is for those who sit there."""
    mine = next((seat for seat in seats if user.pk is not None and seat.user_id == user.pk), None)
    waits = next((s for s in seats if user.pk is not None and s.taken_by_id == user.pk), None)
    left = next((s for s in seats if user.pk is not None and s.left_by_id == user.pk), None)
    if table.rated and table.status != Table.Status.PLAYING:
        left = None  # there is nothing more to return to
    between = table.status in (Table.Status.OPEN, Table.Status.FINISHED)
    return {
        "code": table.code if mine and not table.rated else None,
        "you": _name(mine),
        "you_wait_for": _name(waits),
        "you_left": _name(left),
        "can_start": bool(
            mine
            and between
            and table.host_id == user.pk
            and (table.fill_with_bots or not any(seat.is_empty for seat in seats))
        ),
    }


def seat_facts(table: Table, seat: Seat, online: frozenset[int]) -> dict[str, Any]:
    """One chair in plain values."""
    kind = "person" if seat.user_id else "bot" if seat.bot else "empty"
    bot = bot_name(table.pk, seat.index) if seat.bot else None
    return {
        "seat": SeatName(seat.index).name,
        "kind": kind,
        "name": seat.user.username if seat.user else bot,
        "guest": bool(seat.user and seat.user.is_guest),
        "level": seat.bot or None,
        "connected": seat.user_id in online if seat.user_id else kind == "bot",
        "away": seat.away,
        "away_turns": seat.away_turns if table.rated else None,
        "bank_seconds": round(seat.bank_ms / 1000) if table.rated else None,
        "taken_by": seat.taken_by.username if seat.taken_by else None,
        "wants_pause": seat.wants_pause,
        "wants_rematch": seat.wants_rematch,
    }


def game_facts(game: Game) -> dict[str, Any]:
    """A game in plain values: totals, the score sheet, the commitment and the seeds so far.

    Seeds are shown once the list is closed, their hashes as they come in.
    """
    rules = rules_of(game)
    closed = game.seeds_closed_at is not None
    return {
        "id": str(game.pk),
        "table": str(game.table_id),
        "status": game.status,
        "preset": game.preset,
        "rated": game.rated,
        "quitters": _quitters(game.pk) if game.rated else [],
        "scores": game.scores,
        "bags": game.bags,
        "hands": game.hands_settled,
        "target": rules.target,
        "winner": None if game.winner is None else rules.side_names[game.winner],
        "end_cause": game.end_cause or None,
        "commitment": bytes(game.commitment).hex(),
        "seeds": _closed_seeds(game.pk) if closed else _hashes(game.pk),
        "seeds_due": _iso(game.seeds_due),
        "score_sheet": _score_sheet(game.pk, game.hands_settled),
        "created_at": _iso(game.created_at),
        "ended_at": _iso(game.ended_at),
    }


@lru_cache(maxsize=1000)
def _closed_seeds(game_id: UUID) -> tuple[dict[str, Any], ...]:
    """The list of seeds once it is closed: it never changes again."""
    return tuple(
        facts | {"seed": bytes(seat.seed).hex() if seat.seed is not None else None}
        for facts, seat in zip(_hashes(game_id), _game_seats(game_id), strict=True)
    )


def _hashes(game_id: UUID) -> list[dict[str, Any]]:
    """The list of seeds while it is open: hashes, and no seed."""
    return [
        {
            "seat": SeatName(seat.index).name,
            "hash": bytes(seat.seed_hash).hex() if seat.seed_hash is not None else None,
            "seed": None,
        }
        for seat in _game_seats(game_id)
    ]


def _quitters(game_id: UUID) -> list[dict[str, Any]]:
    """Who has quit a rated game, in seat order; that they may be back at their seat changes it
    not."""
    return [
        {
            "seat": SeatName(seat.index).name,
            "name": seat.user.username if seat.user else None,
            "cause": seat.quit_cause,
            "at": _iso(seat.quit_at),
        }
        for seat in _game_seats(game_id).filter(quit_at__isnull=False).select_related("user")
    ]


def _game_seats(game_id: UUID) -> QuerySet[GameSeat]:
    return GameSeat.objects.filter(game=game_id).order_by("index")


@lru_cache(maxsize=1000)
def _score_sheet(game_id: UUID, settled: int) -> tuple[dict[str, Any], ...]:
    """One line a settled hand, in order; `settled` hands of a game are what they are for good."""
    hands = Hand.objects.filter(game=game_id, status=Hand.Status.FINISHED).order_by("number")
    return tuple(
        {
            "hand": hand.pk,
            "number": hand.number,
            "bids": bids_of(hand),
            "tricks": hand.tricks,
            **{
                key: hand.result[key]
                for key in ("deltas", "scores", "bags", "penalties")
                if hand.result
            },
        }
        for hand in hands[:settled]
    )


def bids_of(hand: Hand) -> list[int | str | None]:
    """The bids of a hand in seat order, read from its log; None where a seat has not bid."""
    bids: list[int | str | None] = [None] * len(hand.tricks)
    for entry in parse_log(hand.log):
        bid = Action.parse(entry.token).bid
        if bid is not None:
            bids[entry.seat] = bid
    return bids


def _name(seat: Seat | None) -> str | None:
    return SeatName(seat.index).name if seat else None


def _iso(moment: Any) -> str | None:
    return moment.isoformat() if moment else None
