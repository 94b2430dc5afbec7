"""A demonstration has a past: rated games between players of different strength."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from bots.services import history
from games.models import Game, Hand
from games.selectors.audit import audit
from players.models import User
from ratings.models import JournalRow, RatedGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def three_games(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    monkeypatch.setattr(history, "GAMES", 3)
    history.open_players(now=timezone.now())
    while history.play_next():
        pass
    return list(Game.objects.order_by("created_at"))


def test_the_games_are_written_oldest_first_each_in_the_past(three_games: list[Game]) -> None:
    assert [game.pk for game in three_games] == [history.game_id(n) for n in (1, 2, 3)]
    times = [moment for game in three_games for moment in (game.created_at, game.ended_at)]
    assert times == sorted(times)
    assert times[-1] < timezone.now() - timedelta(hours=1)


def test_the_store_follows_from_its_logs(three_games: list[Game]) -> None:
    assert [fault for _, faults in audit() for fault in faults] == []


def test_each_game_is_rated_in_its_turn_as_of_its_end(three_games: list[Game]) -> None:
    assert {row.status for row in RatedGame.objects.all()} == {RatedGame.Status.RATED}
    rows = JournalRow.objects.filter(player__isnull=False).order_by("pk")
    assert rows.count() == 4 * len(three_games)
    ends = {game.pk: game.ended_at for game in three_games}
    assert all(row.at == ends[row.game_id] for row in rows)
    assert all(before.at <= after.at for before, after in pairwise(rows))


def test_nothing_is_written_twice(three_games: list[Game]) -> None:
    hands = Hand.objects.count()
    assert not history.is_missing()
    assert not history.play_next()
    assert Hand.objects.count() == hands


def test_a_history_that_was_interrupted_goes_on_where_it_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history.open_players(now=timezone.now())
    monkeypatch.setattr(history, "GAMES", 1)
    assert history.play_next()
    monkeypatch.setattr(history, "GAMES", 2)
    assert history.is_missing()
    assert history.play_next()
    assert {game.pk for game in Game.objects.all()} == {history.game_id(1), history.game_id(2)}


def test_without_its_players_no_history_is_written() -> None:
    assert not history.play_next()
    assert not Game.objects.exists()


def test_nobody_can_sign_in_as_a_player_of_the_past() -> None:
    assert history.open_players(now=timezone.now()) == len(history.CHARACTERS)
    assert history.open_players(now=timezone.now()) == 0
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_friends_sit_opposite_each_other() -> None:
    together = dict.fromkeys(history.PARTNERS, 0)
    for number in range(1, history.GAMES + 1):
        north, east, south, west = (character.name for character in history.four(number))
        assert len({north, east, south, west}) == 4
        for side in ((north, south), (east, west)):
            if tuple(sorted(side)) in together:
                together[tuple(sorted(side))] += 1
    assert min(together.values()) >= 10
