"""A whole rated game written at once: the same rows as if it had been played here card by card.

For the history of a demonstration and for measurements. The deals follow from a commitment and
seeds as always, every action is one the engine allows, and the game can be replayed and proved.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games import hooks
from games.engine import (
    PRESETS,
    Action,
    HandScore,
    HandState,
    Phase,
    RuleSet,
    SeatView,
    apply,
    new_hand,
    view,
)
from games.engine.log import Cause, LogEntry
from games.engine.proof import CHAIN_LENGTH, deal_key, secret_at
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Hand, Seat, Sitting, Table
from games.selectors.state import draw
from games.services.rated import make_table
from games.services.rows import change
from players.models import User

SEEDS_TAKE = timedelta(seconds=2)
SEED_BYTES = 32

Player = Callable[[SeatName, SeatView, int], Action]
"""Chooses for a seat: from its name, its view and how many actions the game has had."""
Pace = Callable[[SeatName, Phase, int], timedelta]
"""How long a seat thinks: from its name, the phase and how many actions the game has had."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that is over, with its log and its times."""

    number: int
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    over: HandState
    log: tuple[LogEntry, ...]
    began: datetime
    ended: datetime


def record_rated_game(
    *,
    game_id: UUID,
    preset: str,
    players: Sequence[User],
    choose: Player,
    pace: Pace,
    began: datetime,
) -> Game:
    """Play a game from its commitment at `began` to its end and write it in one transaction.

    `players` sit N, E, S, W. `game_id` is the caller's, so that the same game is never written
    twice: an IntegrityError then, and nothing has changed.
    """
    rules = PRESETS[preset]
    top = secrets.token_bytes(32)
    seeds = [secrets.token_bytes(SEED_BYTES) for _ in players]
    hands = _hands(rules, game_id, top, seeds, choose, pace, began + SEEDS_TAKE)
    with transaction.atomic():
        table = _table(preset, players, began, hands[-1].ended)
        game = _game(table, game_id, top, hands, began)
        _seats(game, players, seeds)
        Hand.objects.bulk_create(_row(game, hand) for hand in hands)
        hooks.announce("game_finished", game_id=str(game.pk))
    return game


def _hands(
    rules: RuleSet,
    game_id: UUID,
    top: bytes,
    seeds: Sequence[bytes],
    choose: Player,
    pace: Pace,
    began: datetime,
) -> list[Played]:
    played: list[Played] = []
    scores, bags = (0,) * len(rules.sides), (0,) * len(rules.sides)
    dealer: SeatName | None = None
    actions = 0
    while True:
        number = len(played) + 1
        key = deal_key(secret_at(top, CHAIN_LENGTH, number), game_id.bytes, number, seeds)
        following = None if dealer is None else rules.next_seat(dealer)
        dealer, deal = draw(rules, key, number, following)
        state = new_hand(rules, deal, dealer, scores=scores, bags=bags, hand_no=number)
        over, log = _played_out(state, choose, pace, actions)
        ended = began + timedelta(milliseconds=log[-1].ms)
        played.append(Played(number, scores, bags, over, log, began, ended))
        score = settled(over)
        if score.over:
            return played
        scores, bags = score.scores, score.bags
        actions += len(log)
        began = ended + timedelta(seconds=settings.HAND_SHOWN_SECONDS)


def _played_out(
    state: HandState, choose: Player, pace: Pace, actions: int
) -> tuple[HandState, tuple[LogEntry, ...]]:
    log: list[LogEntry] = []
    passed = timedelta()
    while state.to_act is not None:
        seat, taken = state.to_act, actions + len(log)
        passed += pace(seat, state.phase, taken)
        action = choose(seat, view(state, seat), taken)
        ms = passed // timedelta(milliseconds=1)
        log.append(LogEntry(seat=seat, cause=Cause.PERSON, ms=ms, token=str(action)))
        state = apply(state, action)
    return state, tuple(log)


def settled(over: HandState) -> HandScore:
    """The score of a hand that is over; ValueError for one that is not."""
    if over.score is None:
        raise ValueError("the hand is not over")
    return over.score


def _table(preset: str, players: Sequence[User], began: datetime, ended: datetime) -> Table:
    clock = (settings.BID_SECONDS, settings.PLAY_SECONDS)
    table = make_table(preset=preset, clock=clock, now=ended, status=Table.Status.CLOSED)
    Seat.objects.bulk_create(Seat(table=table, index=index) for index in range(len(players)))
    change(table, created_at=began)
    return table


def _game(
    table: Table, game_id: UUID, top: bytes, hands: Sequence[Played], began: datetime
) -> Game:
    score = settled(hands[-1].over)
    game = Game.objects.create(
        pk=game_id,
        table=table,
        status=Game.Status.FINISHED,
        preset=table.preset,
        rules=table.rules,
        public=True,
        rated=True,
        scores=list(score.scores),
        bags=list(score.bags),
        hands_settled=len(hands),
        deals_used=len(hands),
        winner=score.winner,
        end_cause="played",
        commitment=secret_at(top, CHAIN_LENGTH, 0),
        secret=top,
        seeds_closed_at=began + SEEDS_TAKE,
        ended_at=hands[-1].ended,
    )
    change(game, created_at=began)
    return game


def _seats(game: Game, players: Sequence[User], seeds: Sequence[bytes]) -> None:
    given = list(enumerate(zip(players, seeds, strict=True)))
    GameSeat.objects.bulk_create(
        GameSeat(
            game=game,
            index=index,
            user=player,
            seed=seed,
            seed_hash=hashlib.sha256(seed).digest(),
        )
        for index, (player, seed) in given
    )
    Sitting.objects.bulk_create(
        Sitting(game=game, index=index, user=player, first_deal=1) for index, (player, _) in given
    )


def _row(game: Game, hand: Played) -> Hand:
    public = hand.over.public
    return Hand(
        game=game,
        number=hand.number,
        deal_number=hand.number,
        dealer=hand.over.dealer,
        scores=list(hand.scores),
        bags=list(hand.bags),
        log=" ".join(map(str, hand.log)),
        seq=len(hand.log),
        status=Hand.Status.FINISHED,
        phase=public.phase,
        to_act=None,
        tricks=list(public.tricks_won),
        result=settled(hand.over).to_dict(),
        turn_since=hand.ended,
        started_at=hand.began,
        ended_at=hand.ended,
        deal=hand.over.deal.to_dict(),
    )
