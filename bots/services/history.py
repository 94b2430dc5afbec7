"""A demonstration's past: rated games of players who are strategies, so that ladders are not empty.

Only an installation that its owner alone can reach gets it (settings.DEMO). The games are real in
every respect but one: nobody sat at them.
"""

import logging
import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import IntegrityError, transaction

from bots.strategies import choose
from games.engine import Action, Phase, SeatView
from games.engine.seats import Seat as SeatName
from games.models import Game
from games.services.played import record_rated_game
from players.models import User
from players.services.accounts import open_unattended
from ratings.models import Ladder, RatedGame
from ratings.services.rate_game import rate

logger = logging.getLogger(__name__)

LADDER = "classic"
GAMES = 140
SPAN = timedelta(days=42)
TOGETHER = 0.35  # how often friends come as a party


@dataclass(frozen=True, slots=True)
class Character:
    """How a demonstration player plays: a strategy, and how often a card slips instead."""

    name: str
    level: str
    slips: float
    regular: int  # how many lots are put in for this player each time four are drawn


CHARACTERS = (
    Character("ada", "rules", 0.0, 10),
    Character("bruno", "r1", 0.0, 10),
    Character("chloe", "rules", 0.02, 10),
    Character("dmitri", "rules", 0.12, 10),
    Character("elif", "rules", 0.05, 9),
    Character("farid", "r1", 0.05, 9),
    Character("greta", "rules", 0.25, 4),
    Character("hugo", "r1", 0.15, 3),
    Character("ines", "rules", 0.08, 2),
    Character("jonas", "r1", 0.3, 2),
    Character("kofi", "rules", 0.35, 1),
    Character("lena", "r1", 0.2, 1),
)
BY_NAME = {character.name: character for character in CHARACTERS}
# who queue as a party when both are there
PARTNERS = (("ada", "chloe"), ("bruno", "dmitri"), ("elif", "farid"))


def open_players(*, now: datetime) -> int:
    """Open the accounts that nobody signs in to; returns how many were missing."""
    there = set(User.objects.filter(username__in=BY_NAME).values_list("username", flat=True))
    missing = [name for name in BY_NAME if name not in there]
    for name in missing:
        open_unattended(username=name, joined=now - SPAN)
    return len(missing)


def is_missing() -> bool:
    """Whether games of the history are still to be written."""
    return _next_number() is not None


def play_next() -> bool:
    """Write the oldest game that is missing, and rate it as of its end; False when none is."""
    number = _next_number()
    players = {user.username: user for user in User.objects.filter(username__in=BY_NAME)}
    if number is None or len(players) < len(BY_NAME):
        return False
    ladder = Ladder.objects.get(slug=LADDER)
    began = min(user.date_joined for user in players.values()) + _moment(number)
    seats = four(number)
    try:
        with transaction.atomic():
            game = record_rated_game(
                game_id=game_id(number),
                preset=ladder.preset,
                players=[players[character.name] for character in seats],
                choose=partial(_choose, seats, number),
                pace=partial(_pace, number),
                began=began,
            )
            RatedGame.objects.create(game=game, ladder=ladder)
            rate(game_id=game.pk, now=game.ended_at or began)
    except IntegrityError:
        logger.info("game %s of the history is being written by another process", number)
    return True


def game_id(number: int) -> UUID:
    """The id of a game of the history: the same in each installation, so that it is there once."""
    return uuid5(NAMESPACE_URL, f"https://spadework.invalid/history/{number}")


def four(number: int) -> tuple[Character, ...]:
    """Who plays game `number` (from 1), in seat order: regulars more often, friends together."""
    draw = random.Random(f"four {number}")
    lots = [character for character in CHARACTERS for _ in range(character.regular)]
    names: list[str] = []
    while len(names) < 4:
        name = draw.choice(lots).name
        friend = next((pair for pair in PARTNERS if name in pair), (name,))
        party = friend if len(names) % 2 == 0 and draw.random() < TOGETHER else (name,)
        if not set(party) & set(names):
            names += party
    north, south, east, west = (BY_NAME[name] for name in names)
    return north, east, south, west


def _next_number() -> int | None:
    numbers = {game_id(number): number for number in range(1, GAMES + 1)}
    written = set(Game.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    return next((number for pk, number in numbers.items() if pk not in written), None)


def _moment(number: int) -> timedelta:
    """When game `number` begins, from when the players joined: evenly, but for some minutes."""
    step = SPAN / (GAMES + 1)
    return step * number + timedelta(minutes=random.Random(f"when {number}").randrange(90))


def _choose(
    seats: tuple[Character, ...], number: int, seat: SeatName, seen: SeatView, taken: int
) -> Action:
    who = seats[seat]
    draw = random.Random(f"{number} {taken}")
    slips = seen.phase is Phase.PLAY and draw.random() < who.slips
    return choose("random" if slips else who.level, seen, draw.getrandbits(48))


def _pace(number: int, seat: SeatName, phase: Phase, taken: int) -> timedelta:
    draw = random.Random(f"{number} {seat} {taken}")
    usual = 1.6 if phase is Phase.PLAY else 5.0
    return timedelta(seconds=min(12.0, draw.lognormvariate(0, 0.6) * usual))
