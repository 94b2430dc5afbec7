"""What makes nobody a quitter: a lost cache, an outage, somebody else being gone."""

from datetime import timedelta

import pytest

from games import presence
from games.engine.log import Cause
from games.models import Game
from games.services import outage
from players.models import Offence
from tests.games.rated_table import BANK, RatedTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine, settings) -> RatedTable:
    return RatedTable(time_machine, settings)


@pytest.fixture
def gone(time_machine, settings) -> RatedTable:
    table = RatedTable(time_machine, settings)
    table.south_is_gone()
    return table


def test_a_lost_cache_makes_nobody_a_quitter(gone):
    gone.draw()
    gone.watch_for(170)
    presence.cache.clear()  # the leases of all four are lost, and with them who is gone
    gone.let_pass_until(gone.hand.deadline)
    assert gone.record().quit_at is None
    assert gone.log()[-1].cause == Cause.TIMEOUT  # the game goes on
    assert (gone.seat().bank_ms, gone.seat().timeouts) == (BANK, 0)


def test_without_any_cache_a_whole_hand_makes_nobody_a_quitter(table, settings):
    nowhere = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
    settings.CACHES = {**settings.CACHES, "default": nowhere}
    table.here = set()
    table.play_on()
    assert Game.objects.get(pk=table.game.pk).status == Game.Status.FINISHED
    assert not Offence.objects.exists()
    assert [table.seat(index).bank_ms for index in range(4)] == [BANK] * 4
    assert not any(table.seat(index).away for index in range(4))


def test_the_cache_back_is_believed_only_after_a_leases_time(gone):
    presence.cache.clear()
    gone.watch_for(9)
    assert presence.look(gone.table_id, gone.south.pk, now=gone.now) is presence.Seen.UNKNOWN
    gone.watch_for(8)
    assert presence.look(gone.table_id, gone.south.pk, now=gone.now) is presence.Seen.GONE


def test_a_watch_with_a_gap_begins_anew(gone):
    gone._to(gone.now + timedelta(seconds=6))
    presence.watch(now=gone.now)
    assert presence.look(gone.table_id, gone.south.pk, now=gone.now) is presence.Seen.UNKNOWN


def test_after_an_outage_nobody_is_gone_before_there_was_time_to_connect(gone):
    gone.sweep()
    gone._to(gone.now + timedelta(seconds=60))
    outage.beat(now=gone.now)
    seen = presence.look(gone.table_id, gone.players[0].pk, now=gone.now)
    assert seen is presence.Seen.UNKNOWN


def test_the_opponents_play_on_while_a_seat_is_gone_l22(table):
    table.until_turn_of(3)
    table.go(table.south)
    table.until_turn_of(2)
    assert [entry.cause for entry in table.log()].count(Cause.TIMEOUT) == 0
    assert table.hand.seq >= 3
