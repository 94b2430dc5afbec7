"""Conduct in ranked play: bans that grow, fade, and are counted once."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client

from players.models import CleanGame, Offence, OffenceKind, User
from players.selectors.conduct import SCALE, banned_until, level_of, standings
from players.services.conduct import record_clean_game, record_offence
from players.services.tokens import create_guest_token

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def quit_at(user, now, source=None):
    return record_offence(user_id=user.pk, kind=OffenceKind.QUIT, source=source or uuid4(), now=now)


@pytest.mark.parametrize("kind", OffenceKind)
def test_each_offence_of_a_kind_keeps_out_longer_up_to_the_last_step(alice, kind):
    steps = SCALE[kind]
    bans = []
    for number in range(len(steps) + 1):
        now = NOON + number * MINUTE
        until = record_offence(user_id=alice.pk, kind=kind, source=uuid4(), now=now)
        bans.append(until - now)
    assert bans == [*steps, steps[-1]]


def test_the_scale_is_the_published_one():
    minutes = {kind: [int(ban / MINUTE) for ban in bans] for kind, bans in SCALE.items()}
    assert minutes == {
        OffenceKind.MISSED_READY: [1, 2, 5, 15],
        OffenceKind.LEFT_BEFORE_DEAL: [2, 5, 15, 60],
        OffenceKind.QUIT: [5, 15, 60, 360, 1440],
    }


def test_an_offence_reported_twice_is_held_once(alice):
    game = uuid4()
    until = quit_at(alice, NOON, game)
    assert quit_at(alice, NOON + MINUTE, game) is None
    assert Offence.objects.count() == 1
    assert banned_until(alice.pk, now=NOON) == until


def test_two_kinds_have_a_level_each(alice):
    quit_at(alice, NOON)
    levels = {standing.kind: standing.level for standing in standings(alice.pk, now=NOON)}
    assert levels == {
        OffenceKind.QUIT: 1, OffenceKind.LEFT_BEFORE_DEAL: 0, OffenceKind.MISSED_READY: 0
    }  # fmt: skip


def test_a_ban_lifts_by_itself_at_its_end(alice):
    until = quit_at(alice, NOON)
    assert banned_until(alice.pk, now=until - timedelta(seconds=1)) == until
    assert banned_until(alice.pk, now=until) is None


def test_the_longest_of_several_bans_counts(alice):
    quit_at(alice, NOON)
    second = quit_at(alice, NOON)
    record_offence(user_id=alice.pk, kind=OffenceKind.MISSED_READY, source=uuid4(), now=NOON)
    assert banned_until(alice.pk, now=NOON) == second


def test_a_week_takes_a_level_away(alice):
    quit_at(alice, NOON)
    quit_at(alice, NOON)
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + 7 * DAY - MINUTE) == 2
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + 7 * DAY) == 1
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + 14 * DAY) == 0


def test_the_highest_level_is_gone_when_it_is_forgotten(alice):
    for _ in range(9):
        quit_at(alice, NOON)
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON) == 5
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + 34 * DAY) == 1
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + 35 * DAY) == 0


def test_five_clean_games_take_a_level_away(alice):
    quit_at(alice, NOON)
    for number in range(1, 6):
        assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + number * MINUTE) == 1
        record_clean_game(user_id=alice.pk, source=uuid4(), now=NOON + number * MINUTE)
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + 5 * MINUTE) == 0


def test_a_clean_game_counts_once(alice):
    quit_at(alice, NOON)
    game = uuid4()
    for number in range(5):
        record_clean_game(user_id=alice.pk, source=game, now=NOON + number * MINUTE)
    assert CleanGame.objects.count() == 1


def test_nothing_is_kept_of_clean_games_of_who_has_nothing_to_live_down(alice):
    record_clean_game(user_id=alice.pk, source=uuid4(), now=NOON)
    assert not CleanGame.objects.exists()


def test_clean_games_before_an_offence_do_not_pay_for_it(alice):
    quit_at(alice, NOON)
    for number in range(1, 6):
        record_clean_game(user_id=alice.pk, source=uuid4(), now=NOON + number * MINUTE)
    quit_at(alice, NOON + DAY)
    assert level_of(alice.pk, OffenceKind.QUIT, now=NOON + DAY) == 1


def test_an_offence_of_nobody_is_not_kept(db):
    assert record_offence(user_id=0, kind=OffenceKind.QUIT, source=uuid4(), now=NOON) is None
    assert not Offence.objects.exists()


# -- over the API -------------------------------------------------------------------------------


def test_my_record_shows_my_offences_and_my_ban(alice, bob, client):
    game = uuid4()
    now = datetime.now(UTC)
    until = quit_at(alice, now, game)
    quit_at(bob, now)
    client.force_login(alice)
    shown = client.get("/api/v1/players/me/conduct/").json()
    assert datetime.fromisoformat(shown["banned_until"]) == until
    assert [(offence["kind"], offence["source"]) for offence in shown["offences"]] == [
        ("quit", str(game))
    ]
    assert {"kind": "quit", "level": 1, "next_ban_seconds": 900} in shown["standings"]


def test_a_record_is_read_by_nobody_else(alice, client):
    quit_at(alice, datetime.now(UTC))
    assert client.get("/api/v1/players/me/conduct/").status_code == 401
    client.force_login(User.objects.create_superuser("chief", password="a long enough phrase"))
    assert client.get("/api/v1/players/me/conduct/").json()["offences"] == []
    for path in ("players/alice/", "players/alice/conduct/"):
        assert "quit" not in client.get(f"/api/v1/{path}").content.decode()


def test_a_token_reads_its_owners_record_and_nothing_writes_it(alice, client):
    secret = create_guest_token(user=alice).secret
    token = {"authorization": f"Token {secret}"}
    assert Client().get("/api/v1/players/me/conduct/", headers=token).status_code == 200
    client.force_login(alice)
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)("/api/v1/players/me/conduct/").status_code == 405
