"""Finished hands over HTTP: pages, streams, records."""

import json
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from games.engine.record import verify_record
from games.models import Hand
from players.moments import iso
from tests.games.api.conftest import again, finish_a_hand
from tests.games.at_the_table import live_hand, person

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def hand(game) -> Hand:
    return finish_a_hand(game)


@pytest.fixture
def many(hand) -> list[Hand]:
    """Thirty hands that ended at the same moment."""
    Hand.objects.filter(pk=hand.pk).update(ended_at=NOON)
    return [hand, *again(hand, 29, ended_at=NOON)]


def walk(client, path: str, **query: str) -> list[dict]:
    """All results of a list by its next links."""
    results, (_, page) = [], client.get(path, **query)
    while True:
        results += page["results"]
        if page["next"] is None:
            return results
        _, page = client.get(page["next"])


def test_the_record_of_a_public_hand_is_enough_to_verify_it(api, hand):
    status, record = api().get(f"/hands/{hand.pk}/")
    assert (status, record["id"], record["format"]) == (200, hand.pk, "spades-hand/1")
    assert verify_record(record).ok, verify_record(record)


def test_a_record_names_who_played(api, hand, four):
    _, record = api().get(f"/hands/{hand.pk}/")
    assert [player["name"] for player in record["players"]] == [user.username for user in four]


def test_a_live_hand_has_no_record_yet(api, game, four):
    live = live_hand(game)
    assert api(four[0]).get(f"/hands/{live.pk}/") == api(four[0]).get("/hands/987654321/")
    assert api().get("/hands/")[1]["results"] == []


def test_a_hand_is_written_for_bridge_tools(api, hand):
    response = api().client.get(f"/api/v1/hands/{hand.pk}.pbn")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/x-pbn; charset=utf-8"
    assert b"[Deal " in response.content
    assert api().get("/hands/987654321.pbn")[0] == 404


def test_the_newest_hand_comes_first_and_every_list_has_one_form(api, hand):
    later = again(hand, 1, ended_at=hand.ended_at + timedelta(seconds=1))
    status, body = api().get("/hands/")
    assert status == 200
    assert list(body) == ["count", "next", "previous", "results"]
    assert [record["id"] for record in body["results"]] == [later[0].pk, hand.pk]
    assert (body["count"], body["next"], body["previous"]) == (2, None, None)


def test_a_walk_through_equal_times_repeats_and_misses_nothing(api, many):
    seen = [record["id"] for record in walk(api(), "/hands/", limit="7")]
    assert seen == sorted((hand.pk for hand in many), reverse=True)


def test_hands_that_arrive_during_a_walk_disturb_nothing(api, many):
    _, page = api().get("/hands/", limit="7")
    seen = [record["id"] for record in page["results"]]
    for number in range(200, 300):
        if page["next"] is None:
            break
        again(many[0], 1, ended_at=NOON, number=number, deal_number=number)
        _, page = api().get(page["next"])
        seen += [record["id"] for record in page["results"]]
    assert [pk for pk in seen if pk in {hand.pk for hand in many}] == sorted(
        (hand.pk for hand in many), reverse=True
    )
    assert len(seen) == len(set(seen))


def test_the_way_back_leads_through_the_same_pages(api, many):
    _, first = api().get("/hands/", limit="10")
    _, second = api().get(first["next"])
    _, third = api().get(second["next"])
    assert third["next"] is None
    _, back = api().get(third["previous"])
    assert back["results"] == second["results"]
    _, start = api().get(back["previous"])
    assert start["results"] == first["results"]
    assert start["previous"] is None


def test_a_stream_has_every_record_once_the_oldest_first(api, many):
    lines = api().lines("/hands/").splitlines()
    assert [json.loads(line)["id"] for line in lines] == sorted(hand.pk for hand in many)


def test_a_stream_goes_on_after_the_last_line_read(api, many):
    read = api().lines("/hands/", limit="11").splitlines()
    last = json.loads(read[-1])
    rest = api().lines("/hands/", cursor=f"{last['ended']}~{last['id']}").splitlines()
    assert [*read, *rest] == api().lines("/hands/").splitlines()
    new = again(many[0], 1, ended_at=NOON + timedelta(minutes=1), number=500, deal_number=500)
    last = json.loads(rest[-1])
    after = api().lines("/hands/", cursor=f"{last['ended']}~{last['id']}").splitlines()
    assert [json.loads(line)["id"] for line in after] == [new[0].pk]


