"""`manage.py demo_queue` tells what happens and cleans up after itself."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from bots.management.commands import demo_queue
from bots.services import demo
from games.models import Game
from ratings.models import DemoPlayer, RatedGame
from tests.games.at_the_table import person, started, table_of

pytestmark = pytest.mark.django_db


def test_it_is_quiet_in_a_pipe_tells_in_json_and_leaves_nobody_waiting(monkeypatch):
    def look(_seconds):
        """A game of the ladder ends between two looks."""
        game = started(table_of(person(), person(), person(), person()))
        Game.objects.filter(pk=game.pk).update(
            status="finished", scores=[512, 430], ended_at=timezone.now()
        )
        ladder = demo.set_up().ladder
        RatedGame.objects.create(game=game, ladder=ladder)

    monkeypatch.setattr(demo_queue.time, "sleep", look)
    out, quiet = StringIO(), StringIO()
    call_command("demo_queue", "--games", "1", "--json", stdout=out)
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    kinds = [event["event"] for event in events]
    assert (kinds[0], kinds[-2:]) == ("waiting", ["over", "ended"])
    assert (events[-2]["scores"], events[-1]["games"]) == ([512, 430], 1)
    assert not DemoPlayer.objects.filter(wanted_until__isnull=False).exists()
    call_command("demo_queue", "--games", "1", stdout=quiet)
    assert quiet.getvalue() == ""


def test_ctrl_c_ends_it_cleanly_and_it_can_be_started_again(monkeypatch):
    def interrupted(_seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(demo_queue.time, "sleep", interrupted)
    for _ in range(2):
        out = StringIO()
        call_command("demo_queue", "--json", stdout=out)
        assert json.loads(out.getvalue().splitlines()[-1]) == {"event": "ended", "games": 0}
    assert DemoPlayer.objects.count() == 3
    assert not DemoPlayer.objects.filter(wanted_until__isnull=False).exists()
