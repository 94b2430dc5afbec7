"""Ladders and standings over HTTP: pages, ranks, who may read them, what they cost."""

import random
from urllib.parse import urlsplit

import pytest

from players.models import User
from ratings.models import Ladder, Rating
from ratings.services.ladders import open_ladder
from tests.ratings.games import classic, pairs_of, played, players
from tests.ratings.standing import filled

pytestmark = pytest.mark.django_db

LADDER = "/api/v1/ladders/classic/standings/"


def walk(client, url):
    """Every row, page by page, then back again to the first page."""
    rows, pages = [], []
    while url:
        parts = urlsplit(url)
        pages.append(client.get(f"{parts.path}?{parts.query}").json())
        rows += pages[-1]["results"]
        url = pages[-1]["next"]
    return rows, pages


def test_every_installation_has_its_ladders(client):
    classic()
    lines = {line["ladder"]: line for line in client.get("/api/v1/ladders/").json()["results"]}
    assert lines["classic"]["partnership_ladder"] == "classic-pairs"
    assert lines["classic-pairs"]["players_ladder"] == "classic"
    assert not lines["classic"]["demo"]


def test_a_demo_ladder_says_so(client):
    open_ladder(preset="classic", demo=True)
    lines = client.get("/api/v1/ladders/").json()["results"]
    demo = {line["ladder"] for line in lines if line["demo"]}
    assert demo == {"classic-demo", "classic-demo-pairs"}


def test_standings_give_each_row_once_with_its_rank(client):
    chance = random.Random(7)
    mus = [
        chance.choice([1500.0, 1500.1, 1499.9, -3.5, chance.gauss(1500, 300)]) for _ in range(95)
    ]
    filled(classic(), mus)
    rows, pages = walk(client, f"{LADDER}?limit=20")
    assert [row["rank"] for row in rows] == list(range(1, 96))
    assert [row["mu"] for row in rows] == sorted(mus, reverse=True)
    assert len({row["player"] for row in rows}) == 95
    assert {page["count"] for page in pages} == {95}
    back, _ = walk(client, pages[1]["previous"])
    assert back[:20] == rows[:20]


def test_a_row_shows_the_number_and_what_it_is_made_of(client):
    filled(classic(), [1512.6])
    (row,) = client.get(LADDER).json()["results"]
    assert row == {
        "rank": 1,
        "rating": 1513,
        "plus_minus": 80,
        "mu": 1512.6,
        "sigma": 80.0,
        "games": 20,
        "wins": 12,
        "losses": 8,
        "form": "WWLWL",
        "last_game_at": "2026-05-31T12:00:00.000000Z",
        "player": "s000",
        "pair": None,
        "history": "/api/v1/players/s000/ratings/history/?ladder=classic",
    }


def test_who_has_no_rank_is_listed_apart(client):
    filled(classic(), [1600.0])
    filled(classic(), [1700.0], ranked=False, prefix="u")
    assert [row["player"] for row in client.get(LADDER).json()["results"]] == ["s000"]
    (row,) = client.get(f"{LADDER}?ranked=false").json()["results"]
    assert (row["player"], row["rank"]) == ("u000", None)


def test_a_narrowed_list_keeps_the_ranks_of_the_ladder(client):
    filled(classic(), [1600.0, 1500.0], prefix="anna")
    filled(classic(), [1550.0, 1450.0], prefix="bert")
    rows = client.get(f"{LADDER}?name=BER").json()["results"]
    assert [(row["player"], row["rank"]) for row in rows] == [("bert000", 2), ("bert001", 4)]
    Rating.objects.filter(player__username="bert000").update(games=50)
    rows = client.get(f"{LADDER}?min_games=50").json()["results"]
    assert [(row["player"], row["rank"]) for row in rows] == [("bert000", 2)]
    assert client.get(f"{LADDER}?active_days=1").json()["results"] == []


def test_around_shows_who_is_next_above_and_below(client):
    filled(classic(), [1500.0 + n for n in range(20)])
    rows = client.get(f"{LADDER}around/S010/?limit=2").json()["results"]
    assert [(row["player"], row["rank"]) for row in rows] == [
        ("s012", 8), ("s011", 9), ("s010", 10), ("s009", 11), ("s008", 12),
    ]  # fmt: skip


def test_around_places_a_player_without_a_rank(client):
    filled(classic(), [1600.0, 1500.0])
    filled(classic(), [1550.0], ranked=False, prefix="u")
    rows = client.get(f"{LADDER}around/u000/").json()["results"]
    assert [(row["player"], row["rank"]) for row in rows] == [
        ("s000", 1),
        ("u000", None),
        ("s001", 2),
    ]


def test_around_on_a_partnership_ladder_is_about_a_pair(client):
    four = players(4)
    played(four)
    path = "/api/v1/ladders/classic-pairs/standings/around/p000/"
    assert pairs_of(classic()).slug == "classic-pairs"
    (row,) = client.get(path).json()["results"]
    assert (row["pair"], row["player"]) == (["p000", "p002"], None)
    assert client.get(f"{path}?partner=p002").status_code == 200
    assert client.get(f"{path}?partner=p001").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/ladders/nothing/standings/",
        "/api/v1/ladders/nothing/standings/around/s000/",
        f"{LADDER}around/nobody/",
        f"{LADDER}around/idle/",
    ],
)
def test_what_is_not_there_is_not_found(client, path):
    classic()
    User.objects.create(username="idle")
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    "query",
    [
        "cursor=x",
        "cursor=2026-05-31T12:00:00Z~1",
        "cursor=%2Bnan~1",
        "limit=0",
        "limit=101",
        "min_games=-1",
        "min_games=1.5",
        "active_days=0",
        "name=%25",
        "name=",
        "ranked=maybe",
    ],
)
def test_a_query_that_makes_no_sense_is_refused(client, query):
    classic()
    answer = client.get(f"{LADDER}?{query}")
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == [query.split("=")[0]]


def test_anybody_may_read_and_nobody_may_write(client):
    filled(classic(), [1500.0])
    for user in (
        None,
        User.objects.create(username="guest1", is_guest=True),
        User.objects.create(username="mona", is_staff=True),
    ):
        if user:
            client.force_login(user)
        for path in ("/api/v1/ladders/", LADDER, f"{LADDER}around/s000/", "/api/v1/seasons/"):
            assert client.get(path).status_code == 200
            assert client.post(path, {}, "application/json").status_code in (401, 405)
    assert Ladder.objects.filter(slug="classic").count() == 1


def test_standings_say_when_nothing_has_changed(client):
    filled(classic(), [1500.0])
    etag = client.get(LADDER)["ETag"]
    assert client.get(LADDER, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("rows", [3, 30])
def test_pages_cost_the_same_however_many_there_are(client, rows, django_assert_num_queries):
    filled(classic(), [1500.0 + n for n in range(rows)])
    with django_assert_num_queries(4):  # ladder, page, how many, rank of the first
        client.get(f"{LADDER}?limit=100")
    with django_assert_num_queries(4):
        client.get(f"{LADDER}?limit=100&min_games=1")
    with django_assert_num_queries(7):  # ladder, player, rating; above, below, own; rank
        client.get(f"{LADDER}around/s001/")
    with django_assert_num_queries(2):
        client.get("/api/v1/ladders/")
