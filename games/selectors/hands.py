"""Finished hands: which of them somebody may read, and what is read."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine.log import parse_log
from games.engine.record import Player, PlayerKind, hand_record
from games.engine.seats import Seat as SeatName
from games.models import Game, Hand, Sitting
from games.selectors.access import Viewer, shown_hands
from games.selectors.names import bot_name
from games.selectors.proofs import deal_proof
from games.selectors.state import deal_of, rules_of
from players.moments import iso
from players.names import skeleton

CLOSED_ACCOUNT = "-"  # the name in records of a player whose account is gone


@dataclass(frozen=True, slots=True)
class HandFilter:
    """What narrows a list of hands; None leaves a condition out.

    `since` is inclusive and `until` exclusive, both on the time the hand ended.
    """

    player: str | None = None
    table: UUID | None = None
    game: UUID | None = None
    preset: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def conditions(self) -> Q:
        """The filter as a condition on hands."""
        wanted = {
            "game__table": self.table,
            "game": self.game,
            "game__preset": self.preset,
            "ended_at__gte": self.since,
            "ended_at__lt": self.until,
        }
        found = Q(**{name: value for name, value in wanted.items() if value is not None})
        if self.player is not None:
            found &= Q(Exists(_sat_at(self.player)))
        return found


def visible_hands(user: Viewer, wanted: HandFilter = HandFilter()) -> QuerySet[Hand]:
    """Finished hands that `user` may read and that match the filter, in no order yet."""
    return (
        shown_hands(user)
        .filter(wanted.conditions())
        .select_related("game__table")
        .prefetch_related("game__sittings__user", "game__game_seats__user")
    )


def record_of(hand: Hand) -> dict[str, object]:
    """The record of a finished hand; it is for those who may read it (`visible_hands`)."""
    return hand_record(
        rules=rules_of(hand.game),
        preset=hand.game.preset,
        game_id=str(hand.game_id),
        hand_no=hand.number,
        dealer=SeatName(hand.dealer),
        deal=deal_of(hand),
        log=parse_log(hand.log),
        scores=hand.scores,
        bags=hand.bags,
        players=players_of(hand),
        proof=deal_proof(hand),
        hand_id=hand.pk,
        deal_number=hand.deal_number,
        started=iso(hand.started_at),
        ended=None if hand.ended_at is None else iso(hand.ended_at),
    )


@cache
def hand_record_schema() -> dict[str, Any]:
    """The JSON Schema of hand records."""
    text = files("games.engine").joinpath("hand-record.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def players_of(hand: Hand) -> list[Player]:
    """Who sat in the seats while the hand was played; two in one seat if they shared it."""
    return [
        _player(hand.game, sitting)
        for sitting in hand.game.sittings.all()
        if sitting.first_deal <= hand.deal_number
        and (sitting.last_deal is None or sitting.last_deal >= hand.deal_number)
    ]


def _player(game: Game, sitting: Sitting) -> Player:
    seat, user = SeatName(sitting.index), sitting.user
    if user is None and not sitting.bot:
        return Player(seat, CLOSED_ACCOUNT, PlayerKind.PERSON)
    if user is None:
        name = bot_name(game.table_id, sitting.index)
        return Player(seat, name, PlayerKind.BOT, strategy=sitting.bot)
    return Player(seat, user.username, PlayerKind.GUEST if user.is_guest else PlayerKind.PERSON)


def _sat_at(player: str) -> QuerySet[Sitting]:
    return Sitting.objects.at_deal(OuterRef("game_id"), OuterRef("deal_number")).filter(
        user__skeleton=skeleton(player),  # unique and indexed; look-alikes go in the next line
        user__username__iexact=player,
    )
