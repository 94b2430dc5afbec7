"""What operators type about ratings."""

import json
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from players.models import User
from ratings.models import Correction, JournalRow, Ladder, Rating
from tests.ratings.games import classic, played, players

pytestmark = pytest.mark.django_db


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_recalculating_finds_nothing_where_nothing_is_wrong():
    played(players(4))
    found = json.loads(said("recalculate_ratings", "--ladder", "classic", "--json"))
    assert found == {
        "ladders": [{"ladder": "classic", "rows": 4, "ratings": 4, "written": 0, "differences": []}]
    }


def test_recalculating_ends_with_a_fault_until_it_may_write():
    played(players(4))
    Rating.objects.filter(ladder=classic()).update(mu=1.0)
    with pytest.raises(CommandError, match="do not follow"):
        said("recalculate_ratings")
    assert "classic: 4 rows, 4 ratings" in said("recalculate_ratings", "--write")
    said("recalculate_ratings")


def test_verify_logs_looks_at_ratings_too():
    played(players(4))
    assert json.loads(said("verify_logs", "--json"))["ratings"] == 6
    JournalRow.objects.filter(result="win").update(mu_after=2000)
    with pytest.raises(CommandError):
        said("verify_logs", "--json")


def test_a_ladder_is_opened_with_its_partnership_ladder():
    said("open_ladder", "house500", "--model", "elo")
    ladder = Ladder.objects.get(slug="house500")
    assert (ladder.model, ladder.partnership_ladder.slug) == ("elo", "house500-pairs")
    with pytest.raises(CommandError):
        said("open_ladder", "house500")
    with pytest.raises(CommandError):
        said("open_ladder", "duplicate")


def test_a_game_is_annulled_by_two_people():
    User.objects.create(username="mona", is_staff=True)
    User.objects.create(username="adam", is_staff=True, is_superuser=True)
    game = played(players(4))
    number = said("correct_ratings", "--by", "mona", "annul", str(game.pk), "--reason", "x").split(
        ":"
    )[0]
    with pytest.raises(CommandError):
        said("correct_ratings", "--by", "mona", "confirm", number)
    assert "in_force" in said("correct_ratings", "--by", "adam", "confirm", number)
    assert "reversed" in said("correct_ratings", "--by", "adam", "end", number, "--reason", "y")


@pytest.mark.parametrize("since", ["yesterday", "2026-13-01", "2026-06-01 25:00"])
def test_a_refund_is_not_of_all_time_because_its_beginning_was_mistyped(since):
    User.objects.create(username="mona", is_staff=True)
    four = players(4)
    played(four)
    refund = ("refund", four[0].username, "--ladder", "classic", "--reason", "x")
    with pytest.raises(CommandError, match="since"):
        said("correct_ratings", "--by", "mona", *refund, "--since", since)
    assert not Correction.objects.exists()


@pytest.mark.parametrize("since", ["2026-05-31", "2026-05-31 09:30", "2026-05-31T09:30Z"])
def test_a_time_without_a_zone_is_of_the_platforms(since):
    User.objects.create(username="mona", is_staff=True)
    four = players(4)
    played(four)
    refund = ("refund", four[0].username, "--ladder", "classic", "--reason", "x")
    said("correct_ratings", "--by", "mona", *refund, "--since", since)
    assert Correction.objects.get().since.date() == date(2026, 5, 31)


def test_what_is_no_game_is_refused_in_words():
    User.objects.create(username="mona", is_staff=True)
    with pytest.raises(CommandError, match="game"):
        said("correct_ratings", "--by", "mona", "annul", "nonsense", "--reason", "x")
