"""Ladders, profiles, the queue and parties, as a browser without scripts meets them."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from bots.services import history
from games.models import Game, Table
from players.models import OffenceKind, User
from players.services.accounts import make_guest
from players.services.conduct import record_offence
from ratings.models import FinalStanding, Ladder, Party, Rating, ReadyCheck, Season, Ticket
from ratings.services import ratings
from ratings.services.counting import count
from tests.games.at_the_table import people, person
from tests.ratings.in_the_queue import called, ladder, party_of, serving, wait

pytestmark = pytest.mark.django_db


@pytest.fixture
def past(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Six rated games between the players of a demonstration, and ranks for all of them."""
    monkeypatch.setattr(history, "GAMES", 6)
    history.open_players(now=timezone.now())
    while history.play_next():
        pass
    games = list(Game.objects.order_by("created_at"))
    for game in games:
        count(game_id=game.pk, now=timezone.now())
    return games


def ranked(user: User, mu: int, **fields: Any) -> Rating:
    """A rating with a rank, counted as ranks are."""
    rating = Rating.objects.create(
        ladder=ladder(),
        player=user,
        mu=mu,
        sigma=80,
        games=30,
        wins=20,
        losses=10,
        form="WWLWL",
        last_game_at=timezone.now(),
        **fields,
    )
    was = {rating.pk: ratings.place_of(rating)}
    rating.ranked = True
    ratings.store([rating], was)
    return rating


def text_of(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "path",
    [
        "/ladders/",
        "/ladders/classic/",
        "/ladders/classic-pairs/",
        "/ladders/bots/",
        "/ladders/duplicate/",
        "/ranked/",
        "/ranked/state/",
        "/ranked/partner/",
        "/ranked/how/",
    ],
)
def test_a_stranger_sees_every_page_of_ranked_play(
    client: Client, path: str, language: str
) -> None:
    assert client.get(path, headers={"accept-language": language}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/ladders/none/",
        "/ladders/classic/?season=9",
        "/ladders/classic/?cursor=nonsense",
        "/players/nobody/and/ada/",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, path: str) -> None:
    text_of(client, path, 404)


def test_an_empty_ladder_says_what_to_do(client: Client) -> None:
    page = text_of(client, "/ladders/classic/")
    assert "Nobody is ranked here yet" in page
    assert 'href="/ranked/"' in page


def test_standings_show_rank_rating_record_and_form_in_words(client: Client) -> None:
    for name, mu in (("alice", 1700), ("boris", 1600)):
        ranked(person(name), mu)
    page = text_of(client, "/ladders/classic/")
    assert page.index("alice") < page.index("boris")
    assert "1700</strong>" in page
    assert "± 80" in page
    assert "20–10" in page
    assert "3 won, 2 lost of the last games" in page


def test_standings_page_by_cursor_and_a_player_is_found_on_any(client: Client) -> None:
    for number in range(60):
        ranked(person(f"player{number:02}"), 2000 - 10 * number)
    first = text_of(client, "/ladders/classic/")
    assert "player49" in first
    assert "player50" not in first
    cursor = client.get("/ladders/classic/").context["next"]
    second = text_of(client, "/ladders/classic/?cursor=" + cursor.replace("+", "%2B"))
    assert "player49" not in second
    assert "player50" in second
    assert '<td class="rank">51</td>' in second
    about = text_of(client, "/ladders/classic/?player=PLAYER55")
    assert '<td class="rank">56</td>' in about
    assert "player40" not in about
    assert "has no rating on this ladder" in text_of(client, "/ladders/classic/?player=nobody")


def test_i_find_myself_marked_in_words(client: Client) -> None:
    alice = person("alice")
    ranked(alice, 1700)
    client.force_login(alice)
    page = text_of(client, "/ladders/classic/?player=alice")
    assert 'class="is-me"' in page
    assert ">you</span>" in page


def test_a_season_that_is_over_keeps_its_standings(client: Client) -> None:
    now = timezone.now()
    season = Season.objects.create(
        number=1,
        starts_at=now - timedelta(days=90),
        ends_at=now - timedelta(days=1),
        rolled_over_at=now,
    )
    FinalStanding.objects.create(
        season=season,
        ladder=ladder(),
        rank=1,
        player=person("winner"),
        mu=1900,
        sigma=70,
        games=40,
        wins=30,
        losses=10,
    )
    assert "Season 1" in text_of(client, "/ladders/classic/")
    page = text_of(client, "/ladders/classic/?season=1")
    assert "Final standings of season 1" in page
    assert "winner" in page


@pytest.mark.parametrize(
    ("path", "most"),
    [("/ladders/classic/", 8), ("/ladders/", 12), ("/ranked/", 8)],
)
def test_a_page_asks_as_much_of_two_players_as_of_forty(
    client: Client, django_assert_max_num_queries: Any, path: str, most: int
) -> None:
    for many in (2, 40):
        for _ in range(many):
            ranked(person(), 1600)
        cache.clear()
        with django_assert_max_num_queries(most):
            client.get(path)


