"""What may be said at a table, by whom and when."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import DURING_A_RATED_HAND, Audience, Game, Hand, Message, Phrase, Report
from games.selectors.talk import hearers, message_facts, messages_for
from games.services import play, seeds, tables, talk
from games.services.rated import start_rated_game
from games.tasks import tidy
from players.errors import Conflict, Malformed, NotAllowed, NotFound, RuleRefused, TooMany
from players.models import User
from players.services.accounts import make_guest
from players.services.blocks import block, mute
from tests.games.at_the_table import live_hand, people, person, play_on, started, table_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def say(user, table, now=NOW, **what):
    return talk.say(user=user, table_id=table.pk, now=now, **(what or {"phrase": "gg"}))


def refusal(kind, user, table, **what):
    with pytest.raises(kind) as refused:
        say(user, table, **what)
    return refused.value.code


def rated_game(players=None) -> Game:
    """A rated game of four people with its first hand dealt."""
    game = start_rated_game(preset="classic", players=players or people(), clock=(30, 15))
    while game.status in (Game.Status.HASHING, Game.Status.REVEALING):
        seeds.close_due_seeds(now=game.seeds_due)
        game.refresh_from_db()
    return game


# -- who ---------------------------------------------------------------------------------------


def test_who_sits_talks_with_those_who_sit():
    a, b = people(2)
    table = table_of(a, b)
    message = say(b, table, text="Hello, Anna")
    assert message.audience == Audience.TABLE
    assert message_facts(message) | {"id": 0, "at": ""} == {
        "id": 0,
        "audience": "table",
        "seat": "E",
        "name": b.username,
        "phrase": None,
        "text": "Hello, Anna",
        "at": "",
    }


def test_a_guest_talks_in_a_seat_and_nowhere_else():
    guest = make_guest()
    table = table_of(person())
    assert refusal(NotAllowed, guest, table) == "ACCOUNT_NEEDED"
    tables.join_table(user=guest, table_id=table.pk)
    assert say(guest, table, text="Hello").audience == Audience.TABLE


def test_who_looks_on_talks_with_those_who_look_on():
    watcher = person()
    message = say(watcher, table_of(person()), text="What a game")
    assert (message.audience, message.seat) == (Audience.WATCHERS, None)


def test_who_waits_for_a_chair_or_may_return_to_one_is_in_no_talk():
    a, b, c = people(3)
    table = table_of(a, b)
    started(table)
    tables.join_table(user=c, table_id=table.pk)
    tables.leave_table(user=b, table_id=table.pk)
    assert refusal(NotAllowed, c, table) == refusal(NotAllowed, b, table) == "NOT_SEATED"


def test_a_private_table_is_not_there_for_others():
    assert refusal(NotFound, person(), table_of(person(), public=False)) == "NOT_FOUND"


def test_nobody_talks_at_a_closed_table():
    host = person()
    table = table_of(host)
    table.status = "closed"
    table.save(update_fields=["status"])
    assert refusal(Conflict, host, table) == "TABLE_CLOSED"


def test_a_silenced_player_does_not_talk_until_the_time_is_over():
    a = person()
    table = table_of(a)
    User.objects.filter(pk=a.pk).update(silenced_until=NOW + timedelta(hours=1))
    # the user as a socket read them when it was opened
    assert refusal(NotAllowed, a, table) == "SILENCED"
    assert say(a, table, now=NOW + timedelta(hours=1)).pk


# -- what --------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [{}, {"phrase": "gg", "text": "x"}, {"phrase": None}])
def test_one_says_either_a_phrase_or_a_text(what):
    a = person()
    table = table_of(a)
    with pytest.raises(Malformed):
        talk.say(user=a, table_id=table.pk, now=NOW, **what)


@pytest.mark.parametrize("phrase", ["", "GG", "void in hearts", 5, ["gg"], {"gg": 1}, True])
def test_only_phrases_of_the_catalogue_are_said(phrase):
    a = person()
    assert refusal(Malformed, a, table_of(a), phrase=phrase) == "UNKNOWN_PHRASE"
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 201,
        "two\nlines",
        "tab\there",
        "nul\x00",
        "bell\x07",
        "right to left \u202e",
        "isolate \u2066",
        "zero width \u200b",
        "line \u2028",
        "\ud800",
        "\ue000",
        "a\u0301\u0301\u0301\u0301",
        5,
        ["x"],
    ],
)
def test_a_text_is_one_plain_line(text):
    a = person()
    assert refusal(Malformed, a, table_of(a), text=text) == "BAD_TEXT"
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("cafe\u0301", "café"),
        ("  hello  ", "hello"),
        ("<b>&amp;", "<b>&amp;"),
        ("x" * 200, "x" * 200),
        ("e\u0301" * 200, "é" * 200),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("می‌خواهم", "می‌خواهم"),
    ],
)
def test_a_text_is_kept_as_typed_in_one_form_of_unicode(typed, stored):
    a = person()
    assert say(a, table_of(a), text=typed).text == stored


def test_the_database_keeps_no_empty_message_and_no_text_in_a_rated_hand():
    a = person()
    common = {"table": table_of(a), "author": a, "audience": "table", "at": NOW}
    for wrong in (
        Message(**common),
        Message(**common, phrase="gg", text="x"),
        Message(**common, text="x", moment="rated_hand"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            wrong.save()


# -- how often ---------------------------------------------------------------------------------


def test_the_limit_is_exact_for_each_player_and_table(settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "talk": (3, 12_345_679)}
    a, b = people(2)
    table, other = table_of(a, b), table_of(b, a)
    for _ in range(3):
        say(a, table)
    assert refusal(TooMany, a, table) == "TOO_MANY_REQUESTS"
    say(b, table)
    say(a, other)
    assert Message.objects.filter(author=a, table=table).count() == 3


def test_what_is_refused_counts_nothing(settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "talk": (1, 12_345_677)}
    a = person()
    table = table_of(a)
    refusal(Malformed, a, table, text="")
    say(a, table)


# -- rated games -------------------------------------------------------------------------------


def test_at_a_rated_table_no_text_is_said_by_anybody_at_any_time():
    players = people()
    game = rated_game(players)
    for user in (players[0], person()):
        assert refusal(RuleRefused, user, game.table, text="Hello") == "PHRASES_ONLY"


@pytest.mark.parametrize("phrase", sorted(set(Phrase.values) - DURING_A_RATED_HAND))
def test_what_might_help_a_partner_waits_until_the_rated_hand_is_over(phrase):
    players = people()
    game = rated_game(players)
    for token in ("bN", "b3"):
        assert refusal(RuleRefused, players[0], game.table, phrase=phrase) == "NOT_DURING_HAND"
        hand = live_hand(game)
        play.act(user=players[hand.to_act], hand_id=hand.pk, seq=hand.seq, token=token)


def test_during_a_rated_hand_each_harmless_phrase_is_said_once():
    players = people()
    game = rated_game(players)
    for phrase in sorted(DURING_A_RATED_HAND):
        say(players[0], game.table, phrase=phrase)
        assert refusal(Conflict, players[0], game.table, phrase=phrase) == "SAID_ALREADY"
    say(players[1], game.table, phrase="hi")
    assert Message.objects.count() == len(DURING_A_RATED_HAND) + 1


def test_between_two_rated_hands_one_phrase_of_any_kind_is_said():
    players = people()
    game = rated_game(players)
    first = live_hand(game)
    for _ in play_on(game):
        if live_hand(game) != first:
            break
    second = live_hand(game)
    Hand.objects.filter(pk=second.pk).update(turn_since=NOW + timedelta(seconds=6))
    say(players[0], game.table, phrase="ns")
    assert refusal(Conflict, players[0], game.table, phrase="gc") == "SAID_ALREADY"
    say(players[1], game.table, phrase="gc")
    late = {"now": NOW + timedelta(seconds=6), "phrase": "wp"}
    assert refusal(RuleRefused, players[2], game.table, **late) == "NOT_DURING_HAND"


def test_before_the_first_deal_and_after_the_game_everything_is_said():
    players = people()
    game = start_rated_game(preset="classic", players=players, clock=(30, 15))
    say(players[0], game.table, phrase="gl")
    game.status = Game.Status.FINISHED
    game.save(update_fields=["status"])
    say(players[0], game.table, phrase="gg")


def test_who_looks_on_is_heard_by_nobody_who_plays_and_says_any_phrase():
    players = people()
    game = rated_game(players)
    watcher = person()
    message = say(watcher, game.table, phrase="ns")
    everybody = [watcher.pk, *(player.pk for player in players)]
    heard = hearers(game.table_id, message.audience, watcher.pk, everybody)
    assert heard == {watcher.pk}


def test_a_program_does_not_talk_at_a_rated_table():
    players = people()
    game = rated_game(players)
    code = refusal(NotAllowed, players[0], game.table, phrase="hi", program=True)
    assert code == "RATED_BROWSER_ONLY"


def test_at_an_unrated_table_everything_is_said_while_a_hand_is_on():
    a, b = people(2)
    table = table_of(a, b)
    started(table)
    for _ in range(2):
        say(a, table, phrase="ns")
        say(a, table, text="well played")


# -- who hears ---------------------------------------------------------------------------------


def test_seats_hear_seats_and_watchers_hear_watchers():
    a, b, watcher, passer_by = people(4)
    guest = make_guest()
    table = table_of(a, b)
    here = [user.pk for user in (a, b, watcher, guest)]
    assert hearers(table.pk, Audience.TABLE, a.pk, here) == {a.pk, b.pk}
    assert hearers(table.pk, Audience.WATCHERS, passer_by.pk, here) == {watcher.pk}


def test_who_has_left_for_a_while_hears_neither():
    a, b = people(2)
    table = table_of(a, b)
    started(table)
    tables.leave_table(user=b, table_id=table.pk)
    for audience in Audience:
        assert b.pk not in hearers(table.pk, audience, a.pk, [a.pk, b.pk])


@pytest.mark.parametrize("turn_away", [mute, block])
def test_who_muted_or_blocked_the_speaker_neither_hears_nor_reads_them(turn_away):
    a, b, c = people(3)
    table = table_of(a, b, c)
    turn_away(user=b, username=a.username)
    say(a, table)
    mine = say(b, table)
    here = [a.pk, b.pk, c.pk]
    assert hearers(table.pk, Audience.TABLE, a.pk, here) == {a.pk, c.pk}
    assert hearers(table.pk, Audience.TABLE, b.pk, here) == set(here)
    assert list(messages_for(b, table.pk, Audience.TABLE)) == [mine]
    assert messages_for(c, table.pk, Audience.TABLE).count() == 2


# -- how long ----------------------------------------------------------------------------------


def test_what_was_said_is_forgotten_after_a_month_but_for_open_cases():
    a, b = people(2)
    plain, disputed = table_of(a, b), table_of(b, a)
    for table in (plain, disputed):
        say(a, table, now=NOW - talk.KEPT_FOR - timedelta(seconds=1))
    fresh = say(a, plain)
    case = Report.objects.create(
        reporter=b, reported=a, reason="abuse", table=disputed, created_at=NOW
    )
    tidy()
    assert set(Message.objects.all()) == {fresh, disputed.messages.get()}
    case.status = Report.Status.DECIDED
    case.save(update_fields=["status"])
    tidy()
    assert list(Message.objects.all()) == [fresh]
