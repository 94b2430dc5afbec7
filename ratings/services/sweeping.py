"""Finding what nobody has done: games not rated, ranks of players who no longer play."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games.services.sweeping import count_done
from ratings.models import Ladder, RatedGame, Rating
from ratings.parameters import parameters
from ratings.services import ratings
from ratings.services.rate_game import ENDED, rate

GAMES_A_SWEEP = 500
RATINGS_A_STEP = 500


def rate_waiting(*, now: datetime) -> int:
    """Rate the games that have ended and were not rated; how many."""
    waiting = Q(status=RatedGame.Status.WAITING, game__status__in=ENDED)
    due = RatedGame.objects.filter(waiting, ladder__rating_paused=False)
    return count_done(
        "the ratings of game",
        due.order_by("game__ended_at").values_list("pk", flat=True)[:GAMES_A_SWEEP],
        lambda game_id: rate(game_id=game_id, now=now),
    )


def unrank_idle(*, now: datetime) -> int:
    """Take the rank of those who have not played for too long; how many lost it."""
    done = 0
    for ladder_id in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        while step := _unrank_some(ladder_id, now=now):
            done += step
    return done


def _unrank_some(ladder_id: int, *, now: datetime) -> int:
    """The next of one ladder: who rates a game goes from ladder to ladder, too, and neither ever
    holds the counts of one while it waits for the ratings of another."""
    idle = Q(ranked=True, last_game_at__lt=now - timedelta(days=parameters().ranked_days))
    with transaction.atomic():
        locked = Rating.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        mine = locked.filter(idle, ladder=ladder_id, ladder__rating_paused=False)
        found = list(mine.order_by("pk")[:RATINGS_A_STEP])
        was = {rating.pk: ratings.place_of(rating) for rating in found}
        for rating in found:
            rating.ranked = False
        ratings.store(found, was)
    return len(found)
