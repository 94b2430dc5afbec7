"""Tables over HTTP."""

import uuid

import pytest

from games.models import Table
from tests.games.api.conftest import private_table
from tests.games.at_the_table import people, person, started, table_of

pytestmark = pytest.mark.django_db


def test_whoever_opens_a_table_sits_at_it_as_its_host(api):
    alice = person("alice")
    status, table = api(alice).post("/tables/", {"preset": "classic", "options": {"target": 250}})
    assert status == 201
    assert (table["host"], table["you"], table["status"]) == ("alice", "N", "open")
    assert [each["field"] for each in table["differences"]] == ["target"]
    assert table["code"]


def test_opening_a_table_needs_a_player(api):
    status, body = api().post("/tables/", {"preset": "classic"})
    assert (status, body["error"]["code"]) == (401, "NOT_AUTHENTICATED")


def test_an_option_out_of_range_is_refused_by_the_rules_and_named(api):
    status, body = api(person()).post("/tables/", {"preset": "classic", "options": {"target": 0}})
    assert (status, body["error"]["code"]) == (422, "BAD_RULES")
    assert list(body["error"]["fields"]) == ["target"]
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("preset", "whist"),
        ("preset", 1),
        ("options", []),
        ("options", {"target": {"deep": 1}}),
        ("public", "yes"),
        ("public", 1),
        ("name", 12),
        ("name", "x" * 61),
        ("bid_seconds", "30"),
        ("bid_seconds", 30.0),
        ("bid_seconds", True),
        ("bid_seconds", 4),
        ("play_seconds", 2**40),
    ],
)
def test_a_malformed_table_is_a_400_or_422_that_names_the_field(api, field, value):
    status, body = api(person()).post("/tables/", {"preset": "classic"} | {field: value})
    assert status in (400, 422)
    assert any(name.split(".")[0] in (field, "target") for name in body["error"]["fields"])
    assert not Table.objects.exists()


def test_the_list_shows_public_tables_only(api):
    shown, hidden = table_of(person()), table_of(person(), public=False)
    status, body = api().get("/tables/")
    assert status == 200
    assert [table["id"] for table in body["results"]] == [str(shown.pk)]
    assert str(hidden.pk) not in str(body)


def test_the_list_is_narrowed_by_preset_and_status(api):
    table_of(person(), preset="short300")
    wanted = table_of(person(), preset="quick250")
    _, body = api().get("/tables/", preset="quick250", status="open")
    assert [table["id"] for table in body["results"]] == [str(wanted.pk)]
    assert api().get("/tables/", status="playing")[1]["results"] == []


def test_the_code_of_a_table_is_shown_to_those_seated(api):
    alice = person()
    table = table_of(alice)
    assert api(alice).get(f"/tables/{table.pk}/")[1]["code"] == table.code
    assert api(person()).get(f"/tables/{table.pk}/")[1]["code"] is None
    assert api().get(f"/tables/{table.pk}/")[1]["code"] is None


def test_a_code_admits_to_a_private_table_opposite_the_host(api):
    table, bob = table_of(person(), public=False), person("bob")
    status, joined = api(bob).post("/tables/join/", {"code": table.code.lower()})
    assert (status, joined["id"], joined["you"]) == (200, str(table.pk), "S")


def test_a_wrong_code_admits_to_nothing(api):
    status, body = api(person()).post("/tables/join/", {"code": "NOSUCHCODE"})
    assert (status, body["error"]["code"]) == (404, "WRONG_CODE")


def test_somebody_sits_down_on_the_seat_they_name(api):
    table, bob = table_of(person()), person("bob")
    status, body = api(bob).post(f"/tables/{table.pk}/seats/", {"seat": "W"})
    assert (status, body["you"]) == (200, "W")


def test_a_taken_seat_is_a_conflict(api):
    table = table_of(*people(2))
    status, body = api(person()).post(f"/tables/{table.pk}/seats/", {"seat": "E"})
    assert (status, body["error"]["code"]) == (409, "SEAT_TAKEN")


