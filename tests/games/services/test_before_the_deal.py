"""Leaving a rated game before anybody has seen a card annuls it."""

import pytest

from games.models import Game, Hand, Table
from games.services import quitting, tables
from players.models import Offence, OffenceKind
from players.services.suspension import suspend
from tests.games.at_the_table import person
from tests.games.rated_table import RatedTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def gathering(time_machine, settings) -> RatedTable:
    """The seeds are being collected."""
    return RatedTable(time_machine, settings, given=False)


def annulled(table: RatedTable) -> bool:
    game = Game.objects.get(pk=table.game.pk)
    return (game.status, game.end_cause) == (Game.Status.ANNULLED, "left_before_deal")


def test_who_leaves_before_a_card_annuls_the_game_and_bears_that_alone(gathering):
    tables.leave_table(user=gathering.south, table_id=gathering.table_id)
    assert annulled(gathering)
    assert gathering.table.status == Table.Status.CLOSED
    offence = Offence.objects.get()
    assert (offence.user, offence.kind) == (gathering.south, OffenceKind.LEFT_BEFORE_DEAL)
    causes = [gathering.record(seat).quit_cause for seat in range(4)]
    assert causes == ["", "", "before_deal", ""]
    assert not Hand.objects.filter(game=gathering.game).exists()


def test_closing_the_browser_before_the_deal_annuls_nothing(gathering):
    gathering.go(gathering.south)
    gathering.let_pass(4)
    gathering.let_pass(4)
    game = Game.objects.get(pk=gathering.game.pk)
    assert game.status == Game.Status.PLAYING
    assert Hand.objects.filter(game=game).exists()


def test_once_dealt_nobodys_leaving_annuls_a_game_l08(gathering):
    gathering.let_pass(4)
    assert Game.objects.get(pk=gathering.game.pk).deals_used == 1
    tables.leave_table(user=gathering.south, table_id=gathering.table_id)
    assert Game.objects.get(pk=gathering.game.pk).status == Game.Status.PLAYING
    assert gathering.record().quit_cause == "left"


def test_a_suspension_before_a_card_annuls_too(gathering):
    staff = person(is_staff=True, is_superuser=True)
    suspend(user=gathering.south, by=staff, reason="cheating", now=gathering.now)
    quitting.quit_suspended(now=gathering.now)
    assert annulled(gathering)


heard: list[str] = []


def hear(game_id: str) -> None:
    heard.append(game_id)


def test_the_annulment_is_news_to_the_apps(gathering, settings, django_capture_on_commit_callbacks):
    settings.GAME_HANDLERS = {**settings.GAME_HANDLERS, "game_annulled": [f"{__name__}.hear"]}
    heard.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tables.leave_table(user=gathering.south, table_id=gathering.table_id)
    assert heard == [str(gathering.game.pk)]
