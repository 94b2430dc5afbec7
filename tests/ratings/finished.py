"""Finished games, short and the same each time: seats play by the simple rule-based strategy."""

from collections.abc import Sequence

from django.utils import timezone

from bots.strategies import choose
from games.models import Game, Hand, Seat
from games.selectors.views import seat_view
from games.services import outage, play, seeds, tables
from games.services.rated import start_rated_game
from players.models import User
from ratings.models import JournalRow, Ladder, RatedGame
from tests.games.at_the_table import live_hand, started, table_of

SHORT = {"hand_cap": 2}
CLOCK = (30, 15)


def finished_game(*players: User, public: bool = True, **options: object) -> Game:
    """A game of two hands, one more if they left it level; chairs without a person are a bot's."""
    host, *others = players
    table = table_of(host, public=public, options=SHORT, **options)
    for player in others:
        if public:
            tables.join_table(user=player, table_id=table.pk, seat=1 + others.index(player))
        else:
            tables.join_by_code(user=player, code=table.code, address="192.0.2.1")
    return played_out(started(table))


def played_out(game: Game, *, hands: int | None = None) -> Game:
    """Play until the game, or so many of its hands, are over."""
    while (hand := live_hand(game)) is not None and (hands is None or hand.number <= hands):
        take_turn(hand)
    game.refresh_from_db()
    return game


def take_turn(hand: Hand) -> None:
    """One action of the seat to act, whoever holds it."""
    assert hand.to_act is not None
    seat = Seat.objects.select_related("user").get(table=hand.game.table, index=hand.to_act)
    token = str(choose("r1", seat_view(hand=hand, seat=seat.index), hand.seq))
    if seat.is_person:
        play.act(user=seat.user, hand_id=hand.pk, seq=hand.seq, token=token)
    else:
        assert play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)


def rated_game(*players: User, ladder: Ladder | None = None) -> Game:
    """A rated game of two hands, finished and waiting to be rated."""
    outage.beat(now=timezone.now())
    game = start_rated_game(preset="classic", players=players, clock=CLOCK)
    Game.objects.filter(pk=game.pk).update(rules={**game.rules, **SHORT})
    RatedGame.objects.create(game=game, ladder=ladder or Ladder.objects.get(slug="classic"))
    game.refresh_from_db()
    while game.status in (Game.Status.HASHING, Game.Status.REVEALING):
        seeds.close_due_seeds(now=game.seeds_due)
        game.refresh_from_db()
    return played_out(game)


def mark_rated(game: Game, mus: Sequence[float] = (1500, 1500, 1500, 1500)) -> None:
    """Write the journal rows of a game as rating it leaves them, at these numbers before it."""
    rated = RatedGame.objects.get(game=game)
    for seat, mu in zip(game.game_seats.all(), mus, strict=True):
        JournalRow.objects.create(
            ladder=rated.ladder,
            player=seat.user,
            game=rated,
            side=seat.index % 2,
            won=game.winner == seat.index % 2,
            cause=JournalRow.Cause.PLAYED,
            result=JournalRow.Result.WIN,
            mu_before=mu,
            sigma_before=100,
            mu_after=mu,
            sigma_after=100,
            at=timezone.now(),
        )
    RatedGame.objects.filter(pk=rated.pk).update(status=RatedGame.Status.RATED)
