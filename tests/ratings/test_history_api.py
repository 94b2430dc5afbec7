"""A player's ratings and their history over HTTP."""

from datetime import timedelta

import pytest

from players.models import User
from tests.ratings.games import NOW, played, players

pytestmark = pytest.mark.django_db

MINE = "/api/v1/players/p000/ratings/"


@pytest.fixture
def four():
    """p000 and p002 have won, then lost with a quitter, against p001 and p003."""
    four = players(4)
    played(four)
    played(four, winner=1, quits=[2], now=NOW + timedelta(hours=1))
    return four


def test_ratings_are_those_alone_and_those_with_partners(client, four):
    rows = {row["ladder"]: row for row in client.get(MINE).json()["results"]}
    assert set(rows) == {"classic", "classic-pairs"}
    assert (rows["classic"]["partner"], rows["classic"]["games"]) == (None, 2)
    assert rows["classic-pairs"]["partner"] == "p002"
    assert rows["classic"]["rank"] is None
    only = client.get(f"{MINE}?ladder=classic").json()["results"]
    assert [row["ladder"] for row in only] == ["classic"]


def test_each_step_leads_to_its_game_and_names_who_played(client, four):
    page = client.get(f"{MINE}history/?ladder=classic").json()
    newest, oldest = page["results"]
    assert page["count"] == 2
    assert (oldest["before"], oldest["result"], oldest["cause"]) == (1500, "win", "played")
    assert newest["mu_before"] == oldest["mu_after"]
    assert oldest["change"] == oldest["after"] - oldest["before"] > 0
    assert (oldest["partner"], oldest["opponents"]) == ("p002", ["p001", "p003"])
    assert oldest["games"] == f"/api/v1/games/{oldest['game']}/"
    assert client.get(oldest["games"]).status_code == 200
    assert client.get(oldest["hands"]).status_code == 200


def test_the_history_of_a_pair_is_its_own(client, four):
    rows = client.get(f"{MINE}history/?partner=p002").json()["results"]
    assert [(row["ladder"], row["cause"]) for row in rows] == [
        ("classic-pairs", "quit"),
        ("classic-pairs", "played"),
    ]
    assert rows[0]["partner"] is None
    assert sorted(rows[0]["opponents"]) == ["p001", "p003"]


def test_history_is_walked_page_by_page(client, four):
    first = client.get(f"{MINE}history/?limit=1").json()
    second = client.get(first["next"]).json()
    assert first["results"][0]["at"] > second["results"][0]["at"]
    assert second["next"] is None


def test_a_series_is_the_course_of_the_rating(client, four):
    series = client.get(f"{MINE}series/?ladder=classic").json()
    history = client.get(f"{MINE}history/?ladder=classic").json()["results"]
    assert [point["mu"] for point in series["points"]] == [
        row["mu_after"] for row in reversed(history)
    ]


def test_a_player_without_games_has_an_empty_history(client):
    User.objects.create(username="fresh")
    for path in ("", "history/"):
        page = client.get(f"/api/v1/players/fresh/ratings/{path}").json()
        assert (page["count"], page["results"]) == (0, [])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/players/nobody/ratings/", 404),
        ("/api/v1/players/nobody/ratings/history/", 404),
        (f"{MINE}?ladder=nothing", 404),
        (f"{MINE}history/?ladder=nothing", 404),
        (f"{MINE}history/?partner=nobody", 404),
        (f"{MINE}series/?ladder=nothing", 404),
        (f"{MINE}series/", 400),
        (f"{MINE}history/?cursor=zzz", 400),
        (f"{MINE}history/?partner=-", 400),
        (f"{MINE}?limit=none", 400),
    ],
)
def test_a_question_about_nothing_is_refused(client, four, path, status):
    assert client.get(path).status_code == status


def test_a_page_of_history_costs_the_same_however_long_it_is(
    client, four, django_assert_num_queries
):
    for _ in range(2):
        with django_assert_num_queries(5):  # player, ladder, count, rows, who played
            client.get(f"{MINE}history/?ladder=classic")
        played(four)
    with django_assert_num_queries(4):  # player, count, ratings, badges; no rank to ask for
        client.get(MINE)
