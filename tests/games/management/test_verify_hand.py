"""`manage.py verify_hand FILE|ID`, on good hands and on hands that something is wrong with."""

import json
from datetime import UTC, datetime
from io import StringIO
from random import Random
from uuid import UUID

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.engine.deal import Deal
from games.engine.hand import new_hand
from games.engine.log import Cause, LogEntry
from games.engine.presets import PRESETS
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Hand, Table
from tests.docs import tampering
from tests.games.engine.played_games import PlayedGame, given_record, played_out

NOW = datetime(2026, 3, 1, 19, tzinfo=UTC)


def verify_hand(hand: object) -> str:
    out = StringIO()
    call_command("verify_hand", str(hand), stdout=out)
    return out.getvalue()


def stored(played: PlayedGame) -> list[Hand]:
    """The rows of a game that was played elsewhere."""
    table = Table.objects.create(
        name="t",
        preset=played.preset,
        rules=played.rules.to_dict(),
        bid_seconds=30,
        play_seconds=15,
        code="code",
        active_at=NOW,
    )
    game = Game.objects.create(
        id=UUID(played.game_id),
        table=table,
        status="playing",
        preset=played.preset,
        rules=played.rules.to_dict(),
        public=True,
        scores=list(played.scores),
        bags=list(played.bags),
        commitment=played.commitment.commitment,
        secret=played.top,
    )
    game.seeds_closed_at = game.created_at
    game.save()
    for seed in played.commitment.seeds:
        GameSeat.objects.create(
            game=game, index=seed.seat, seed_hash=seed.digest, seed=seed.seed, bot="rules"
        )
    return [_stored_hand(game, json.loads(json.dumps(record))) for record in played.records]


def _stored_hand(game: Game, record: dict) -> Hand:
    return Hand.objects.create(
        game=game,
        number=record["hand_no"],
        deal_number=record["deal_number"],
        dealer=SeatName[record["dealer"]],
        scores=record["totals"]["before"],
        bags=record["bags"]["before"],
        log=" ".join(map(str, _log_of(record))),
        seq=len(record["actions"]),
        status="finished",
        phase="over",
        turn_since=NOW,
        started_at=NOW,
        ended_at=NOW,
        deal=record["deal"],
    )


def _log_of(record: dict) -> list[LogEntry]:
    return [
        LogEntry(SeatName[a["seat"]], Cause(a["cause"]), a["ms"], a["action"])
        for a in record["actions"]
    ]


def test_a_proven_record_in_a_file_is_summed_up(tmp_path):
    record = tampering.a_game().records[0]
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(record))
    summary, outcome = verify_hand(file).splitlines()
    north_south, east_west = record["score"]["deltas"]
    assert f"13 tricks, NS {north_south:+}, EW {east_west:+}" in summary
    assert outcome == "proven"


def test_a_given_deal_is_said_to_have_no_proof(tmp_path):
    rules, deal = PRESETS["classic"], Deal.from_dict(tampering.a_game().records[0]["deal"])
    _, log = played_out(new_hand(rules, deal, SeatName.W), Random(3))
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(given_record(rules, deal, log)))
    assert verify_hand(file).splitlines()[-1] == "no proof"


def test_a_tampered_record_is_refused_with_the_reason(tmp_path):
    record = json.loads(json.dumps(tampering.a_game().records[1]))
    tampering.change_a_seed(record)
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(record))
    with pytest.raises(CommandError, match="the seed of seat N does not match its hash"):
        verify_hand(file)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\udcff"])
def test_a_file_that_is_no_document_is_refused(tmp_path, text):
    file = tmp_path / "hand.json"
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(CommandError, match="no JSON document"):
        verify_hand(file)


@pytest.mark.django_db
def test_a_stored_hand_is_verified_with_its_proof():
    for hand in stored(tampering.a_game()):
        summary, outcome = verify_hand(hand.pk).splitlines()
        assert f"hand {hand.number} of game {hand.game_id}" in summary
        assert outcome == "proven"


@pytest.mark.django_db
def test_a_stored_hand_whose_cards_were_changed_is_found_out():
    hand = stored(tampering.a_game())[0]
    hands = hand.deal["hands"]
    # The same holdings in another order: no play shows it, the proof does.
    hands[0].reverse()
    hand.save()
    with pytest.raises(CommandError, match="the secret and the seeds give other cards"):
        verify_hand(hand.pk)


@pytest.mark.django_db
def test_a_stored_hand_whose_log_breaks_the_rules_is_found_out():
    hand = stored(tampering.a_game())[0]
    entries = hand.log.split(" ")
    entries[-1], entries[-2] = entries[-2], entries[-1]
    hand.log = " ".join(entries)
    hand.save()
    with pytest.raises(CommandError, match="another seat is to act"):
        verify_hand(hand.pk)


@pytest.mark.django_db
def test_a_hand_that_is_being_played_shows_nothing():
    hand = stored(tampering.a_game())[-1]
    hand.status = Hand.Status.PLAYING
    hand.save()
    with pytest.raises(CommandError, match="only a finished hand has a record"):
        verify_hand(hand.pk)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "reason"), [
    ("4711", "there is no hand 4711"),
    ("nowhere.json", "neither a file nor the number of a hand"),
    ("²", "neither a file nor the number of a hand"),
])  # fmt: skip
def test_a_hand_that_is_not_there_is_refused(name, reason):
    with pytest.raises(CommandError, match=reason):
        verify_hand(name)
