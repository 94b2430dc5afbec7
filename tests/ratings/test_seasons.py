"""A season ends once: its standings are kept, and everybody begins the next less certain."""

from datetime import timedelta

import pytest
from django.db import DatabaseError

from players.errors import Conflict, RuleRefused
from players.models import User
from ratings.engine import Skill, widen
from ratings.models import Badge, FinalStanding, JournalRow, Ladder, Rating, RollOver, Season
from ratings.parameters import parameters
from ratings.services import seasons
from ratings.services.corrections import confirm, propose_annulment
from ratings.services.rate_game import rate
from ratings.services.recalculate import compare
from ratings.services.seasons import plan_season, roll_over
from tests.ratings.games import NOW, classic, ended, pairs_of, played, players
from tests.ratings.standing import filled
from tests.refusing import refusing_updates

pytestmark = pytest.mark.django_db

END = NOW + timedelta(days=1)


@pytest.fixture
def season():
    return plan_season(ends_at=END, now=NOW - timedelta(days=89))


def kept(ladder):
    return list(
        FinalStanding.objects.filter(ladder=ladder).order_by("rank").values_list("rank", "mu")
    )


def test_a_season_begins_when_the_one_before_it_ends(season):
    following = plan_season(ends_at=END + timedelta(days=90), now=NOW)
    assert (season.number, following.number) == (1, 2)
    assert following.starts_at == season.ends_at
    with pytest.raises(RuleRefused):
        plan_season(ends_at=NOW, now=NOW)


def test_nothing_happens_before_its_time(season):
    filled(classic(), [1600.0])
    assert roll_over(now=END - timedelta(seconds=1)) == 0
    assert not FinalStanding.objects.exists()


def test_the_standings_are_kept_and_every_rating_widened(season, client):
    filled(classic(), [1500.0 + n for n in range(15)])
    filled(classic(), [1490.0], ranked=False, prefix="u")
    roll_over(now=END)
    assert kept(classic()) == [(n + 1, 1514.0 - n) for n in range(15)]
    assert JournalRow.objects.filter(cause="season").count() == 16
    row = JournalRow.objects.filter(cause="season").first()
    assert row.skill_after == widen(parameters(), Skill(row.mu_before, 80))
    assert set(Rating.objects.values_list("sigma", flat=True)) == {row.sigma_after}
    season.refresh_from_db()
    assert season.rolled_over_at == END
    assert not Ladder.objects.filter(rating_paused=True).exists()
    page = client.get("/api/v1/seasons/1/ladders/classic/standings/?limit=10").json()
    assert [line["rank"] for line in page["results"]] == list(range(1, 11))
    rest = client.get(page["next"]).json()["results"]
    assert [line["rank"] for line in rest] == list(range(11, 16))
    (line,) = client.get("/api/v1/seasons/").json()["results"]
    assert (line["season"], line["status"]) == (1, "ended")


def test_the_first_ten_keep_a_badge(season, client):
    filled(classic(), [1500.0 + n for n in range(15)])
    roll_over(now=END)
    kinds = list(Badge.objects.order_by("rank").values_list("kind", flat=True))
    assert kinds == ["champion", "podium", "podium", *["top_ten"] * 7]
    (line,) = client.get("/api/v1/players/s014/ratings/").json()["results"]
    assert line["badges"] == [{"season": 1, "kind": "champion", "rank": 1}]


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_what_one_beat_leaves_the_next_goes_on_with(season, steps, monkeypatch):
    monkeypatch.setattr(seasons, "RANKS_A_STEP", 4)
    monkeypatch.setattr(seasons, "RATINGS_A_STEP", 3)
    mus = [1500.0 + n // 2 for n in range(10)]
    filled(classic(), mus)
    beats = 0
    while roll_over(now=END, steps=steps):
        beats += 1
    assert beats > 1
    assert kept(classic()) == list(enumerate(sorted(mus, reverse=True), 1))
    assert JournalRow.objects.filter(cause="season").count() == 10
    assert roll_over(now=END) == 0


def test_a_step_that_fails_leaves_nothing_behind_and_is_done_again(season):
    filled(classic(), [1500.0, 1501.0])
    # the rows of the journal are written by then, before the ratings
    with refusing_updates(Rating), pytest.raises(DatabaseError, match="refused"):
        roll_over(now=END)
    assert not JournalRow.objects.exists()
    assert RollOver.objects.get(ladder=classic()).step == "widening"
    assert set(Rating.objects.values_list("sigma", flat=True)) == {80}
    roll_over(now=END)
    assert len(kept(classic())) == JournalRow.objects.filter(cause="season").count() == 2
    assert not RollOver.objects.exclude(step="done").exists()


def test_games_wait_while_the_season_ends_and_count_for_the_next(season):
    played(players(4))
    late = ended(players(4, "q"), at=END + timedelta(seconds=1))
    roll_over(now=END, steps=1)
    assert not rate(game_id=late.pk, now=END)
    roll_over(now=END)
    assert rate(game_id=late.pk, now=END)


def test_a_game_that_ended_in_the_season_is_rated_before_it_ends(season):
    four = players(4)
    game = ended(four, at=END - timedelta(seconds=1))
    roll_over(now=END)
    causes = (
        JournalRow.objects.filter(player=four[0]).order_by("pk").values_list("cause", flat=True)
    )
    assert list(causes) == ["played", "season"]
    assert JournalRow.objects.filter(game=game).count() == 6


def test_the_journal_explains_ratings_across_a_season(season):
    four = players(4)
    games = [played(four, winner=n % 2) for n in range(3)]
    roll_over(now=END)
    played(four, now=END)
    assert [
        compare(ladder, now=END).differences for ladder in (classic(), pairs_of(classic()))
    ] == [[], []]
    mona = User.objects.create(username="mona", is_staff=True)
    adam = User.objects.create(username="adam", is_staff=True, is_superuser=True)
    proposed = propose_annulment(game_id=games[0].pk, by=mona, reason="x", now=END)
    Ladder.objects.filter(slug="classic").update(rating_paused=True)
    with pytest.raises(Conflict):
        confirm(correction_id=proposed.pk, by=adam, now=END)
    Ladder.objects.filter(slug="classic").update(rating_paused=False)
    confirm(correction_id=proposed.pk, by=adam, now=END)
    assert [
        compare(ladder, now=END).differences for ladder in (classic(), pairs_of(classic()))
    ] == [[], []]


def test_one_season_after_the_other(season):
    filled(classic(), [1500.0])
    plan_season(ends_at=END + timedelta(days=90), now=NOW)
    roll_over(now=END)
    roll_over(now=END + timedelta(days=90))
    assert Season.objects.filter(rolled_over_at=None).count() == 0
    assert JournalRow.objects.filter(cause="season").count() == 2
