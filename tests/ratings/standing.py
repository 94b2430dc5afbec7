"""Ladders with many on them, without a game played."""

from datetime import datetime, timedelta

from ratings.models import Ladder, Rating
from ratings.services.ranks import recount
from tests.ratings.games import NOW, players


def filled(
    ladder: Ladder, mus: list[float], *, ranked: bool = True, prefix: str = "s"
) -> list[Rating]:
    """A player for each mu, ranked and counted."""
    last: datetime = NOW - timedelta(days=1)
    rows = Rating.objects.bulk_create(
        Rating(
            ladder=ladder,
            player=player,
            mu=mu,
            sigma=80,
            games=20,
            wins=12,
            losses=8,
            form="WWLWL",
            last_game_at=last,
            ranked=ranked,
        )
        for player, mu in zip(players(len(mus), prefix), mus, strict=True)
    )
    recount(ladder.pk)
    return rows