def test_a_seat_is_left_during_the_game_and_returned_to(api):
    players = people(4)
    table = started(table_of(*players)).table
    bob = api(players[1])
    assert bob.delete(f"/tables/{table.pk}/seats/") == 204
    _, shown = bob.get(f"/tables/{table.pk}/")
    assert (shown["you"], shown["you_left"], shown["seats"][1]["kind"]) == (None, "E", "bot")
    status, shown = bob.post(f"/tables/{table.pk}/seats/")
    assert (status, shown["you"], shown["seats"][1]["kind"]) == (200, "E", "person")


def test_play_now_gives_a_seat_at_a_table_with_a_game_on(api):
    status, table = api(person()).post("/tables/play-now/", {"preset": "short300"})
    assert (status, table["preset"], table["status"]) == (200, "short300", "playing")
    assert [seat["kind"] for seat in table["seats"]].count("bot") == 3


def test_the_host_starts_and_others_may_not(api):
    host, guest = people(2)
    table = table_of(host, guest)
    status, body = api(guest).post(f"/tables/{table.pk}/start/")
    assert (status, body["error"]["code"]) == (403, "NOT_HOST")
    status, game = api(host).post(f"/tables/{table.pk}/start/", {"fill_with_bots": True})
    assert (status, game["status"], game["table"]) == (201, "hashing", str(table.pk))
    assert len(bytes.fromhex(game["commitment"])) == 32


def test_starting_twice_gives_the_game_that_is_on(api):
    players = people(4)
    game = started(table_of(*players))
    _, again = api(players[0]).post(f"/tables/{game.table_id}/start/")
    assert again["id"] == str(game.pk)


def test_the_game_pauses_when_all_people_want_it_and_goes_on_when_one_ends_it(api):
    players = people(4)
    table = started(table_of(*players)).table
    for player in players:
        assert api(player).get(f"/tables/{table.pk}/")[1]["paused_until"] is None
        status, shown = api(player).post(f"/tables/{table.pk}/pause/", {"wants": True})
        assert status == 200
    assert shown["paused_until"] is not None
    assert api(players[2]).post(f"/tables/{table.pk}/pause/", {"wants": False})[0] == 200
    assert api(players[2]).get(f"/tables/{table.pk}/")[1]["paused_until"] is None


def test_the_host_empties_a_seat_rotates_the_code_and_publishes(api):
    players = people(3)
    table = private_table(*players)
    host = api(players[0])
    _, shown = host.post(f"/tables/{table.pk}/kick/", {"seat": "S"})
    assert shown["seats"][2]["kind"] == "empty"
    _, rotated = host.post(f"/tables/{table.pk}/code/")
    assert rotated["code"] != table.code
    _, shown = host.post(f"/tables/{table.pk}/publish/", {"published": True})
    assert shown["hands_published"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("kick/", {"seat": "E"}),
        ("code/", {}),
        ("publish/", {"published": True}),
        ("partners/", {}),
    ],
)
def test_what_only_the_host_may_do_is_refused_to_others(api, path, body):
    players = people(2)
    table = table_of(*players)
    status, answer = api(players[1]).post(f"/tables/{table.pk}/{path}", body)
    assert (status, answer["error"]["code"]) == (403, "NOT_HOST")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("seats/", {}),
        ("start/", {}),
        ("rematch/", {}),
        ("partners/", {}),
        ("pause/", {"wants": True}),
        ("kick/", {"seat": "E"}),
        ("code/", {}),
        ("publish/", {"published": True}),
    ],
)
def test_a_private_table_answers_a_stranger_as_one_that_does_not_exist(api, path, body):
    table, stranger = private_table(*people(2)), api(person())
    hidden = stranger.post(f"/tables/{table.pk}/{path}", body)
    absent = stranger.post(f"/tables/{uuid.uuid4()}/{path}", body)
    assert hidden == absent
    assert hidden[0] == 404


def test_a_private_table_is_not_shown_to_a_stranger(api):
    table, stranger = table_of(person(), public=False), api(person())
    hidden = stranger.get(f"/tables/{table.pk}/")
    assert hidden == stranger.get(f"/tables/{uuid.uuid4()}/")
    assert hidden[0] == 404
    assert stranger.delete(f"/tables/{table.pk}/seats/") == 404
