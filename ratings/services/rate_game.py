"""Rating a game: once, in a transaction of its own, after the one that ended the game.

The database decides what is still to be done, so that this may be called by anybody, at any time,
any number of times: by the handler of the game's end, by its redelivery, by the sweep.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.models import Game, GameSeat
from games.selectors.state import rules_of
from games.services.rows import change
from players.notify import notify
from ratings.engine import Model, Sides, Verdict, Verdicts, plus_minus, shown
from ratings.engine import rate as rated
from ratings.models import JournalRow, Ladder, RatedGame, Rating
from ratings.parameters import parameters
from ratings.services import ratings
from ratings.services.locks import lock_players, share_ladders
from ratings.services.verdicts import Outcome, outcomes, verdict_of

logger = logging.getLogger(__name__)

ENDED = (Game.Status.FINISHED, Game.Status.ANNULLED)


def rate(*, game_id: UUID, now: datetime) -> bool:
    """Rate a game that has ended; whether this call did it.

    Four rows in the journal of its ladder, two in that of the partnership ladder, and the ratings
    they lead to. A game that was annulled gets no rows. Nothing happens while the ladder's season
    rolls over: the sweep comes back.
    """
    with transaction.atomic():
        waiting = RatedGame.objects.select_for_update(no_key=True, of=("self",))
        game = (
            waiting.select_related("game")
            .filter(pk=game_id, status=RatedGame.Status.WAITING, game__status__in=ENDED)
            .first()
        )
        if game is None:
            return False
        ladders = share_ladders(game.ladder_id)
        if any(ladder.rating_paused for ladder in ladders):
            return False
        seats = list(GameSeat.objects.filter(game=game_id).order_by("index"))
        if game.game.status == Game.Status.ANNULLED or not _has_four_players(game, seats):
            change(game, status=RatedGame.Status.ANNULLED, rated_at=now)
            return True
        _rate(game, ladders, seats, now=now)
        return True


def _has_four_players(game: RatedGame, seats: Sequence[GameSeat]) -> bool:
    players = {seat.user_id for seat in seats}
    if game.game.winner is not None and len(players) == 4 and None not in players:
        return True
    logger.error("rated game %s has no four players or no winner; it cannot count", game.pk)
    return False


def _rate(
    game: RatedGame, ladders: Sequence[Ladder], seats: Sequence[GameSeat], *, now: datetime
) -> None:
    lock_players([seat.user_id for seat in seats if seat.user_id is not None])
    side_of = rules_of(game.game).seating.side_of
    winner = game.game.winner
    assert winner is not None
    found = outcomes(seats, side_of, winner, game.ladder_id)
    for ladder in ladders:
        units = _pairs(found) if ladder.players_ladder_id else _singles(found)
        by_unit = _ratings(ladder, units)
        rows = _journal(game, ladder, units, by_unit, now=now)
        if not ladder.players_ladder_id:
            _tell(ladder, rows)
    change(game, status=RatedGame.Status.RATED, rated_at=now)


Unit = tuple[Outcome, ...]  # what is rated as one: a player, or the two of a side


def _singles(found: Sequence[Outcome]) -> list[Unit]:
    return [(outcome,) for outcome in sorted(found, key=lambda outcome: outcome.side)]


def _pairs(found: Sequence[Outcome]) -> list[Unit]:
    return [tuple(o for o in found if o.side == side) for side in (0, 1)]


def _ratings(ladder: Ladder, units: Sequence[Unit]) -> list[Rating]:
    """The rating of each unit."""
    if len(units) == 2:
        pairs = [ratings.pair_of(one.player_id, other.player_id) for one, other in units]
        of_pair = ratings.of_pairs(ladder, pairs)
        return [of_pair[pair.pk] for pair in pairs]
    of_player = ratings.of_players(ladder, [unit[0].player_id for unit in units])
    return [of_player[unit[0].player_id] for unit in units]


def _journal(
    game: RatedGame,
    ladder: Ladder,
    units: Sequence[Unit],
    found: Sequence[Rating],
    *,
    now: datetime,
) -> list[JournalRow]:
    """Write a row for each unit and move its rating."""
    rows = [_row(game, ladder, unit, now=now) for unit in units]
    half = len(rows) // 2
    skills = [ratings.skill_of(rating) for rating in found]
    verdicts = [Verdict(row.result) for row in rows]
    sides: Sides = (tuple(skills[:half]), tuple(skills[half:]))
    counted: Verdicts = (tuple(verdicts[:half]), tuple(verdicts[half:]))
    after = rated(parameters(), Model(ladder.model), sides, counted)
    was = {rating.pk: ratings.place_of(rating) for rating in found}
    for row, rating, new in zip(rows, found, (*after[0], *after[1]), strict=True):
        row.player_id, row.pair_id = rating.player_id, rating.pair_id
        row.mu_before, row.sigma_before = rating.mu, rating.sigma
        row.mu_after, row.sigma_after = new.mu, new.sigma
        ratings.count_row(rating, row, now=now)
    JournalRow.objects.bulk_create(rows)
    ratings.store(found, was)
    return rows


def _row(game: RatedGame, ladder: Ladder, unit: Unit, *, now: datetime) -> JournalRow:
    """A row without its numbers; a pair of which one has quit has lost."""
    first = unit[0]
    cause = first.cause
    if len(unit) > 1:
        quit_by_one = any(outcome.cause == JournalRow.Cause.QUIT for outcome in unit)
        cause = JournalRow.Cause.QUIT if quit_by_one else JournalRow.Cause.PLAYED
    return JournalRow(
        ladder=ladder,
        game=game,
        side=first.side,
        won=first.won,
        cause=cause,
        rated_as=cause,
        result=verdict_of(cause, won=first.won),
        at=now,
    )


def _tell(ladder: Ladder, rows: Sequence[JournalRow]) -> None:
    for row in rows:
        before, after = row.skill_before, row.skill_after
        assert row.player_id is not None
        notify(
            row.player_id,
            {
                "kind": "rated",
                "game": str(row.game_id),
                "ladder": ladder.slug,
                "demo": ladder.demo,
                "result": str(row.result),
                "cause": str(row.cause),
                "before": shown(before),
                "after": shown(after),
                "plus_minus": plus_minus(after),
            },
        )
