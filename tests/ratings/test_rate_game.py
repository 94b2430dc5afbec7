"""A rated game changes the numbers of the four who played it, once."""

import itertools

import pytest

from games.models import Game
from ratings.models import JournalRow, RatedGame, Rating
from ratings.services.rate_game import rate
from ratings.services.sweeping import rate_waiting
from ratings.tasks import rate_game as task
from tests.ratings.games import NOW, classic, ended, pairs_of, played, players

pytestmark = pytest.mark.django_db

Cause, Result = JournalRow.Cause, JournalRow.Result


def row_of(game: RatedGame, player) -> JournalRow:
    return JournalRow.objects.get(game=game, player=player)


def test_a_game_writes_four_rows_and_two_of_the_partnership_ladder():
    four = players(4)
    game = played(four)
    assert game.status == RatedGame.Status.RATED
    assert JournalRow.objects.filter(ladder=classic()).count() == 4
    pairs = JournalRow.objects.filter(ladder=pairs_of(classic()))
    assert {(row.pair.first_id, row.pair.second_id, row.result) for row in pairs} == {
        (four[0].pk, four[2].pk, "win"),
        (four[1].pk, four[3].pk, "loss"),
    }
    assert [row_of(game, player).result for player in four] == ["win", "loss", "win", "loss"]


def test_before_is_the_after_of_the_row_before_it():
    four = players(4)
    for winner in (0, 1, 1, 0):
        played(four, winner=winner)
    rows = list(JournalRow.objects.filter(player=four[0]).order_by("id"))
    assert len(rows) == 4
    for before, row in itertools.pairwise(rows):
        assert row.skill_before == before.skill_after
    rating = Rating.objects.get(player=four[0])
    assert (rating.mu, rating.sigma) == (rows[-1].mu_after, rows[-1].sigma_after)
    assert (rating.games, rating.wins, rating.losses, rating.form) == (4, 2, 2, "WLLW")
    assert rating.last_game_at == NOW


def test_rating_a_game_again_changes_nothing_r01():
    game = played(players(4))
    before = list(Rating.objects.order_by("pk").values())
    assert not rate(game_id=game.pk, now=NOW)
    task(str(game.pk))
    assert rate_waiting(now=NOW) == 0
    assert list(Rating.objects.order_by("pk").values()) == before
    assert JournalRow.objects.count() == 6


def test_games_that_end_out_of_order_are_rated_on_the_present_numbers_r02():
    four = players(4)
    first, second = ended(four), ended(four, winner=1)
    rate(game_id=second.pk, now=NOW)
    rate(game_id=first.pk, now=NOW)
    later, earlier = row_of(first, four[0]), row_of(second, four[0])
    assert later.skill_before == earlier.skill_after


def test_the_sweep_finds_every_game_whose_message_was_lost_r04_r05():
    games = [ended(players(4, prefix)) for prefix in "abc"]
    assert rate_waiting(now=NOW) == 3
    assert JournalRow.objects.filter(ladder=classic()).count() == 4 * len(games)


def test_a_game_that_is_on_is_not_rated():
    game = ended(players(4), status=Game.Status.PLAYING, winner=None)
    assert not rate(game_id=game.pk, now=NOW)
    assert not JournalRow.objects.exists()


def test_an_annulled_game_has_no_rows():
    game = ended(players(4), status=Game.Status.ANNULLED, winner=None)
    assert rate(game_id=game.pk, now=NOW)
    game.refresh_from_db()
    assert game.status == RatedGame.Status.ANNULLED
    assert not JournalRow.objects.exists()


def test_a_game_without_a_winner_is_no_draw_but_counts_for_nobody_r08():
    four = players(4)
    game = ended(four, winner=None)
    assert rate(game_id=game.pk, now=NOW)
    game.refresh_from_db()
    assert game.status == RatedGame.Status.ANNULLED
    assert not JournalRow.objects.exists()


def test_who_quits_has_lost_though_the_side_won():
    four = players(4)
    played(four)  # partners who know each other
    game = played(four, winner=0, quits=[0])
    assert (row_of(game, four[0]).cause, row_of(game, four[0]).result) == (Cause.QUIT, Result.LOSS)
    assert row_of(game, four[2]).result == Result.WIN
    assert row_of(game, four[1]).result == Result.LOSS


def test_a_pair_with_a_quitter_has_lost_though_the_side_won():
    game = played(players(4), winner=0, quits=[0])
    pairs = JournalRow.objects.filter(game=game, ladder=pairs_of(classic())).order_by("side")
    assert [(row.cause, row.result) for row in pairs] == [("quit", "loss"), ("played", "loss")]


def test_the_partner_of_a_quitter_is_exempt_when_chance_seated_them_together():
    four = players(4)
    game = played(four, winner=1, quits=[0], lead=-50)
    row = row_of(game, four[2])
    assert (row.cause, row.result) == (Cause.PARTNER_QUIT, Result.NONE)
    assert row.skill_after == row.skill_before
    rating = Rating.objects.get(player=four[2])
    assert (rating.games, rating.form, rating.last_game_at) == (0, "", NOW)
    assert row_of(game, four[1]).result == Result.WIN


def test_for_an_exempt_partner_a_won_game_counts_as_little_as_a_lost_one():
    four = players(4)
    game = played(four, winner=0, quits=[0], lead=-50)
    row = row_of(game, four[2])
    assert (row.cause, row.result, row.won) == (Cause.PARTNER_QUIT, Result.NONE, True)
    assert row.skill_after == row.skill_before


def test_a_partner_far_behind_takes_the_loss():
    four = players(4)
    game = played(four, winner=1, quits=[0], lead=-51)
    assert row_of(game, four[2]).result == Result.LOSS


@pytest.mark.parametrize(("others_between", "result"), [(19, Result.LOSS), (20, Result.NONE)])
def test_partners_of_the_last_twenty_games_take_the_loss(others_between, result):
    four = players(4)
    played(four)
    for n in range(others_between):  # the quitter and the partner each play with somebody else
        a, b, c, d, e, f = players(6, f"x{n:02}")
        played([four[0], a, b, c])
        played([four[2], d, e, f])
    game = played(four, winner=1, quits=[0])
    assert row_of(game, four[2]).result == result


@pytest.mark.parametrize(("games_between", "result"), [(8, Result.LOSS), (9, Result.NONE)])
def test_a_partner_is_exempt_at_most_once_in_ten_games(games_between, result):
    me, a, b, c = players(4)
    game = played([a, b, me, c], winner=1, quits=[0])
    assert row_of(game, me).result == Result.NONE
    for n in range(games_between):
        played([me, *players(3, f"x{n:02}")])
    d, e, f = players(3, "last")
    game = played([d, e, me, f], winner=1, quits=[0])
    assert row_of(game, me).result == result


def test_four_quitters_have_all_lost():
    four = players(4)
    game = played(four, winner=0, quits=[0, 1, 2, 3])
    assert [row_of(game, player).result for player in four] == ["loss"] * 4
