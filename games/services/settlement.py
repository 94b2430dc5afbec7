"""The end of a hand: its result into the game, then the next hand or the end of the game.

All of it happens in the transaction of the hand's last action, so that no crash can leave a
finished hand without its successor.
"""

from datetime import datetime

from games import broadcast, hooks
from games.engine import HandState
from games.models import Game, Hand, Table
from games.services.dealing import deal_hand, intermission
from games.services.rows import change
from games.services.seating import company_changed, seats_of, sit_newcomers
from players.services.conduct import record_clean_game


def lock(hand: Hand) -> None:
    """Lock the hand's table, then its game, and read both anew."""
    table = Table.objects.select_for_update(no_key=True).get(pk=hand.game.table_id)
    game = Game.objects.select_for_update(no_key=True).get(pk=hand.game_id)
    game.table = table
    hand.game = game


def settle(hand: Hand, over: HandState, *, now: datetime) -> None:
    """Record the result of a hand whose last action was just written; the locks are held."""
    game, table = hand.game, hand.game.table
    score = over.score
    if score is None:
        raise ValueError("only a finished hand can be settled")
    change(
        hand,
        status=Hand.Status.FINISHED,
        ended_at=now,
        deal=over.deal.to_dict(),
        result=score.to_dict(),
    )
    change(
        game,
        scores=list(score.scores),
        bags=list(score.bags),
        hands_settled=game.hands_settled + 1,
    )
    if score.over or hand.is_given:
        _finish(table, game, winner=score.winner, now=now)
    else:
        deal_hand(
            table,
            game,
            number=hand.number + 1,
            last_dealer=hand.dealer,
            now=now,
            pause=intermission(),
        )


def _finish(table: Table, game: Game, *, winner: int | None, now: datetime) -> None:
    change(game, status=Game.Status.FINISHED, winner=winner, ended_at=now, end_cause="played")
    change(table, status=Table.Status.FINISHED, paused_until=None, active_at=now)
    if game.rated:
        _close_the_record(table, game, now=now)
    else:
        sit_newcomers(table, seats_of(table), now=now)
    broadcast.refresh(table.pk)
    broadcast.table_changed(table.pk)
    hooks.announce("game_finished", game_id=str(game.pk))


def _close_the_record(table: Table, game: Game, *, now: datetime) -> None:
    """Who stayed has played a clean game; a table that everybody has left may be closed now."""
    stayed = game.game_seats.filter(quit_at=None, user__isnull=False)
    if game.demo:
        stayed = stayed.none()
    for user_id in stayed.values_list("user_id", flat=True):
        record_clean_game(user_id=user_id, source=game.pk, now=now)
    company_changed(table, seats_of(table), now=now)
