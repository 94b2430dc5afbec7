"""Parties over HTTP: inviting by link, by name, from recent partners; joining and leaving."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from players.models import Block
from players.services.tokens import create_token
from ratings.models import Party, PartyInvitation, PartyMember, Ticket
from ratings.services.queue_upkeep import tidy
from tests.games.api.conftest import API
from tests.games.at_the_table import people, person, started, table_of
from tests.ratings.in_the_queue import all_ready, called, ladder, party_of, serving, wait

pytestmark = pytest.mark.django_db


def code(answer):
    status, body = answer
    return status, body["error"]["code"]


def test_a_link_brings_two_together(api):
    alice, bruno = api(person("alice")), api(person("bruno"))
    status, mine = alice.post("/parties/", {})
    assert (status, mine["party"]["partner"]) == (200, None)
    assert len(mine["party"]["code"]) == 10  # of 30 letters: 49 bits
    status, theirs = bruno.post("/parties/join/", {"code": mine["party"]["code"].lower()})
    assert (status, theirs["party"]["partner"]) == (200, "alice")
    mine = alice.get("/parties/")[1]["party"]
    assert (mine["partner"], mine["code"]) == ("bruno", None)


def test_an_invitation_by_name_is_accepted(api):
    alice, bruno = api(person("alice")), api(person("bruno"))
    alice.post("/parties/", {"player": "BRUNO"})
    (invitation,) = bruno.get("/parties/")[1]["invitations"]
    assert invitation["host"] == "alice"
    answer = {"party": invitation["party"], "accept": True}
    assert bruno.post("/parties/invitations/", answer)[1]["party"]["partner"] == "alice"
    assert bruno.post("/parties/invitations/", answer)[0] == 200  # a second click
    assert not PartyInvitation.objects.exists()


def test_an_invitation_is_declined_and_gone(api):
    alice, bruno = api(person("alice")), api(person("bruno"))
    alice.post("/parties/", {"player": "bruno"})
    (invitation,) = bruno.get("/parties/")[1]["invitations"]
    for _ in range(2):
        answer = bruno.post(
            "/parties/invitations/", {"party": invitation["party"], "accept": False}
        )
        assert (answer[0], answer[1]["invitations"]) == (200, [])
    answer = bruno.post("/parties/invitations/", {"party": invitation["party"], "accept": True})
    assert code(answer) == (404, "NOT_INVITED")
    assert alice.get("/parties/")[1]["party"]["invited"] == []


def test_recent_partners_are_the_accounts_one_sat_opposite_of(api):
    four = people(4)
    game = started(table_of(*four))
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=timezone.now())
    assert api(four[0]).get("/parties/")[1]["recent_partners"] == [four[2].username]
    assert api(four[3]).get("/parties/")[1]["recent_partners"] == [four[1].username]


@pytest.mark.parametrize("wrong", ["ABCDEFGHJK", "", "x" * 33])
def test_a_wrong_code_admits_nowhere(api, wrong):
    status, _body = api(person()).post("/parties/join/", {"code": wrong})
    assert status in (400, 404)
    assert not PartyMember.objects.exists()


def test_tries_of_codes_are_limited_by_account_and_address(api, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "party_code": (3, 12_345_678)}
    api(person()).post("/parties/", {})
    thief = api(person())
    found = [thief.post("/parties/join/", {"code": f"ABCDEFGH{n:02}"})[0] for n in range(5)]
    assert found == [404, 404, 404, 429, 429]
    assert api(person()).post("/parties/join/", {"code": "ABCDEFGHJK"})[0] == 429  # same address


def test_a_code_and_an_invitation_admit_for_an_hour(api):
    alice, bruno = person("alice"), person("bruno")
    party = api(alice).post("/parties/", {"player": "bruno"})[1]["party"]
    Party.objects.update(open_until=timezone.now() - timedelta(seconds=1))
    assert code(api(bruno).post("/parties/join/", {"code": party["code"]})) == (404, "WRONG_CODE")
    answer = api(bruno).post("/parties/invitations/", {"party": party["id"], "accept": True})
    assert code(answer) == (404, "NOT_INVITED")
    tidy(now=timezone.now())
    assert not Party.objects.exists()


def test_a_third_finds_the_party_complete(api):
    now = timezone.now()
    alice, bruno, chloe = people(3)
    open_party = api(alice).post("/parties/", {})[1]["party"]
    api(bruno).post("/parties/join/", {"code": open_party["code"]})
    assert code(api(chloe).post("/parties/join/", {"code": open_party["code"]})) == (
        409,
        "PARTY_FULL",
    )
    assert PartyMember.objects.count() == 2
    assert now < timezone.now()


def test_who_has_a_partner_opens_and_joins_no_other_party(api):
    now = timezone.now()
    alice, bruno, chloe = people(3)
    party_of(alice, bruno, now=now)
    other = api(chloe).post("/parties/", {})[1]["party"]
    assert code(api(alice).post("/parties/", {})) == (409, "IN_PARTY")
    assert code(api(alice).post("/parties/join/", {"code": other["code"]})) == (409, "IN_PARTY")


def test_an_empty_party_of_one_s_own_is_given_up_for_another(api):
    alice, bruno = people(2)
    api(alice).post("/parties/", {})
    other = api(bruno).post("/parties/", {})[1]["party"]
    assert api(alice).post("/parties/join/", {"code": other["code"]})[0] == 200
    assert Party.objects.count() == 1


@pytest.mark.parametrize("who", ["nobody", "guest", "self", "blocker"])
def test_who_cannot_be_invited_is_not_told_apart(api, who):
    alice = person("alice")
    person("Guest-1", is_guest=True)
    Block.objects.create(blocker=person("blocker"), blocked=alice)
    name = {"nobody": "zoe", "guest": "Guest-1", "self": "alice", "blocker": "blocker"}[who]
    status, body = api(alice).post("/parties/", {"player": name})
    assert (status, body["error"]["code"]) == (422, "CANNOT_INVITE")
    assert body["error"]["message"] == "This player cannot be invited."
    assert not Party.objects.exists()


def test_who_blocked_the_host_does_not_get_in_by_the_code(api):
    alice, bruno = people(2)
    party = api(alice).post("/parties/", {})[1]["party"]
    Block.objects.create(blocker=alice, blocked=bruno)
    answer = api(bruno).post("/parties/join/", {"code": party["code"]})
    assert code(answer) == (404, "WRONG_CODE")


def test_leaving_ends_the_party_and_the_wait_of_both(api):
    ladder()
    now = serving()
    alice, bruno = people(2)
    party_of(alice, bruno, now=now)
    wait(alice, now=now)
    assert api(bruno).delete("/parties/") == 200
    assert not Party.objects.exists()
    assert Ticket.objects.get().status == Ticket.Status.LEFT
    assert api(bruno).delete("/parties/") == 200


def test_a_party_survives_its_game(api):
    ladder()
    now = serving()
    alice, bruno, chloe, dmitri = people(4)
    party_of(alice, bruno, now=now)
    party_of(chloe, dmitri, now=now)
    check, _ = called(now, [alice, chloe])
    all_ready(check, [alice, bruno, chloe, dmitri], now=now)
    assert check.game_id
    assert api(alice).get("/parties/")[1]["party"]["partner"] == bruno.username


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/parties/", {}),
        ("delete", "/parties/", None),
        ("post", "/parties/join/", {"code": "ABCDEFGHJK"}),
        ("post", "/parties/invitations/", {"party": str(uuid.uuid4()), "accept": True}),
    ],
)
def test_parties_are_for_accounts_by_session(api, method, path, body):
    alice = person("alice")
    secret = create_token(user=alice, name="program", scopes=("read", "play")).secret
    program = Client(headers={"authorization": f"Token {secret}"})
    assert program.get(API + "/parties/").status_code == 200
    assert Client().get(API + "/parties/").status_code == 401
    for client, status in ((program, 403), (Client(), 401)):
        answer = getattr(client, method)(API + path, body, content_type="application/json")
        assert answer.status_code == status
    assert not Party.objects.exists()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/parties/", {"player": 7}),
        ("/parties/join/", {}),
        ("/parties/invitations/", {"party": "x", "accept": True}),
        ("/parties/invitations/", {"party": str(uuid.uuid4())}),
    ],
)
def test_malformed_wishes_are_a_400(api, path, body):
    assert code(api(person()).post(path, body)) == (400, "INVALID")


def test_a_guest_opens_and_joins_no_party(api):
    guest = api(person(is_guest=True))
    party = api(person()).post("/parties/", {})[1]["party"]
    for answer in (
        guest.post("/parties/", {}),
        guest.post("/parties/join/", {"code": party["code"]}),
    ):
        assert code(answer) == (403, "ACCOUNT_NEEDED")
