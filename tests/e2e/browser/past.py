"""`python -m tests.e2e.browser.past`: a few rated games and ranks for the browser to look at."""

from datetime import timedelta

import django

GAMES = 10


def main() -> None:
    from django.test import override_settings
    from django.utils import timezone

    from bots.services import history
    from games.models import Game
    from ratings.services.counting import count

    history.GAMES, history.SPAN = GAMES, timedelta(days=2)
    history.open_players(now=timezone.now())
    # the ranks of many games, after few
    with override_settings(RATING={"ranked_games": 1, "ranked_bound": 1000.0}):
        while history.play_next():
            pass
    for game in Game.objects.all():
        count(game_id=game.pk, now=timezone.now())


if __name__ == "__main__":
    django.setup()
    main()
