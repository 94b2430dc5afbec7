"""The pages, from the first visit to the record of a hand."""

from typing import Any

import pytest
from django.test import Client

from games import presence
from games.models import Hand, Table
from games.services import tables
from players.models import User
from tests.games.at_the_table import person, play_on, started, table_of

pytestmark = pytest.mark.django_db

PAGES = [
    "/",
    "/lobby/",
    "/lobby/tables/",
    "/lobby/options/?preset=quick250",
    "/rules/",
    "/rules/classic/",
    "/rules/short300/",
    "/rules/house500/",
    "/rules/quick250/",
    "/rules/duplicate/",
    "/fair-deals/",
    "/offline/",
    "/sw.js",
    "/robots.txt",
    "/manifest.webmanifest",
    "/messages/fr.js",
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_shown_to_everybody(client: Client, path: str, language: str) -> None:
    assert client.get(path, headers={"accept-language": language}).status_code == 200


@pytest.mark.parametrize("path", ["/nothing/", "/hands/1/", "/players/nobody/", "/rules/chess/"])
def test_what_is_not_there_is_a_page_that_says_so(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert b"There is nothing here" in answer.content


@pytest.mark.parametrize("path", ["/", "/lobby/", "/nothing/"])
def test_only_own_files_run_on_a_page(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer["Content-Security-Policy"].startswith("default-src 'self';")
    page = answer.content.decode()
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page


def test_play_now_makes_a_guest_and_seats_them(client: Client) -> None:
    answer = client.post("/play/", {"preset": "classic"})
    table = Table.objects.get()
    assert answer.url == f"/tables/{table.pk}/"
    guest = User.objects.get()
    assert guest.is_guest
    assert table.seats.filter(user=guest).exists()
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_is_told_in_every_language_how_long_a_result_stays(
    client: Client, settings: Any, language: str
) -> None:
    settings.HAND_SHOWN_SECONDS = 6.5
    client.cookies["django_language"] = language
    page = client.post("/play/", {"preset": "classic"}, follow=True).content.decode()
    assert f'lang="{language}"' in page
    assert 'data-result-seconds="6.5"' in page  # not "6,5", which a script cannot read


def test_home_offers_to_continue_a_game(client: Client) -> None:
    client.post("/play/")
    page = client.get("/").content.decode()
    assert "Continue your game" in page
    assert f"/tables/{Table.objects.get().pk}/" in page


def test_home_gives_back_the_seat_one_has_left(client: Client) -> None:
    alice = person("alice")
    table = table_of(alice, public=False)
    started(table)
    tables.leave_table(user=alice, table_id=table.pk)
    client.force_login(alice)
    assert f'action="/tables/{table.pk}/sit/"' in client.get("/").content.decode()
    client.post(f"/tables/{table.pk}/sit/")
    assert table.seats.filter(user=alice).exists()


def test_a_table_is_opened_with_what_the_form_asks(client: Client) -> None:
    client.force_login(person("alice"))
    wishes = {
        "preset": "quick250",
        "name": "Thursday club",
        "access": "private",
        "fill_with_bots": "on",
        "clock": "off",
        "option_target": "150",
        "option_bag_block": "5",
        "option_floor": "",
        "option_blind_nil": "off",
    }
    client.post("/tables/new/", wishes)
    table = Table.objects.get()
    assert (table.name, table.public, table.timed) == ("Thursday club", False, False)
    assert table.rules["target"] == 150
    assert table.rules["floor"] is None
    assert table.rules["blind_nil"] == "off"
    assert table.rules["bag_penalty"] == 50


def test_a_refusal_is_shown_in_the_lobby(client: Client) -> None:
    client.force_login(person("alice"))
    wishes = {"preset": "classic", "access": "private", "option_target": "many"}
    answer = client.post("/tables/new/", wishes, follow=True)
    assert answer.redirect_chain[-1][0] == "/lobby/"
    assert b"message--error" in answer.content
    assert not Table.objects.exists()


def test_a_code_admits_to_a_private_table(client: Client) -> None:
    table = table_of(person("alice"), public=False)
    client.force_login(person("bob"))
    assert client.get(f"/tables/{table.pk}/").status_code == 404
    assert client.post("/tables/join/", {"code": table.code}).url == f"/tables/{table.pk}/"
    assert client.get(f"/tables/{table.pk}/").status_code == 200


def test_an_unknown_code_is_refused_in_words(client: Client) -> None:
    client.force_login(person("bob"))
    answer = client.post("/tables/join/", {"code": "AAAAAAAAAA"}, follow=True)
    assert b"No table has this code." in answer.content


def test_the_lobby_lists_public_tables_where_somebody_is(client: Client) -> None:
    here, gone = table_of(person("alice"), name="Here"), table_of(person("bob"), name="Gone")
    table_of(person("carol"), name="Hidden", public=False)
    presence.renew(here.pk, here.host_id)
    page = client.get("/lobby/").content.decode()
    assert "Here" in page
    assert "Gone" not in page
    assert "Hidden" not in page
    assert client.get(f"/tables/{gone.pk}/").status_code == 200


@pytest.mark.parametrize(("rated", "offered"), [(False, True), (True, False)])
def test_a_rated_table_is_watched_and_offers_nobody_a_seat(
    client: Client, rated: bool, offered: bool
) -> None:
    table = table_of(person("alice"))
    Table.objects.filter(pk=table.pk).update(rated=rated)
    presence.renew(table.pk, table.host_id)
    page = client.get("/lobby/").content.decode()
    assert f"watch-{table.pk}" in page
    assert (f"sit-{table.pk}" in page) is offered


@pytest.mark.parametrize("public", [True, False])
def test_only_a_private_table_offers_to_publish_its_hands(client: Client, public: bool) -> None:
    table = table_of(person("alice"), public=public)
    client.force_login(table.host)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert ("finished hands" in page) is not public


def test_the_rules_of_a_table_say_what_it_changes(client: Client) -> None:
    table = table_of(person("alice"), options={"target": 300}, public=False)
    client.force_login(table.host)
    page = client.get(f"/tables/{table.pk}/rules/").content.decode()
    assert "300" in page
    assert "What is different at this table" in page


@pytest.fixture
def finished_hand() -> Hand:
    """The first hand of a private game of alice's with three bots, played to its end."""
    game = started(table_of(person("alice"), public=False))
    for hand in play_on(game, 60):
        if hand.number > 1:
            break
    return Hand.objects.get(number=1)


def test_a_finished_hand_is_shown_to_who_sat_there(client: Client, finished_hand: Hand) -> None:
    path = f"/hands/{finished_hand.pk}/"
    assert client.get(path).status_code == 404
    client.force_login(User.objects.get(username="alice"))
    page = client.get(path).content.decode()
    assert 'id="record"' in page
    assert "Check it" in page
    assert client.get(f"/games/{finished_hand.game_id}/").status_code == 200


def test_a_profile_lists_only_hands_the_visitor_may_read(
    client: Client, finished_hand: Hand
) -> None:
    assert f"/hands/{finished_hand.pk}/" not in client.get("/players/alice/").content.decode()
    client.force_login(User.objects.get(username="alice"))
    assert f"/hands/{finished_hand.pk}/" in client.get("/players/Alice/").content.decode()


def test_the_language_is_kept_with_the_account(client: Client) -> None:
    alice = person("alice")
    client.force_login(alice)
    client.post("/language/", {"language": "fr", "next": "/"})
    alice.refresh_from_db()
    assert alice.language == "fr"
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert 'lang="fr"' in elsewhere.get("/").content.decode()


def test_crawlers_leave_tables_and_accounts_alone(client: Client) -> None:
    assert "Disallow: /tables/" in client.get("/robots.txt").content.decode()


def test_the_app_can_be_installed(client: Client) -> None:
    manifest = client.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
