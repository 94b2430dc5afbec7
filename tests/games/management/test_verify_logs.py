"""`verify_logs` finds every row that says something else than its log."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Hand
from tests.games.at_the_table import people, play_on, started, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = started(table_of(*people(), options={"target": 60, "hand_cap": 2}))
    for _ in play_on(game):
        pass
    return game


def faults(capsys) -> list[str]:
    with pytest.raises(CommandError):
        call_command("verify_logs", json=True)
    return [fault["what"] for fault in json.loads(capsys.readouterr().out)["faults"]]


def test_what_was_played_follows_from_its_logs(game, capsys):
    call_command("verify_logs")
    hands = game.hands.count()
    told = capsys.readouterr().out
    assert told.startswith(f"{hands} hands, 1 games, ")
    assert told.endswith(", 0 faults\n")


@pytest.mark.parametrize(
    ("column", "value"),
    [("seq", 51), ("tricks", [13, 0, 0, 0]), ("phase", "play"), ("to_act", 2), ("result", None)],
)
def test_a_changed_summary_is_found(game, capsys, column, value):
    Hand.objects.filter(number=1).update(**{column: value})
    assert any(column in what for what in faults(capsys))


def test_a_changed_card_in_a_log_is_found(game, capsys):
    hand = game.hands.get(number=1)
    Hand.objects.filter(pk=hand.pk).update(log=hand.log.rsplit(" ", 1)[0])
    assert faults(capsys)


def test_a_swapped_deal_is_found(game, capsys):
    hand = game.hands.get(number=1)
    hand.deal["hands"][0], hand.deal["hands"][2] = hand.deal["hands"][2], hand.deal["hands"][0]
    Hand.objects.filter(pk=hand.pk).update(deal=hand.deal)
    assert faults(capsys)


def test_changed_totals_of_a_game_are_found(game, capsys):
    Game.objects.update(scores=[500, 0])
    assert "has other totals than its hands" in faults(capsys)
