"""`manage.py recount_figures`: compares, mends, and can be run again."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from ratings.models import CountedGame, PlayerFigures
from ratings.services.counting import count
from tests.games.at_the_table import people
from tests.ratings.finished import finished_game

pytestmark = pytest.mark.django_db


def run(*options: str) -> str:
    out = StringIO()
    call_command("recount_figures", *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_what_agrees_is_told_in_one_line():
    count(game_id=finished_game(*people(4)).pk, now=timezone.now())
    assert run() == "1 games, 0 counted now, 0 left out, 4 players, 0 differences\n"


def test_a_difference_is_named_and_is_an_error_until_it_is_mended():
    game = finished_game(*people(4))
    count(game_id=game.pk, now=timezone.now())
    PlayerFigures.objects.filter(player=game.table.host).update(wins=7, hands=9)
    with pytest.raises(CommandError):
        run()
    told = json.loads(run("--write", "--json"))
    assert (told["differences"], told["found"][0]["player"]) == (1, game.table.host.username)
    assert run().endswith(" 0 differences\n")


def test_games_that_were_left_out_are_counted_however_old():
    finished_game(*people(4))
    with pytest.raises(CommandError):
        run()
    assert not CountedGame.objects.exists()
    told = json.loads(run("--write", "--json"))
    assert (told["counted_now"], told["left_out"], told["differences"]) == (1, 0, 0)
    assert run() == "1 games, 0 counted now, 0 left out, 4 players, 0 differences\n"
