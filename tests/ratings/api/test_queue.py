"""The queue over HTTP: who may, what is refused, what is shown."""

import uuid

import pytest
from django.test import Client
from django.utils import timezone

from players.services.tokens import create_token
from ratings.models import ReadyCheck, Ticket, TicketPlayer
from ratings.services import rounds
from tests.games.api.conftest import API
from tests.games.at_the_table import people, person
from tests.ratings.in_the_queue import called, ladder, serving, wait

pytestmark = pytest.mark.django_db

JOIN = {"ladders": ["classic"]}


@pytest.fixture(autouse=True)
def _open():
    ladder()
    serving()


def by_token(user, *scopes):
    secret = create_token(user=user, name="program", scopes=scopes).secret
    return Client(headers={"authorization": f"Token {secret}"})


def test_anybody_sees_who_waits_and_nobody_else_s_ticket(api):
    wait(*people(3), now=timezone.now())
    status, body = api().get("/queue/")
    assert status == 200
    assert body["queue"] is None
    assert [(each["ladder"], each["waiting"]) for each in body["ladders"]] == [("classic", 3)]


def test_one_queues_sees_the_place_and_leaves(api):
    me = api(person("alice"))
    status, body = me.post("/queue/", JOIN)
    assert (status, body["queue"]["ticket"]["ladders"]) == (200, ["classic"])
    assert body["queue"]["ticket"]["reach"] == 150
    assert (
        me.post("/queue/", JOIN)[1]["queue"]["ticket"]["since"]
        == (body["queue"]["ticket"]["since"])
    )
    assert me.delete("/queue/") == 200
    assert me.get("/queue/")[1]["queue"]["ticket"] is None


def test_four_people_get_a_table_over_http(api):
    four = [api(user) for user in people(4)]
    for each in four:
        each.post("/queue/", JOIN)
    rounds.run_round(now=timezone.now())
    for number, each in enumerate(four):
        check = each.get("/queue/")[1]["queue"]["ready_check"]
        assert (check["ready"], check["of"]) == (number, 4)
        status, body = each.post("/queue/ready/", {"ready_check": check["id"], "ready": True})
        assert status == 200
    game = body["queue"]["rated_game"]
    status, table = four[0].get(f"/tables/{game['table']}/")
    assert status == 200
    assert {seat["kind"] for seat in table["seats"]} == {"person"}


def test_a_poll_of_the_session_is_a_sign_of_life_and_that_of_a_token_is_not(api):
    alice = person("alice")
    me = api(alice)
    me.post("/queue/", JOIN)
    old = timezone.now() - timezone.timedelta(seconds=20)
    TicketPlayer.objects.update(seen_at=old)
    by_token(alice, "read").get(API + "/queue/")
    assert TicketPlayer.objects.get().seen_at == old
    me.get("/queue/")
    assert TicketPlayer.objects.get().seen_at > old


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/queue/", JOIN),
        ("delete", "/queue/", None),
        ("post", "/queue/ready/", {"ready_check": str(uuid.uuid4()), "ready": True}),
    ],
)
def test_tokens_read_and_nothing_else(method, path, body):
    alice = person("alice")
    program = by_token(alice, "read", "play", "bot")
    assert program.get(API + "/queue/").status_code == 200
    answer = getattr(program, method)(API + path, body, content_type="application/json")
    assert answer.status_code == 403
    assert not Ticket.objects.exists()
    nobody = getattr(Client(), method)(API + path, body, content_type="application/json")
    assert nobody.status_code == 401


def test_a_guest_is_told_to_open_an_account(api):
    status, body = api(person(is_guest=True)).post("/queue/", JOIN)
    assert (status, body["error"]["code"]) == (403, "ACCOUNT_NEEDED")


def test_a_suspended_player_has_no_session_to_queue_with(api):
    alice = person("alice")
    me = api(alice)
    alice.is_active = False
    alice.save(update_fields=["is_active"])
    assert me.post("/queue/", JOIN)[0] == 401


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ladders": []},
        {"ladders": "classic"},
        {"ladders": [1]},
        {"ladders": ["classic"] * 21},
        {"ladders": ["classic"], "as_party": "yes"},
    ],
)
def test_a_malformed_wish_is_a_400_and_nobody_waits(api, body):
    status, answer = api(person()).post("/queue/", body)
    assert (status, answer["error"]["code"]) == (400, "INVALID")
    assert not Ticket.objects.exists()


@pytest.mark.parametrize(
    "body", [{}, {"ready_check": "x", "ready": True}, {"ready_check": str(uuid.uuid4())}]
)
def test_a_malformed_answer_is_a_400(api, body):
    assert api(person()).post("/queue/ready/", body)[0] == 400


def test_a_ready_check_of_others_is_not_found_and_stays_as_it_was(api):
    check, _four = called(timezone.now())
    for number in (check.pk, uuid.uuid4()):
        answer = api(person()).post("/queue/ready/", {"ready_check": str(number), "ready": False})
        assert (answer[0], answer[1]["error"]["code"]) == (404, "NOT_FOUND")
    check.refresh_from_db()
    assert check.status == ReadyCheck.Status.OPEN


def test_unrated_play_against_bots_goes_on_while_one_waits(api):
    alice = person("alice")
    me = api(alice)
    me.post("/queue/", JOIN)
    status, table = me.post("/tables/play-now/", {"preset": "classic"})
    assert (status, table["status"]) == (200, "playing")
    assert me.get("/queue/")[1]["queue"]["ticket"]
    wait(*people(3), now=timezone.now())
    rounds.run_round(now=timezone.now())
    check = ReadyCheck.objects.get()
    for seat in check.seats.all():
        api(seat.player).post("/queue/ready/", {"ready_check": str(check.pk), "ready": True})
    assert me.get("/queue/")[1]["queue"]["rated_game"]
    assert me.get(f"/tables/{table['id']}/")[1]["you"] == "N"  # nobody was made to leave it


def test_the_queue_is_shown_in_a_constant_number_of_queries(api, django_assert_num_queries):
    wait(*people(2), now=timezone.now())
    nobody = api()
    nobody.get("/queue/")
    with django_assert_num_queries(2):  # waits; ladders with their people (hours are remembered)
        nobody.get("/queue/")
    ladder("quick")
    wait(*people(5), now=timezone.now(), ladders=["classic", "quick"])
    with django_assert_num_queries(2):
        nobody.get("/queue/")
