"""The end of a hand: its result into the game, then the next hand or the end of the game.

All of it happens in the transaction of the hand's last action, so that no crash can leave a
finished hand without its successor.
"""

from datetime import datetime

from games import broadcast, hooks
from games.engine import HandState
from games.models import Game, Hand, Table
from games.services.dealing import deal_hand, intermission, sit_newcomers


def lock(hand: Hand) -> None:
    """Lock the hand's table, then its game, and read both anew."""
    table = Table.objects.select_for_update().get(pk=hand.game.table_id)
    game = Game.objects.select_for_update().get(pk=hand.game_id)
    game.table = table
    hand.game = game


def settle(hand: Hand, over: HandState, *, now: datetime) -> None:
    """Record the result of a hand whose last action was just written; the locks are held."""
    game, table = hand.game, hand.game.table
    score = over.score
    if score is None:
        raise ValueError("only a finished hand can be settled")
    hand.status, hand.ended_at = Hand.Status.FINISHED, now
    hand.deal, hand.result = over.deal.to_dict(), score.to_dict()
    hand.save(update_fields=["status", "ended_at", "deal", "result"])
    game.scores, game.bags = list(score.scores), list(score.bags)
    game.hands_settled += 1
    if score.over:
        _finish(table, game, winner=score.winner, now=now)
    else:
        game.save(update_fields=["scores", "bags", "hands_settled"])
        deal_hand(
            table,
            game,
            number=hand.number + 1,
            last_dealer=hand.dealer,
            now=now,
            pause=intermission(),
        )


def _finish(table: Table, game: Game, *, winner: int | None, now: datetime) -> None:
    game.status, game.winner, game.ended_at = Game.Status.FINISHED, winner, now
    game.end_cause = "played"
    game.save()
    table.status, table.active_at, table.paused_until = Table.Status.FINISHED, now, None
    table.save(update_fields=["status", "active_at", "paused_until"])
    sit_newcomers(table)
    broadcast.refresh(table.pk)
    broadcast.table_changed(table.pk)
    hooks.announce("game_finished", game_id=str(game.pk))
