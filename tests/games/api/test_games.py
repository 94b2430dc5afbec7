"""Games and their proofs over HTTP."""

import json
import subprocess
import sys
import uuid

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Game
from games.services import games
from tests.games.api.conftest import finish_a_hand
from tests.games.at_the_table import people, person, table_of

pytestmark = pytest.mark.django_db
VERIFIER = settings.BASE_DIR / "docs" / "verify_deal.py"


def verdict(tmp_path, *documents: dict) -> subprocess.CompletedProcess[str]:
    paths = []
    for number, document in enumerate(documents):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps(document))
    command = [sys.executable, "-I", str(VERIFIER), *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_game_shows_its_totals_its_seeds_and_its_score_sheet(api, game):
    hand = finish_a_hand(game)
    status, shown = api().get(f"/games/{game.pk}/")
    assert (status, shown["status"], shown["hands"]) == (200, "playing", 1)
    assert [line["hand"] for line in shown["score_sheet"]] == [hand.pk]
    assert shown["scores"] == shown["score_sheet"][0]["scores"]
    assert [seed["seat"] for seed in shown["seeds"]] == ["N", "E", "S", "W"]


def test_the_list_of_games_names_the_players(api, game, four, private_game):
    status, body = api().get("/games/", status="playing")
    assert status == 200
    assert [each["id"] for each in body["results"]] == [str(game.pk)]
    names = [player["name"] for player in body["results"][0]["players"]]
    assert names == [user.username for user in four]
    assert api().get("/games/", table=str(uuid.uuid4()))[1]["results"] == []


def test_the_commitment_is_there_before_the_first_card(api):
    players = people(4)
    game = games.start_game(user=players[0], table_id=table_of(*players).pk)
    status, shown = api().get(f"/games/{game.pk}/commitment/")
    assert (status, shown["game"]) == (200, str(game.pk))
    assert shown["commitment"] == bytes(game.commitment).hex()


def test_a_stranger_verifies_every_ended_deal_of_a_game_that_is_on(api, game, tmp_path):
    hand = finish_a_hand(game)
    _, proof = api().get(f"/games/{game.pk}/proof/")
    _, record = api().get(f"/hands/{hand.pk}/")
    assert [deal["status"] for deal in proof["deals"]] == ["settled", "live"]
    assert proof["deals"][1]["secret"] is proof["deals"][1]["deal"] is None
    done = verdict(tmp_path, proof, record)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith("VERIFIED")


def test_a_swapped_card_is_caught(api, game, tmp_path):
    finish_a_hand(game)
    _, proof = api().get(f"/games/{game.pk}/proof/")
    north, east = proof["deals"][0]["deal"]["hands"][:2]
    north[0], east[0] = east[0], north[0]
    assert verdict(tmp_path, proof).returncode == 1


def test_a_game_called_off_before_its_first_card_burns_its_first_deal(api, tmp_path):
    players = people(4)
    game = games.start_game(user=players[0], table_id=table_of(*players).pk)
    games.annul(game.table, game, cause="closed", now=timezone.now())
    _, proof = api(players[0]).get(f"/games/{game.pk}/proof/")
    assert (proof["status"], proof["reason"]) == ("annulled", "closed")
    assert [deal["status"] for deal in proof["deals"]] == ["annulled"]
    assert verdict(tmp_path, proof).returncode == 0


def test_no_seed_is_shown_while_the_list_is_open(api):
    players = people(4)
    game = games.start_game(user=players[0], table_id=table_of(*players).pk)
    game.game_seats.update(seed=b"s" * 16, seed_hash=b"h" * 32)
    Game.objects.update(status=Game.Status.REVEALING)
    for path in ("", "proof/"):
        _, shown = api(players[0]).get(f"/games/{game.pk}/{path}")
        assert all(not each["seed"] for each in shown["seeds"])


def test_a_cursor_of_the_hands_does_not_fit_the_games(api):
    status, body = api(person()).get("/games/", cursor="2026-05-01T12:00:00Z~1")
    assert (status, list(body["error"]["fields"])) == (400, ["cursor"])
