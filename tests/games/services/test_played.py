"""A game written at once is a game like any other: it replays, adds up, and is proved."""

import importlib.util
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError

from games.engine import Action, Phase, SeatView
from games.engine.seats import Seat as SeatName
from games.models import Game, Hand
from games.selectors.audit import audit
from games.selectors.hands import HandFilter, record_of, visible_hands
from games.selectors.proofs import proof_of
from games.services.played import record_rated_game
from players.models import User
from tests.games.at_the_table import people, person

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
SCRIPT = Path(__file__).parents[3] / "docs" / "verify_deal.py"


def bid_two_and_play_low(_seat: SeatName, seen: SeatView, _taken: int) -> Action:
    wanted = [action for action in seen.legal if str(action) in ("look", "b2")]
    return (wanted or list(seen.legal))[0]


def three_seconds(_seat: SeatName, _phase: Phase, _taken: int) -> timedelta:
    return timedelta(seconds=3)


def record(game_id: UUID | None = None, players: list[User] | None = None) -> Game:
    return record_rated_game(
        game_id=game_id or uuid4(),
        preset="quick250",
        players=players or people(),
        choose=bid_two_and_play_low,
        pace=three_seconds,
        began=BEGAN,
    )


def verify_deal() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_deal", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_store_does_not_contradict_its_logs() -> None:
    game = record()
    assert game.hands.count() > 1
    assert [fault for _, faults in audit() for fault in faults] == []


def test_every_hand_and_the_whole_game_are_proved_by_the_published_script(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = record()
    hands = [record_of(hand) for hand in Hand.objects.filter(game=game)]
    documents = [*hands, proof_of(game)]
    verify_deal().check(documents, [])
    assert "VERIFIED" in capsys.readouterr().out


def test_the_game_lies_where_it_was_played_and_its_clock_runs_on() -> None:
    game = Game.objects.get(pk=record().pk)
    assert game.created_at == BEGAN
    assert game.seeds_closed_at
    assert game.seeds_closed_at > BEGAN
    hands = list(game.hands.order_by("number"))
    moments = [moment for hand in hands for moment in (hand.started_at, hand.ended_at)]
    assert moments == sorted(moments)
    assert hands[-1].ended_at == game.ended_at


def test_everybody_may_read_it_under_the_names_of_its_players() -> None:
    alice = person("alice")
    game = record(players=[alice, *people(3)])
    found = visible_hands(person("stranger"), HandFilter(player="alice"))
    assert set(found) == set(game.hands.all())


def test_a_game_is_written_once() -> None:
    game = record()
    hands = Hand.objects.count()
    with pytest.raises(IntegrityError):
        record(game_id=game.pk)
    assert (Game.objects.count(), Hand.objects.count()) == (1, hands)
