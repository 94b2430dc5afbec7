"""Figures over HTTP: public, of public games only, with their counts."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone

from games.services import tables
from players.models import Scope
from players.services.accounts import make_guest
from players.services.tokens import create_token
from ratings.engine.counted import PlayerSums, Results
from ratings.engine.figures import FIGURE_NAMES, HandFigures
from ratings.models import PlayerFigures
from ratings.selectors.figures import told
from ratings.services.counting import count
from tests.games.at_the_table import people, person
from tests.ratings.finished import finished_game, mark_rated, rated_game

pytestmark = pytest.mark.django_db
API = "/api/v1"


@pytest.fixture
def four():
    return [person(name) for name in ("Anna", "Bert", "Cleo", "Dora")]


@pytest.fixture
def games(four):
    """Two games with the same partners and one with others; the last is rated."""
    anna, bert, cleo, dora = four
    found = [finished_game(*four), finished_game(anna, cleo, bert, dora), rated_game(*four)]
    mark_rated(found[-1])
    for game in found:
        assert count(game_id=game.pk, now=timezone.now())
    return found


def read(path: str, client: Client | None = None, **query: str):
    response = (client or Client()).get(API + path, query)
    return SimpleNamespace(status=response.status_code, body=response.json(), raw=response)


def test_statistics_tell_rates_with_their_counts(four, games):
    found = read("/players/anna/statistics/").body
    hands = sum(game.hands_settled for game in games)
    told_of = (found["username"], found["ladder"], found["games"], found["hands"])
    assert told_of == ("Anna", None, 3, hands)
    won = sum(game.winner == 0 for game in games)
    assert (found["won"]["count"], found["won"]["of"]) == (won, 3)
    assert found["won"]["low"] <= won / 3 <= found["won"]["high"]
    assert found["contracts_made"]["count"] + found["sets"]["count"] == found["sets"]["of"]
    points = [game.scores[0] for game in games]
    assert found["points_per_game"] == round(sum(points) / 3, 3)
    assert found["points_per_hand"] == round(sum(points) / hands, 3)


def test_statistics_are_told_by_ladder_and_their_parts_make_the_whole(four, games):
    whole, rated, unrated = (
        read("/players/Anna/statistics/", **query).body
        for query in ({}, {"ladder": "classic"}, {"ladder": "unrated"})
    )
    assert (rated["games"], unrated["games"], whole["games"]) == (1, 2, 3)
    assert rated["hands"] + unrated["hands"] == whole["hands"]
    assert read("/players/Anna/statistics/", ladder="duplicate").body["games"] == 0


def test_a_player_without_games_has_no_rates(four):
    found = read("/players/Dora/statistics/").body
    assert (found["games"], found["won"]["value"], found["bags_per_hand"]) == (0, None, None)
    assert read("/players/Dora/partners/").body["results"] == []


@pytest.mark.parametrize("ladder", ["nothing", "x" * 41, "", "classic\x00"])
def test_a_ladder_that_is_none_is_a_400(four, ladder):
    answer = read("/players/Anna/statistics/", ladder=ladder)
    assert answer.status == 400
    assert answer.body["error"]["code"] in ("INVALID", "MALFORMED")


def test_partners_come_with_the_most_games_first_and_a_link_to_them(four, games):
    found = read("/players/Anna/partners/").body
    assert list(found) == ["count", "next", "previous", "results"]
    assert [(line["partner"], line["record"]["games"]) for line in found["results"]] == [
        ("Cleo", 2),
        ("Bert", 1),
    ]
    together = Client().get(found["results"][0]["head_to_head_url"]).json()
    assert together["partners"] == found["results"][0]["record"]


def test_partners_come_in_pages(four, games):
    found = read("/players/Anna/partners/", limit="1").body
    assert (found["count"], len(found["results"])) == (2, 1)
    rest = Client().get(found["next"]).json()
    assert [line["partner"] for line in rest["results"]] == ["Bert"]
    assert read("/players/Anna/partners/", limit="0").status == 400
    assert read("/players/Anna/partners/", page="9").status == 404


def test_head_to_head_is_the_same_game_from_both_sides(four, games):
    one = read("/players/Anna/head-to-head/Bert/").body
    two = read("/players/bert/head-to-head/ANNA/").body
    assert (one["player"], one["other"]) == (two["other"], two["player"]) == ("Anna", "Bert")
    ours, theirs = one["opponents"], two["opponents"]
    assert ours["games"] == theirs["games"] == 2
    assert (ours["wins"], ours["losses"]) == (theirs["losses"], theirs["wins"])
    assert ours["points_per_game"] == theirs["points_against_per_game"]
    assert one["partners"] == two["partners"]
    assert one["partners"]["games"] == 1


def test_head_to_head_links_to_the_games_of_both_the_newest_first(four, games):
    recent = read("/players/Anna/head-to-head/Bert/").body["recent"]
    assert [meeting["game"] for meeting in recent] == [str(game.pk) for game in games[::-1]]
    assert [meeting["rated"] for meeting in recent] == [True, False, False]
    for meeting, game in zip(recent, games[::-1], strict=True):
        told = Client().get(meeting["game_url"]).json()
        seats = ("N", "S") if told["winner"] == "NS" else ("E", "W")
        winners = [player["name"] for player in told["players"] if player["seat"] in seats]
        assert sorted(meeting["won_by"]) == sorted(winners)
        assert Client().get(meeting["hands_url"]).json()["count"] == game.hands_settled


def test_two_who_never_met_have_an_empty_record(four):
    found = read("/players/Anna/head-to-head/Bert/").body
    assert (found["opponents"]["games"], found["recent"]) == (0, [])
    assert found["opponents"]["won"]["value"] is None


@pytest.mark.parametrize(
    "path",
    [
        "/players/nobody-here/statistics/",
        "/players/nobody-here/partners/",
        "/players/Anna/head-to-head/nobody-here/",
        "/players/nobody-here/head-to-head/Anna/",
        "/players/Anna/head-to-head/anna/",
    ],
)
def test_who_is_not_there_is_a_404(four, path):
    answer = read(path)
    assert (answer.status, answer.body["error"]["code"]) == (404, "NOT_FOUND")


def test_everybody_reads_the_same(four, games):
    paths = (
        "/players/Anna/statistics/",
        "/players/Anna/partners/",
        "/players/Anna/head-to-head/Bert/",
    )
    token = create_token(user=person(), name="x", scopes=[Scope.READ]).secret
    for path in paths:
        public = read(path).body
        for user in (four[0], four[1], person(), make_guest()):
            client = Client()
            client.force_login(
                getattr(user, "user", user), backend="django.contrib.auth.backends.ModelBackend"
            )
            assert read(path, client).body == public
        answer = Client().get(API + path, headers={"Authorization": f"Token {token}"})
        assert answer.json() == public


def test_nobody_writes_figures(four):
    for path in ("statistics/", "partners/", "head-to-head/Bert/"):
        client = Client()
        client.force_login(four[0], backend="django.contrib.auth.backends.ModelBackend")
        assert client.post(f"{API}/players/Anna/{path}").status_code == 405


def test_private_games_show_nowhere(four):
    """S07"""
    game = finished_game(*people(3), four[0], public=False)
    count(game_id=game.pk, now=timezone.now())
    host = game.table.host
    tables.publish_hands(user=host, table_id=game.table_id, published=True)
    assert read(f"/players/{host.username}/statistics/").body["games"] == 0
    assert read(f"/players/{host.username}/partners/").body["count"] == 0
    versus = read(f"/players/{host.username}/head-to-head/Anna/").body
    assert (versus["opponents"]["games"], versus["recent"]) == (0, [])


def test_reads_carry_an_etag_and_open_to_any_origin(four, games):
    answer = read("/players/Anna/statistics/").raw
    assert answer["Access-Control-Allow-Origin"] == "*"
    again = Client().get(
        f"{API}/players/Anna/statistics/", headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/players/Anna/statistics/", 2),
        ("/players/Anna/statistics/?ladder=classic", 3),
        ("/players/Anna/partners/", 3),
        ("/players/Anna/head-to-head/Bert/", 6),
    ],
)
def test_reads_take_the_same_number_of_queries_however_much_was_played(
    four, games, path, queries, django_assert_num_queries
):
    with django_assert_num_queries(queries):
        Client().get(API + path)
    more = [finished_game(four[0], *people(3)) for _ in range(2)]
    for game in more:
        count(game_id=game.pk, now=timezone.now())
    with django_assert_num_queries(queries):
        Client().get(API + path)


def test_every_figure_that_is_counted_is_told():
    """Each sum moves something that is shown."""
    parts = ("_made", "_set", "_broken", "_won", "exact_bids", "spade_leads")
    usual = {name: 10 if name.endswith(parts) else 40 for name in FIGURE_NAMES}
    usual |= {"hands": 200, "bid_ms": 90_000, "card_ms": 90_000}
    sums = PlayerSums(Results(7, 5, 2, 70, 60), HandFigures(**usual))
    for name in FIGURE_NAMES:
        more = PlayerSums(sums.results, sums.figures + HandFigures(**{name: usual[name] // 5}))
        assert told(more) != told(sums), name


def test_a_figure_added_later_counts_from_nothing(four, games):
    row = PlayerFigures.objects.filter(player=four[0]).first()
    del row.sums["spade_leads"]
    row.save(update_fields=["sums"])
    assert read("/players/Anna/statistics/").status == 200