def test_a_stream_longer_than_a_batch_is_whole(api, hand):
    copies = again(hand, 130)
    ids = [json.loads(line)["id"] for line in api().lines("/hands/").splitlines()]
    assert ids == sorted([hand.pk, *(copy.pk for copy in copies)])


def test_hands_are_found_by_player_table_preset_and_time(api, game, hand, four):
    def found(**query: str) -> list[int]:
        return [record["id"] for record in api().get("/hands/", **query)[1]["results"]]

    here, nothing = [hand.pk], []
    assert found(player=four[1].username.upper()) == here
    assert found(player=person().username) == nothing
    assert found(player="nobody") == nothing
    assert found(table=str(game.table_id)) == here
    assert found(table=str(uuid.uuid4())) == nothing
    assert found(preset="classic") == here
    assert found(preset="short300") == nothing
    assert found(since=iso(hand.ended_at)) == here
    assert found(until=iso(hand.ended_at)) == nothing
    assert found(until=iso(hand.ended_at + timedelta(microseconds=1))) == here


def test_the_hands_of_a_game_are_listed_with_it(api, game, hand):
    _, body = api().get(f"/games/{game.pk}/hands/")
    assert [record["id"] for record in body["results"]] == [hand.pk]
    lines = api().lines(f"/games/{game.pk}/hands/").splitlines()
    assert [json.loads(line) for line in lines] == body["results"]


def test_private_hands_are_for_those_who_sat_there(api, private_game):
    hand, stranger = finish_a_hand(private_game), api(person())
    seated = api(private_game.table.host)
    assert seated.get(f"/hands/{hand.pk}/")[0] == 200
    assert [record["id"] for record in seated.get("/hands/")[1]["results"]] == [hand.pk]
    for path in ("/hands/{}/", "/hands/{}.pbn"):
        hidden = stranger.get(path.format(hand.pk))
        assert hidden == stranger.get(path.format(987654321))
        assert hidden[0] == 404
    for path in ("/games/{}/hands/", "/games/{}/", "/games/{}/proof/", "/games/{}/view/"):
        hidden = stranger.get(path.format(private_game.pk))
        assert hidden == stranger.get(path.format(uuid.uuid4()))
        assert hidden[0] == 404
    assert stranger.get("/hands/")[1]["count"] == 0
    assert stranger.lines("/hands/") == b""


def test_published_hands_are_for_everybody(api, private_game):
    hand = finish_a_hand(private_game)
    path = f"/tables/{private_game.table_id}/publish/"
    assert api(private_game.table.host).post(path, {"published": True})[0] == 200
    assert api().get(f"/hands/{hand.pk}/")[0] == 200


@pytest.mark.parametrize(
    "query",
    [
        {"cursor": "nonsense"},
        {"cursor": "2026-13-45T99:00:00Z~1"},
        {"cursor": f"2026-05-01T12:00:00Z~{uuid.UUID(int=1)}"},
        {"cursor": "2026-05-01T12:00:00Z~\u0661"},
        {"limit": "0"},
        {"limit": "10001"},
        {"limit": "\u0665"},
        {"limit": "1e3"},
        {"limit": "9" * 40},
        {"player": "x" * 21},
        {"player": "\x00"},
        {"table": "not-a-uuid"},
        {"preset": "whist"},
        {"since": "yesterday"},
        {"since": "0001-01-01T00:00:00+14:00"},
        {"until": "99999-01-01T00:00:00Z"},
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_a_malformed_query_is_a_400_in_json(api, query, accept):
    response = api().client.get("/api/v1/hands/", query, headers={"Accept": accept})
    assert response.status_code == 400
    assert response["Content-Type"] == "application/json"
    assert response.json()["error"]["code"] in ("INVALID", "MALFORMED")


def test_a_cursor_with_the_largest_key_is_only_the_end_of_the_list(api, hand):
    path = "/hands/"
    assert api().get(path, cursor=f"0001-01-01T00:00:00Z~{'9' * 19}")[1]["results"] == []


@pytest.mark.parametrize("number", ["0", "-1", "9" * 18, "9" * 40, "\u0661", "1.5", "abc"])
def test_no_hand_has_an_odd_number(api, number):
    assert api().get(f"/hands/{number}/")[0] == 404


def test_the_schema_of_records_is_published(api):
    status, schema = api().get("/schema/hand-record.json")
    assert (status, schema["$id"]) == (200, "/api/v1/schema/hand-record.json")
