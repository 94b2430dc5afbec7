"""Talk and reports over HTTP: who may, what is refused, what is shown."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Message, Report
from games.services import tables
from players.models import User
from players.services.accounts import make_guest
from players.services.blocks import mute
from players.services.tokens import create_token
from tests.games.api.conftest import private_table
from tests.games.at_the_table import live_hand, people, person, table_of
from tests.games.services.test_talk import rated_game

pytestmark = pytest.mark.django_db


def messages(table):
    return f"/tables/{table.pk}/messages/"


def code(answer):
    return answer[0], answer[1]["error"]["code"]


def by_token(user, *scopes):
    client = Client(headers={"Authorization": f"Token {secret_of(user, *scopes)}"})
    return lambda path, body: client.post(f"/api/v1{path}", body, content_type="application/json")


def secret_of(user, *scopes):
    return create_token(user=user, name="program", scopes=scopes).secret


# -- talk --------------------------------------------------------------------------------------


def test_what_is_said_in_a_seat_is_read_in_the_other_seats_the_newest_first(api):
    a, b = people(2)
    table = table_of(a, b)
    status, said = api(a).post(messages(table), {"text": "Hello <b>Bob</b>"})
    assert status == 201
    api(b).post(messages(table), {"phrase": "hi"})
    status, listed = api(a).get(messages(table))
    assert (status, listed["count"]) == (200, 2)
    assert listed["results"][1] == said
    assert said["text"] == "Hello <b>Bob</b>"
    assert (listed["results"][0]["phrase"], listed["results"][0]["seat"]) == ("hi", "E")


def test_who_sits_and_who_looks_on_do_not_read_each_other(api):
    a, watcher = people(2)
    table = table_of(a)
    api(a).post(messages(table), {"text": "in my seat"})
    api(watcher).post(messages(table), {"text": "from outside"})
    texts = [
        [one["text"] for one in api(user).get(messages(table))[1]["results"]]
        for user in (a, watcher)
    ]
    assert texts == [["in my seat"], ["from outside"]]


def test_nobody_and_a_guest_looking_on_read_and_say_nothing(api):
    table = table_of(person())
    api(table.host).post(messages(table), {"phrase": "hi"})
    assert code(api().get(messages(table))) == (401, "NOT_AUTHENTICATED")
    assert code(api().post(messages(table), {"phrase": "hi"})) == (401, "NOT_AUTHENTICATED")
    guest = api(make_guest())
    assert guest.get(messages(table))[1]["results"] == []
    assert code(guest.post(messages(table), {"phrase": "hi"})) == (403, "ACCOUNT_NEEDED")


def test_a_private_tables_talk_looks_like_no_table_at_all(api):
    host, friend, stranger = people(3)
    table = private_table(host, friend)
    api(host).post(messages(table), {"text": "secret plans"})
    nothing = "/tables/00000000-0000-4000-8000-000000000000/messages/"
    for ask in (api(stranger).get, lambda path: api(stranger).post(path, {"phrase": "hi"})):
        assert ask(messages(table)) == ask(nothing)
        assert ask(nothing)[0] == 404
    assert api(friend).get(messages(table))[1]["count"] == 1


def test_who_was_muted_is_not_in_the_list(api):
    a, b = people(2)
    table = table_of(a, b)
    api(b).post(messages(table), {"phrase": "hi"})
    mute(user=a, username=b.username)
    assert api(a).get(messages(table))[1]["count"] == 0
    assert api(b).get(messages(table))[1]["count"] == 1


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, "INVALID"),
        ({"phrase": "xx"}, "INVALID"),
        ({"phrase": None}, "INVALID"),
        ({"text": 5}, "INVALID"),
        ({"text": "two\nlines"}, "BAD_TEXT"),
        ({"text": "x" * 201}, "BAD_TEXT"),
        ({"text": "hi", "phrase": "hi"}, "INVALID"),
        ([], "MALFORMED"),
    ],
)
def test_what_is_no_message_is_malformed(api, body, refusal):
    a = person()
    table = table_of(a)
    assert code(api(a).post(messages(table), body)) == (400, refusal)
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("scopes", "status"), [(["read"], 403), (["bot"], 403), (["organise"], 403), (["play"], 201)]
)
def test_a_token_talks_with_the_scope_play_only(scopes, status):
    a = person()
    table = table_of(a)
    assert by_token(a, *scopes)(messages(table), {"phrase": "hi"}).status_code == status


def test_at_a_rated_table_a_token_reads_and_does_not_talk(api):
    players = people()
    game = rated_game(players)
    api(players[0]).post(messages(game.table), {"phrase": "hi"})
    refused = by_token(players[0], "play")(messages(game.table), {"phrase": "back"})
    assert code((refused.status_code, refused.json())) == (403, "RATED_BROWSER_ONLY")
    headers = {"Authorization": f"Token {secret_of(players[1], 'read')}"}
    listed = Client(headers=headers).get(f"/api/v1{messages(game.table)}").json()
    assert [one["phrase"] for one in listed["results"]] == ["hi"]


def test_a_rated_hand_takes_no_text_and_no_word_on_the_play(api):
    players = people()
    game = rated_game(players)
    one = api(players[0])
    assert code(one.post(messages(game.table), {"text": "hi"})) == (422, "PHRASES_ONLY")
    assert code(one.post(messages(game.table), {"phrase": "ns"})) == (422, "NOT_DURING_HAND")
    assert one.post(messages(game.table), {"phrase": "brb"})[0] == 201
    assert code(one.post(messages(game.table), {"phrase": "brb"})) == (409, "SAID_ALREADY")


def test_a_suspended_player_neither_reads_nor_says(api):
    a, b = people(2)
    table = table_of(a, b)
    one = api(a)
    User.objects.filter(pk=a.pk).update(is_active=False)
    assert one.get(messages(table))[0] == 401
    assert one.post(messages(table), {"phrase": "hi"})[0] == 401


def test_who_gets_up_reads_the_table_no_more(api):
    a, b = people(2)
    table = table_of(a, b)
    api(a).post(messages(table), {"text": "for the table"})
    tables.leave_table(user=b, table_id=table.pk)
    assert api(b).get(messages(table))[1]["results"] == []


def test_the_list_costs_the_same_however_much_was_said(api, django_assert_max_num_queries):
    a = person()
    table = table_of(a)
    Message.objects.bulk_create(
        Message(table=table, author=a, audience="table", phrase="hi", at=timezone.now())
        for _ in range(60)
    )
    one = api(a)
    with django_assert_max_num_queries(12):
        listed = one.get(messages(table), limit="50")[1]
    assert len(listed["results"]) == 50
    assert listed["next"]


# -- reports -----------------------------------------------------------------------------------


def complaint(other, **more):
    return {"username": other.username, "reason": "stalling", **more}


def test_a_report_is_shown_to_its_maker_and_to_nobody_else(api, game, four):
    a, b = four[:2]
    body = complaint(b, hand=live_hand(game).pk, text="Every turn to the last second")
    status, made = api(a).post("/reports/", body)
    assert status == 201
    assert (made["username"], made["status"], made["game"]) == (b.username, "open", str(game.pk))
    assert api(a).get("/reports/")[1]["results"] == [made]
    assert api(b).get("/reports/")[1]["results"] == []
    assert api(b).get("/players/me/sanctions/")[1]["results"] == []


def test_nobody_makes_a_report_and_a_guest_in_a_seat_does(api, four):
    a = four[0]
    guest = make_guest()
    table = table_of(a)
    tables.join_table(user=guest, table_id=table.pk)
    assert api().post("/reports/", complaint(a))[0] == 401
    assert api().get("/reports/")[0] == 401
    assert api(guest).post("/reports/", {**complaint(a), "reason": "name"})[0] == 201


@pytest.mark.parametrize(("scope", "status"), [("read", 403), ("bot", 403), ("play", 201)])
def test_a_token_reports_with_the_scope_play_only(scope, status):
    a, b = people(2)
    sent = by_token(a, scope)("/reports/", {**complaint(b), "reason": "name"})
    assert sent.status_code == status


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": "hunch"},
        {"reason": None},
        {"text": "x" * 1001},
        {"text": 5},
        {"hand": "7"},
        {"hand": 2**62, "text": None},
        {"hand": -1},
        {"game": "x"},
        {"hand": 7, "game": "00000000-0000-4000-8000-000000000000"},
        {"username": None},
        {"hand": None},
    ],
)
def test_a_malformed_report_is_refused(api, game, four, wrong):
    body = complaint(four[1], hand=live_hand(game).pk) | wrong
    answer = api(four[0]).post("/reports/", body)
    assert code(answer) == (400, "INVALID")
    assert not Report.objects.exists()


def test_a_private_hand_is_no_hand_to_a_stranger(api, private_game):
    one, other = people(2)
    about = complaint(other, hand=live_hand(private_game).pk)
    absent = complaint(other, hand=987_654)
    assert api(one).post("/reports/", about) == api(one).post("/reports/", absent)
