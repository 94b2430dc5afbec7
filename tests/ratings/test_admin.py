"""Ratings on the operators' site: looked at, corrected by two people, never edited."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Permission

from players.models import User
from ratings.models import Correction, JournalRow, Ladder, Rating, Season
from tests.ratings.games import classic, played, players

pytestmark = pytest.mark.django_db

SITE = "/operators/ratings/"
PAGES = ("ladder", "season", "rating", "journalrow", "ratedgame", "correction")


def operator(client, name: str) -> User:
    user = User.objects.create_superuser(name, password="a long enough phrase")
    TOTP.activate(user, generate_totp_secret())
    client.force_login(user)
    return user


@pytest.mark.parametrize("page", PAGES)
def test_it_is_there_for_operators_only(client, page):
    played(players(4))
    assert client.get(f"{SITE}{page}/").status_code == 404
    operator(client, "olga")
    assert client.get(f"{SITE}{page}/").status_code == 200


def test_no_number_is_changed_by_hand(client):
    played(players(4))
    operator(client, "olga")
    for kind, row in (
        ("rating", Rating.objects.first()),
        ("journalrow", JournalRow.objects.first()),
    ):
        path = f"{SITE}{kind}/{row.pk}/"
        assert client.get(f"{path}change/").status_code == 200
        assert client.post(f"{path}change/", {"mu": 3000}).status_code == 403
        assert client.post(f"{path}delete/", {"post": "yes"}).status_code == 403
        assert client.get(f"{SITE}{kind}/add/").status_code == 403


def test_a_ladder_is_opened_and_closed(client):
    operator(client, "olga")
    asked = {"preset": "house500", "kind": "players", "model": "elo"}
    assert client.post(f"{SITE}ladder/add/", asked).status_code == 302
    ladder = Ladder.objects.get(slug="house500")
    assert ladder.partnership_ladder.slug == "house500-pairs"
    assert client.post(f"{SITE}ladder/add/", asked).status_code == 200  # refused, and says so
    client.post(f"{SITE}ladder/", {"action": "close_to_games", "_selected_action": [ladder.pk]})
    assert not Ladder.objects.filter(preset="house500", is_open=True).exists()


def test_who_may_only_look_at_ladders_closes_none(client):
    looker = operator(client, "lukas")
    User.objects.filter(pk=looker.pk).update(is_superuser=False)
    looker.user_permissions.add(Permission.objects.get(codename="view_ladder"))
    ladder = Ladder.objects.get(slug="classic")
    assert client.get(f"{SITE}ladder/").status_code == 200
    client.post(f"{SITE}ladder/", {"action": "close_to_games", "_selected_action": [ladder.pk]})
    assert Ladder.objects.get(pk=ladder.pk).is_open


def test_a_season_is_planned(client):
    operator(client, "olga")
    path = f"{SITE}season/add/"
    assert client.post(path, {"ends_at": "2001-01-01 00:00:00"}).status_code == 200
    assert not Season.objects.exists()
    assert client.post(path, {"ends_at": "2099-01-01 00:00:00"}).status_code == 302
    assert Season.objects.get().number == 1


def test_a_game_is_annulled_by_two_operators(client):
    game = played(players(4))
    operator(client, "olga")
    chosen = {"action": "annul", "_selected_action": [str(game.pk)]}
    client.post(f"{SITE}ratedgame/", chosen)  # without a reason
    assert not Correction.objects.exists()
    client.post(f"{SITE}ratedgame/", chosen | {"reason": "dealt twice"})
    correction = Correction.objects.get()
    confirmed = {"action": "carry_out", "_selected_action": [correction.pk]}
    client.post(f"{SITE}correction/", confirmed)
    correction.refresh_from_db()
    assert correction.status == "proposed"
    operator(client, "omar")
    client.post(f"{SITE}correction/", confirmed)
    correction.refresh_from_db()
    assert correction.status == "in_force"


def test_a_refund_is_proposed_from_the_rating_of_the_player(client):
    four = players(4)
    played(four)
    operator(client, "olga")
    rating = Rating.objects.get(ladder=classic(), player=four[0])
    chosen = {"action": "refund_victims", "_selected_action": [rating.pk], "reason": "two accounts"}
    client.post(f"{SITE}rating/", chosen)
    assert Correction.objects.get().offender == four[0]
