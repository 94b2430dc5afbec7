"""Three demo accounts that queue, are ready and play, so that one person can try rated play.

`manage.py demo_queue` says that they are wanted, for some seconds at a time; the workers do the
rest, here, so that whatever they do reaches open pages like anybody's action. Nothing is
remembered: when something is due follows from its row, and doing it twice changes nothing.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.utils import timezone
from django.utils.crypto import salted_hmac

from bots.services.turns import turn_seed
from bots.strategies import choose
from games import presence
from games.models import Game, Hand, Seat
from games.selectors.views import seat_view
from games.services import play, seeds, tables
from games.services.sweeping import count_done
from players.errors import Conflict, Refused
from players.models import User
from players.services.accounts import open_unattended
from ratings.models import DemoPlayer, Ladder
from ratings.selectors.queue import live_ticket, rated_game_of
from ratings.services import queue, ready_checks
from ratings.services.ladders import open_ladder

logger = logging.getLogger(__name__)

NAMES = ("demo-ida", "demo-jonas", "demo-vera")
PRESET = "classic"
STRATEGY = "rules"
WANTED_FOR = timedelta(seconds=15)
# seconds from what is asked to the answer: from, to
READY_AFTER = (1.0, 4.0)
BID_AFTER = (1.5, 4.0)
PLAY_AFTER = (0.5, 2.5)


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demonstration is made of."""

    ladder: Ladder
    players: tuple[User, ...]


def set_up(*, preset: str = PRESET) -> Demo:
    """The demo ladder of the preset and three demo accounts, made where they are missing.

    Nobody can sign in as one of them. Raises RuleRefused (NOT_RATED) for a preset without rated
    play.
    """
    try:
        ladder = open_ladder(preset=preset, demo=True)
    except Conflict:  # it is there
        ladder = Ladder.objects.get(preset=preset, demo=True, kind=Ladder.Kind.PLAYERS)
    marked = User.objects.filter(demo_player__isnull=False).order_by("pk")
    players = list(marked[: len(NAMES)])
    for name in NAMES[len(players) :]:
        user = _open(name)
        DemoPlayer.objects.create(player=user)
        players.append(user)
    return Demo(ladder, tuple(players))


def want(demo: Demo, *, now: datetime) -> None:
    """Have the workers play for the accounts for a while."""
    DemoPlayer.objects.filter(player__in=demo.players).update(wanted_until=now + WANTED_FOR)


def dismiss(demo: Demo, *, now: datetime) -> None:
    """Have them play no more; who waits leaves the queue."""
    DemoPlayer.objects.filter(player__in=demo.players).update(wanted_until=None)
    for user in demo.players:
        queue.leave(user=user, now=now)


def act_for_the_wanted(*, now: datetime) -> int:
    """Do what is due for the accounts that are wanted; how many did something."""
    wanted = User.objects.filter(demo_player__wanted_until__gt=now, is_active=True).order_by("pk")
    players = {user.pk: user for user in wanted}
    if not players:
        return 0
    queue.seen(user_ids=players, now=now)
    ladders = [
        ladder.slug for ladder in Ladder.objects.filter(demo=True, is_open=True, kind="players")
    ]
    do = partial(_act, ladders=ladders, now=now)
    return count_done("the step of demo player", players, lambda pk: do(players[pk]))


def _act(user: User, *, ladders: list[str], now: datetime) -> bool:
    try:
        game = rated_game_of(user.pk)
        if game is not None:
            return _play(user, UUID(game["game"]), now=now)
        ticket = live_ticket(user.pk)
        if ticket is None:
            return _queue(user, ladders, now=now)
        if ticket.ready_check_id is None or ticket.called_at is None:
            return False
        pause = _pause(READY_AFTER, "ready", ticket.ready_check_id, user.pk)
        if now < ticket.called_at + pause:
            return False
        ready_checks.answer(user=user, check_id=ticket.ready_check_id, ready=True, now=now)
        return True
    except Refused:
        # somebody else was quicker, or it is over: the next step sees how things stand
        return False


def _queue(user: User, ladders: list[str], *, now: datetime) -> bool:
    if not ladders:
        return False
    queue.join(user=user, ladders=ladders, now=now)
    return True


def _play(user: User, game_id: UUID, *, now: datetime) -> bool:
    game = Game.objects.get(pk=game_id)
    presence.renew(game.table_id, user.pk)  # as an open page would; the seeds make it news
    if game.status != Game.Status.PLAYING:
        return _give_seed(user, game)
    seat = Seat.objects.filter(table=game.table_id, user=user).first()
    if seat is None:
        return False
    if seat.away:
        tables.return_to_table(user=user, table_id=game.table_id)
    hand = Hand.objects.select_related("game__table").filter(
        game=game, status=Hand.Status.PLAYING, to_act=seat.index
    )
    if (turn := hand.first()) is None:
        return False
    bidding = turn.seq < len(turn.tricks)
    pause = _pause(BID_AFTER if bidding else PLAY_AFTER, turn.pk, turn.seq)
    if now < turn.turn_since + pause:
        return False
    seen = seat_view(hand=turn, seat=seat.index)
    action = choose(STRATEGY, seen, turn_seed(turn.pk, turn.seq, seat.index))
    play.act(user=user, hand_id=turn.pk, seq=turn.seq, token=str(action))
    return True


def _give_seed(user: User, game: Game) -> bool:
    """The account's part in the deal, the same whenever it is worked out, and nobody else's to
    know beforehand."""
    key = f"{game.pk}:{user.pk}"
    seed = salted_hmac("bots.services.demo", key, algorithm="sha256").digest()
    give: dict[str, Callable[[], None]] = {
        Game.Status.HASHING: lambda: seeds.submit_seed_hash(
            user=user, game_id=game.pk, digest=hashlib.sha256(seed).digest()
        ),
        Game.Status.REVEALING: lambda: seeds.submit_seed(user=user, game_id=game.pk, seed=seed),
    }
    if game.status not in give:
        return False
    give[game.status]()
    return True


def _pause(between: tuple[float, float], *about: object) -> timedelta:
    """How long somebody thinks about this, the same whenever it is asked."""
    digest = hashlib.sha256(repr(about).encode()).digest()
    share = int.from_bytes(digest[:4]) / 2**32
    least, most = between
    return timedelta(seconds=least + share * (most - least))


def _open(name: str) -> User:
    """An account of that name, or with a number after it where somebody has it already."""
    for number in range(100):
        try:
            return open_unattended(username=f"{name}{number or ''}", joined=timezone.now())
        except Conflict:
            continue
    raise Conflict("NAME_TAKEN")
