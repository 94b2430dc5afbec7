"""Rated games as rows: ended as a test needs them, without a card played."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from games.engine import PRESETS
from games.models import Game, GameSeat, Table
from players.models import User
from ratings.models import Ladder, RatedGame
from ratings.services.ladders import open_ladder
from ratings.services.rate_game import rate

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def classic() -> Ladder:
    """The players' ladder of the preset, there from the start or made again after a flush."""
    found = Ladder.objects.filter(slug="classic").first()
    return found or open_ladder(preset="classic")


def pairs_of(ladder: Ladder) -> Ladder:
    """The partnership ladder that goes with a players' ladder."""
    return Ladder.objects.get(players_ladder=ladder)


def players(number: int, prefix: str = "p") -> list[User]:
    """So many new players: p000, p001, …"""
    return User.objects.bulk_create(User(username=f"{prefix}{n:03}") for n in range(number))


def ended(
    four: Sequence[User],
    *,
    ladder: Ladder | None = None,
    winner: int | None = 0,
    quits: Sequence[int] = (),
    lead: int = 0,
    status: str = Game.Status.FINISHED,
    at: datetime = NOW,
) -> RatedGame:
    """A game of N, E, S, W that ended at `at`: won by `winner` (0: N and S), left for good by the
    seats `quits`, whose side led by `lead` then."""
    ladder = ladder or classic()
    rules = PRESETS["classic"].to_dict()
    table = Table.objects.create(
        name="Rated game",
        preset="classic",
        rules=rules,
        rated=True,
        code=secrets.token_hex(8),
        status=Table.Status.CLOSED,
        bid_seconds=30,
        play_seconds=15,
        active_at=at,
    )
    game = Game.objects.create(
        table=table,
        status=status,
        preset="classic",
        rules=rules,
        public=True,
        rated=True,
        scores=[0, 0],
        bags=[0, 0],
        winner=winner,
        commitment=b"c" * 32,
        secret=b"s" * 32,
        ended_at=at,
    )
    GameSeat.objects.bulk_create(
        GameSeat(
            game=game,
            index=index,
            user=player,
            quit_at=at - timedelta(minutes=1) if index in quits else None,
            quit_cause="bank" if index in quits else "",
            absence_lead=lead if index in quits else None,
        )
        for index, player in enumerate(four)
    )
    return RatedGame.objects.create(game=game, ladder=ladder)


def played(four: Sequence[User], *, now: datetime = NOW, **how: object) -> RatedGame:
    """A game that has ended and was rated at `now`."""
    game = ended(four, at=now, **how)  # type: ignore[arg-type]
    assert rate(game_id=game.pk, now=now)
    game.refresh_from_db()
    return game
