"""Rated tables over HTTP: for a browser's session only, and without a host."""

import pytest
from django.test import Client

from games.models import Game, Seat, Table
from players.services.tokens import create_guest_token
from tests.games.rated_table import RatedTable

pytestmark = pytest.mark.django_db

REFUSED = "RATED_BROWSER_ONLY"


@pytest.fixture
def table(time_machine, settings) -> RatedTable:
    return RatedTable(time_machine, settings)


@pytest.fixture
def gathering(time_machine, settings) -> RatedTable:
    return RatedTable(time_machine, settings, given=False)


def token_of(user) -> dict[str, str]:
    return {"authorization": f"Token {create_guest_token(user=user).secret}"}


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client, path, body=None, **extra):
    response = client.post(f"/api/v1/{path}", body or {}, content_type="application/json", **extra)
    return response.status_code, response.json().get("error", {}).get("code")


def bid(table) -> dict[str, object]:
    hand = table.hand
    return {"hand": hand.pk, "seq": hand.seq, "action": "b3"}


def test_a_program_may_not_act_at_a_rated_seat_and_a_browser_may(table):
    user = table.players[table.hand.to_act]
    path = f"games/{table.game.pk}/actions/"
    assert post(Client(), path, bid(table), headers=token_of(user)) == (403, REFUSED)
    assert table.hand.seq == 0
    assert post(browser_of(user), path, bid(table)) == (200, None)
    # also where the hand is at hand in this process, and for a resend of what stands
    sent = bid(table)
    following = table.players[table.hand.to_act]
    assert post(Client(), path, sent, headers=token_of(following)) == (403, REFUSED)
    assert post(browser_of(following), path, sent) == (200, None)
    assert post(Client(), path, sent, headers=token_of(following)) == (403, REFUSED)


def test_a_program_may_give_no_seed_to_a_rated_game(gathering):
    user, path = gathering.south, f"games/{gathering.game.pk}/seed/"
    sent = {"hash": "ab" * 32}
    gathering._to(gathering.game.created_at)
    Game.objects.filter(pk=gathering.game.pk).update(status="hashing")
    assert post(Client(), path, sent, headers=token_of(user)) == (403, REFUSED)
    assert gathering.record().seed_hash is None
    assert post(browser_of(user), path, sent)[0] == 200


def test_a_program_may_neither_leave_nor_come_back_for_its_player(table):
    path, token = f"tables/{table.table_id}/seats/", token_of(table.south)
    response = Client().delete(f"/api/v1/{path}", headers=token)
    assert (response.status_code, response.json()["error"]["code"]) == (403, REFUSED)
    assert table.record().quit_at is None
    assert post(Client(), path, {}, headers=token) == (403, REFUSED)


def test_a_program_reads_what_its_player_may_see(table):
    token = token_of(table.south)
    for path in (f"games/{table.game.pk}/view/", f"tables/{table.table_id}/"):
        assert Client().get(f"/api/v1/{path}", headers=token).status_code == 200
    view = Client().get(f"/api/v1/games/{table.game.pk}/view/", headers=token).json()["view"]
    assert view["seat"] == "S"
    assert len(view["holding"]) == 13


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("start/", {}),
        ("pause/", {"wants": True}),
        ("rematch/", None),
        ("partners/", None),
        ("kick/", {"seat": "E"}),
        ("code/", None),
        ("publish/", {"published": True}),
    ],
)
@pytest.mark.parametrize("over", [False, True], ids=["playing", "over"])
def test_a_rated_table_has_no_host_no_pause_and_no_second_game(table, path, body, over):
    if over:
        Table.objects.filter(pk=table.table_id).update(status="finished")
    before = Table.objects.values().get(pk=table.table_id)
    for player in table.players[:2]:
        answer = post(browser_of(player), f"tables/{table.table_id}/{path}", body)
        assert answer == (403, "RATED_TABLE")
    assert Table.objects.values().get(pk=table.table_id) == before
    assert not Seat.objects.filter(wants_pause=True).exists()
    assert not Seat.objects.filter(wants_rematch=True).exists()


def test_the_table_and_its_game_say_who_has_quit(table):
    path = f"/api/v1/tables/{table.table_id}/seats/"
    browser = browser_of(table.south)
    assert browser.delete(path).status_code == 204
    shown = browser.get(f"/api/v1/tables/{table.table_id}/").json()
    assert (shown["rated"], shown["you"], shown["you_left"], shown["host"]) == (
        True, None, "S", None
    )  # fmt: skip
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "person", "bot", "person"]
    (quitter,) = browser.get(f"/api/v1/games/{table.game.pk}/").json()["quitters"]
    assert (quitter["seat"], quitter["name"], quitter["cause"]) == (
        "S", table.south.username, "left"
    )  # fmt: skip
    assert browser.post(path, {}, content_type="application/json").json()["you"] == "S"
    assert browser.get(f"/api/v1/games/{table.game.pk}/").json()["quitters"] == [quitter]


def test_play_now_seats_nobody_at_a_rated_table(table, client):
    newcomer = browser_of(table.players[0].__class__.objects.create_user("newcomer"))
    Seat.objects.filter(table=table.table_id, index=3).update(user=None, bot="rules")
    status, _ = post(newcomer, "tables/play-now/", {})
    assert status == 200
    assert not Seat.objects.filter(table=table.table_id, taken_by__isnull=False).exists()