def test_a_profile_tells_the_history_and_links_every_game(client: Client, past: list[Game]) -> None:
    name = past[-1].game_seats.first().user.username
    page = text_of(client, f"/players/{name}/")
    assert "Classic 500" in page
    assert f'href="/games/{past[-1].pk}/"' in page
    assert "Rating after each game, latest first" in page
    assert "contracts made" in page


def test_lists_and_the_page_of_a_game_tell_who_played_and_who_won(
    client: Client, past: list[Game]
) -> None:
    game = past[-1]
    names = [seat.user.username for seat in game.game_seats.order_by("index")]
    sides = [" + ".join(names[side::2]) for side in (0, 1)]
    sheet = text_of(client, f"/games/{game.pk}/")
    assert all(side in sheet for side in sides)
    assert ">won<" in text_of(client, f"/players/{names[game.winner]}/")
    assert ">lost<" in text_of(client, f"/players/{names[1 - game.winner]}/")
    assert f"<td>{sides[game.winner]}</td>" in text_of(
        client, f"/players/{names[0]}/and/{names[1]}/"
    )


def test_a_secret_of_the_form_stays_out_of_the_addresses_the_list_is_asked_by(
    client: Client,
) -> None:
    assert 'hx-params="ladders,chosen"' in text_of(client, "/ranked/")


def test_a_profile_asks_as_much_of_few_games_as_of_many(
    client: Client, past: list[Game], monkeypatch: Any, django_assert_max_num_queries: Any
) -> None:
    name = past[0].game_seats.first().user.username
    for games in (6, 14):
        monkeypatch.setattr(history, "GAMES", games)
        while history.play_next():
            pass
        with django_assert_max_num_queries(24):
            client.get(f"/players/{name}/")


def test_a_rated_game_shows_what_it_did_to_the_ratings(client: Client, past: list[Game]) -> None:
    page = text_of(client, f"/games/{past[0].pk}/")
    for seat in past[0].game_seats.all():
        assert f'href="/players/{seat.user.username}/"' in page
    fragment = client.get(f"/games/{past[0].pk}/ratings/")
    assert fragment.status_code == 286  # the page that asks may stop asking
    assert fragment.content.decode().count("<li>") == 4


def test_two_players_are_compared(client: Client, past: list[Game]) -> None:
    seats = list(past[0].game_seats.all())
    one, other = seats[0].user.username, seats[1].user.username
    page = text_of(client, f"/players/{one}/and/{other}/")
    assert "Against each other" in page
    assert f"/games/{past[0].pk}/" in page
    assert client.get(f"/players/{one}/and/{one}/").status_code == 404


@pytest.mark.parametrize(
    ("query", "ticked"),
    [("", True), ("?chosen=yes", False), ("?chosen=yes&ladders=classic", True)],
)
def test_what_the_visitor_has_unticked_stays_unticked_when_the_list_comes_anew(
    client: Client, query: str, ticked: bool
) -> None:
    client.force_login(person("alice"))
    assert ("checked" in text_of(client, f"/ranked/state/{query}")) is ticked


def test_a_search_without_a_ladder_is_refused_in_words(client: Client) -> None:
    client.force_login(person("alice"))
    answer = client.post("/ranked/join/", follow=True)
    assert "Choose a ladder first." in answer.content.decode()


def test_a_rated_table_is_named_in_the_reader_s_language() -> None:
    with override("fr"):
        assert Table(name="Rated game", rated=True).title == "Partie classée"
        assert Table(name="Chez nous").title == "Chez nous"


def test_conduct_is_shown_to_its_owner_alone(client: Client) -> None:
    alice, source = person("alice"), uuid4()
    record_offence(user_id=alice.pk, kind=OffenceKind.QUIT, source=source, now=timezone.now())
    for visitor in (None, person("boris")):
        if visitor:
            client.force_login(visitor)
        page = text_of(client, "/players/alice/")
        assert "conduct" not in page
        assert str(source) not in page
    client.force_login(alice)
    page = text_of(client, "/players/alice/")
    assert "Only you see this" in page
    assert "left a rated game" in page
    assert "You may not queue until" in page
    assert "You may queue again in" in text_of(client, "/ranked/")


def test_one_queues_and_leaves(client: Client) -> None:
    ladder()
    client.force_login(person("alice"))
    assert "Find a game" in text_of(client, "/ranked/")
    client.post("/ranked/join/", {"ladders": ["classic"]})
    assert Ticket.objects.filter(status="waiting").count() == 1
    page = text_of(client, "/ranked/")
    assert "Waiting for a table" in page
    assert "Find a game" not in page
    client.post("/ranked/leave/")
    assert not Ticket.objects.filter(status="waiting").exists()


