"""Reporting a player: about what, how often, and that the reported one never learns of it."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Message, Report
from games.services import talk
from games.services.reports import Subject, report
from players.errors import Conflict, Malformed, NotFound, RuleRefused, TooMany
from tests.games.at_the_table import live_hand, people, person, started, table_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def two():
    """Two who play together, and their game."""
    a, b = people(2)
    return a, b, started(table_of(a, b))


def complain(user, other, reason="stalling", text="", **subject):
    return report(
        user=user,
        username=other.username,
        reason=reason,
        text=text,
        subject=Subject(**subject),
        now=NOW,
    )


def refusal(kind, *args, **subject):
    with pytest.raises(kind) as refused:
        complain(*args, **subject)
    assert not Report.objects.exists()
    return refused.value.code


def test_a_report_holds_the_hand_its_game_and_table(two):
    a, b, game = two
    hand = live_hand(game)
    made = complain(a, b, "collusion", " They signal. ", hand=hand.pk)
    assert (made.hand, made.game, made.table_id) == (hand, hand.game, game.table_id)
    assert (made.reporter, made.reported, made.text, made.status) == (a, b, "They signal.", "open")


def test_a_report_may_be_about_a_whole_game(two):
    a, b, game = two
    assert complain(a, b, game=game.pk).game == game


def test_a_message_one_could_read_is_reported_with_the_hand_it_was_said_in(two):
    a, b, game = two
    said = talk.say(user=b, table_id=game.table_id, now=NOW, text="An insult")
    made = complain(a, b, "abuse", message=said.pk)
    assert (made.message, made.table_id, made.hand) == (said, game.table_id, live_hand(game))


def test_an_offensive_name_needs_no_hand_and_everything_else_needs_one(two):
    a, _b, _game = two
    stranger = person()
    assert refusal(Malformed, a, stranger, "stalling") == "INVALID"
    assert complain(a, stranger, "name").table is None


def test_a_hand_the_reporter_did_not_sit_at_is_not_there(two):
    _a, b, game = two
    c = person()
    for subject in (
        {"hand": live_hand(game).pk},
        {"game": game.pk},
        {"hand": 999_999},
        {"game": uuid.uuid4()},
        {"message": 999_999},
    ):
        assert refusal(NotFound, c, b, **subject) == "NOT_FOUND"


def test_who_did_not_sit_there_is_not_reported_for_it(two):
    a, _b, game = two
    c = person()
    assert refusal(RuleRefused, a, c, hand=live_hand(game).pk) == "NOT_TOGETHER"
    assert refusal(RuleRefused, a, c, game=game.pk) == "NOT_TOGETHER"


def test_nobody_reports_words_they_could_not_read_or_of_somebody_else(two):
    a, b, game = two
    watcher = person()
    among_watchers = talk.say(user=watcher, table_id=game.table_id, now=NOW, text="Psst")
    at_the_table = talk.say(user=b, table_id=game.table_id, now=NOW, text="Hello")
    assert refusal(NotFound, a, watcher, message=among_watchers.pk) == "NOT_FOUND"
    assert refusal(NotFound, watcher, b, message=at_the_table.pk) == "NOT_FOUND"
    assert refusal(RuleRefused, a, watcher, message=at_the_table.pk) == "NOT_TOGETHER"
    assert Message.objects.count() == 2


def test_nobody_reports_themselves(two):
    a, _b, game = two
    assert refusal(RuleRefused, a, a, game=game.pk) == "YOURSELF"
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.create(reporter=a, reported=a, reason="name", created_at=NOW)


def test_the_same_complaint_is_open_once_and_may_be_made_again_after_the_decision(two):
    a, b, game = two
    first = complain(a, b, game=game.pk)
    with pytest.raises(Conflict) as refused:
        complain(a, b, game=game.pk)
    assert refused.value.code == "REPORTED_ALREADY"
    complain(a, b, "abuse", game=game.pk)
    complain(b, a, game=game.pk)
    first.status = Report.Status.DECIDED
    first.save(update_fields=["status"])
    complain(a, b, game=game.pk)
    assert Report.objects.count() == 4


def test_the_limit_on_reports_is_exact(two, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "report": (2, 12_345_673)}
    a, _b, _game = two
    for _ in range(2):
        complain(a, person(), "name")
    with pytest.raises(TooMany):
        complain(a, person(), "name")
    assert Report.objects.count() == 2
