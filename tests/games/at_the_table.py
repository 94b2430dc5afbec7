"""People at tables: short ways to say what a test begins with."""

from collections.abc import Iterator
from itertools import count

from django.utils import timezone

from games.engine import legal_actions
from games.models import Game, Hand, Seat, Table
from games.selectors.state import state_of
from games.services import games, outage, play, seeds, tables
from players.models import User

_numbers = count(1)


def person(name: str = "", **fields: object) -> User:
    """A registered player; a made-up name where none is given."""
    name = name or f"Player{next(_numbers)}"
    user = User(username=name, **fields)
    user.set_unusable_password()
    user.save()
    return user


def people(number: int = 4) -> list[User]:
    return [person() for _ in range(number)]


def table_of(*players: User, **options: object) -> Table:
    """A table hosted by the first player where the others sit clockwise at his left."""
    host, *others = players
    table = tables.create_table(user=host, **options)
    for index, player in enumerate(others, start=1):
        tables.join_table(user=player, table_id=table.pk, seat=index)
    return table


def started(table: Table) -> Game:
    """The table's game with its seeds closed empty and its first hand dealt."""
    outage.beat(now=timezone.now())
    game = games.start_game(user=table.host, table_id=table.pk)
    while game.status in (Game.Status.HASHING, Game.Status.REVEALING):
        seeds.close_due_seeds(now=game.seeds_due)
        game.refresh_from_db()
    game.table = table
    return game


def live_hand(game: Game) -> Hand | None:
    return (
        Hand.objects.filter(game=game, status__in=Hand.LIVE).select_related("game__table").first()
    )


def sitter(hand: Hand) -> User | None:
    """The person whose turn it is."""
    return Seat.objects.get(table=hand.game.table, index=hand.to_act).user


def play_on(game: Game, actions: int | None = None) -> Iterator[Hand]:
    """Play the first legal action for whoever is to act, until the game ends."""
    taken = 0
    while (hand := live_hand(game)) is not None and taken != actions:
        token = str(legal_actions(state_of(hand))[0])
        user = sitter(hand)
        if user is None:
            assert play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)
        else:
            play.act(user=user, hand_id=hand.pk, seq=hand.seq, token=token)
        taken += 1
        yield hand