@pytest.mark.parametrize("who", ["stranger", "guest"])
def test_who_has_no_account_is_told_how_to_get_one(client: Client, who: str) -> None:
    ladder()
    if who == "guest":
        client.force_login(make_guest())
    page = text_of(client, "/ranked/")
    assert ("/accounts/signup/" if who == "stranger" else "/accounts/keep/") in page
    answer = client.post("/ranked/join/", {"ladders": ["classic"]}, follow=True)
    assert "Rated games are for registered players" in answer.content.decode()
    assert not Ticket.objects.exists()


def test_a_refusal_is_said_on_the_page_of_the_queue(client: Client) -> None:
    client.force_login(person("alice"))
    answer = client.post("/ranked/join/", {"ladders": ["none"]}, follow=True)
    assert answer.redirect_chain[-1][0] == "/ranked/"
    assert "There is no such ladder" in answer.content.decode()


def test_a_friend_comes_by_the_code_of_the_link(client: Client) -> None:
    alice, boris = person("alice"), person("boris")
    client.force_login(alice)
    client.post("/ranked/partner/open/")
    code = Party.objects.get().code
    assert f"#party={code}" in text_of(client, "/ranked/")
    friend = Client()
    friend.force_login(boris)
    friend.post("/ranked/partner/join/", {"code": code})
    assert "You play with" in text_of(friend, "/ranked/")
    assert "Queue with boris" in text_of(client, "/ranked/")
    friend.post("/ranked/partner/leave/")
    assert "You play with" not in text_of(client, "/ranked/")


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_invitation_by_name_is_answered(client: Client, answer: str) -> None:
    client.force_login(person("alice"))
    boris, friend = person("boris"), Client()
    client.post("/ranked/partner/open/", {"player": "boris"})
    friend.force_login(boris)
    assert "alice wants to play with you" in text_of(friend, "/ranked/")
    friend.post(f"/ranked/partner/{Party.objects.get().pk}/", {"accept": answer})
    assert ("You play with" in text_of(friend, "/ranked/")) == (answer == "yes")
    assert "alice wants" not in text_of(friend, "/ranked/")


def test_a_code_that_leads_nowhere_is_said(client: Client) -> None:
    client.force_login(person("alice"))
    answer = client.post("/ranked/partner/join/", {"code": "NOSUCHCODE"}, follow=True)
    assert "This code leads nowhere" in answer.content.decode()


def test_a_party_may_queue_apart(client: Client) -> None:
    now = serving()
    ladder()
    alice, boris = person("alice"), person("boris")
    party_of(alice, boris, now=now)
    client.force_login(alice)
    client.post("/ranked/join/", {"ladders": ["classic"], "alone": "yes"})
    assert Ticket.objects.get().party is None


def test_the_last_to_be_ready_is_led_to_the_table(client: Client) -> None:
    now = serving()
    check, four = called(now)
    for index, player in enumerate(four):
        client.force_login(player)
        page = text_of(client, "/ranked/")
        assert "I am ready" in page
        assert f"{index} of 4 are ready" in page
        assert not any(other.username in page for other in four if other != player)
        answer = client.post(f"/ranked/ready/{check.pk}/", {"ready": "yes"})
    check.refresh_from_db()
    assert check.status == ReadyCheck.Status.STARTED
    assert answer.url == f"/tables/{check.game.table_id}/"
    client.force_login(four[0])
    assert "To the table" in text_of(client, "/ranked/")


def test_who_says_no_is_told_how_long_to_wait(client: Client) -> None:
    check, four = called(serving())
    client.force_login(four[0])
    client.post(f"/ranked/ready/{check.pk}/", {"ready": "no"})
    page = text_of(client, "/ranked/")
    assert "You may queue again in" in page
    assert "Games against bots are open" in page


def test_a_ready_check_of_others_cannot_be_answered(client: Client) -> None:
    check, _ = called(serving())
    client.force_login(person("stranger"))
    assert client.post(f"/ranked/ready/{check.pk}/", {"ready": "yes"}).status_code == 404


def test_who_waits_is_counted(client: Client) -> None:
    now = serving()
    ladder()
    wait(*people(2), now=now)
    assert "2 people waiting" in text_of(client, "/ranked/")


def test_home_leads_to_ranked_play_and_shows_the_top(client: Client) -> None:
    ranked(person("alice"), 1700)
    page = text_of(client, "/")
    assert 'href="/ranked/"' in page
    assert "Top of the ladder" in page
    assert "alice" in page


def test_every_page_of_a_player_carries_the_call_to_the_table(client: Client) -> None:
    assert 'id="ready"' not in text_of(client, "/")
    client.force_login(person("alice"))
    for path in ("/", "/lobby/", "/rules/", "/ladders/"):
        page = text_of(client, path)
        assert 'id="ready"' in page
        assert 'id="queue-bar"' in page


def test_a_closed_ladder_is_not_offered(client: Client) -> None:
    Ladder.objects.filter(kind="players").update(is_open=False)
    client.force_login(person("alice"))
    assert "No ladder takes games at the moment" in text_of(client, "/ranked/")
