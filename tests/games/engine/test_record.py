"""Hand records: what they hold, their schema, and what checking them finds."""

import copy
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import jsonschema
import pytest

from games.engine.deal import Deal
from games.engine.errors import ReplayError
from games.engine.game_proof import DealProof, SeatSeed
from games.engine.hand import new_hand
from games.engine.log import Cause, LogEntry
from games.engine.presets import PRESETS
from games.engine.record import ProofOutcome, verify_record
from games.engine.seats import Seat
from tests.docs import tampering
from tests.games.engine.played_games import (
    GAME_ID,
    PLAYERS,
    PlayedGame,
    given_record,
    played_out,
)

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "games" / "engine" / "hand-record.schema.json").read_text()
)


@cache
def a_game() -> PlayedGame:
    return tampering.a_game()


@cache
def a_whole_game(preset: str) -> PlayedGame:
    return PlayedGame(rules=PRESETS[preset], preset=preset, rng=Random(7)).play_to_the_end()


def through_json(document: dict) -> dict:
    return json.loads(json.dumps(document))


def a_given_record(**more: object) -> dict:
    rules = PRESETS["classic"]
    deal = Deal.from_dict(a_game().records[0]["deal"])
    _, log = played_out(new_hand(rules, deal, Seat.W), Random(3))
    return given_record(rules, deal, log, **more)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_record_of_a_game_replays_scores_and_is_proven(preset):
    for record in a_whole_game(preset).records:
        verdict = verify_record(through_json(record))
        assert verdict.reasons == ()
        assert verdict.ok
        assert verdict.proof is ProofOutcome.PROVEN


@pytest.mark.parametrize("preset", PRESETS)
def test_records_keep_to_their_schema(preset):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    check = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker())
    for record in [*a_whole_game(preset).records, a_given_record()]:
        assert list(check.iter_errors(through_json(record))) == []


@pytest.mark.parametrize("field", SCHEMA["required"])
def test_the_schema_misses_every_field_that_is_left_out(field):
    record = through_json(a_game().records[0])
    del record[field]
    with pytest.raises(jsonschema.ValidationError, match=field):
        jsonschema.validate(record, SCHEMA)


def test_the_schema_wants_a_proof_where_the_source_says_proven():
    record = through_json(a_game().records[0])
    record["proof"] = None
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record, SCHEMA)


def test_a_record_names_its_table_and_its_players():
    record = a_game().records[1]
    assert record["format"] == "spades-hand/1"
    assert (record["game"], record["hand_no"], record["deal_number"]) == (GAME_ID, 2, 3)
    assert (record["preset"], record["differences"]) == ("classic", [])
    assert record["rules"] == PRESETS["classic"].to_dict()
    assert record["sides"] == [
        {"name": "NS", "seats": ["N", "S"]},
        {"name": "EW", "seats": ["E", "W"]},
    ]
    assert record["players"][0] == {
        "seat": "N", "name": "ann", "kind": "person", "strategy": None,
    }  # fmt: skip
    assert record["players"][3] == {
        "seat": "W", "name": "Otto", "kind": "bot", "strategy": "random",
    }  # fmt: skip


def test_a_changed_option_is_shown_against_its_preset():
    game = PlayedGame(rules=replace(PRESETS["classic"], target=300, nil_pass=1))
    record = game.play_a_hand()
    assert record["differences"] == [
        {"field": "target", "preset": 500, "here": 300},
        {"field": "nil_pass", "preset": 0, "here": 1},
    ]
    assert verify_record(through_json(record)).ok


def test_a_record_made_before_an_option_existed_still_verifies():
    record = through_json(a_game().records[0])
    del record["rules"]["moon"]
    assert verify_record(record).ok


def test_every_action_keeps_its_seat_its_time_and_its_cause():
    log = [LogEntry(Seat.N, Cause.PERSON, 5230, "b4"), LogEntry(Seat.E, Cause.BOT, 5830, "bN")]
    record = a_given_record()
    assert [action["seq"] for action in record["actions"]] == list(range(56))
    assert {action["cause"] for action in record["actions"]} == {"person", "timeout", "bot"}
    with pytest.raises(ValueError, match="played to its end"):
        given_record(PRESETS["classic"], Deal.from_dict(record["deal"]), log)


def test_bids_tricks_and_totals_follow_from_the_actions():
    for record in a_whole_game("classic").records:
        bid = {a["seat"]: a["action"] for a in record["actions"] if a["action"][0] == "b"}
        words = {"bN": "nil", "bB": "blind_nil"}
        assert record["bids"] == [
            words.get(bid[seat]) or int(bid[seat][1:]) for seat in record["seats"]
        ]
        assert len(record["tricks"]) == 13
        assert record["totals"]["after"] == record["score"]["scores"]
        assert record["bags"]["after"] == record["score"]["bags"]
    befores = [record["totals"]["before"] for record in a_whole_game("classic").records]
    afters = [record["totals"]["after"] for record in a_whole_game("classic").records]
    assert befores == [[0, 0], *afters[:-1]]


def test_a_blind_nil_shows_who_was_offered_it_who_looked_and_what_was_passed():
    record = next(r for r in a_whole_game("classic").records if r["exchange"])
    bidder = record["seats"][record["bids"].index("blind_nil")]
    partner = {"N": "S", "S": "N", "E": "W", "W": "E"}[bidder]
    facts = {fact["seat"]: fact for fact in record["blind"]}
    assert facts[bidder] == {"seat": bidder, "offered": True, "looked": False}
    assert facts[partner]["offered"]
    others = [seat for seat in record["seats"] if seat not in (bidder, partner)]
    assert not any(facts[seat]["offered"] for seat in others)
    there, back = record["exchange"]
    assert (there["from"], there["to"], back["from"], back["to"]) == (
        bidder, partner, partner, bidder,
    )  # fmt: skip
    passed = [a["action"] for a in record["actions"] if a["action"][0] == "x"]
    assert passed == ["x:" + ",".join(there["cards"]), "x:" + ",".join(back["cards"])]


def test_a_seat_that_looked_is_shown_as_having_looked():
    looked = [
        (record, action["seat"])
        for record in a_whole_game("classic").records
        for action in record["actions"]
        if action["action"] == "look"
    ]
    assert looked
    for record, seat in looked:
        assert {"seat": seat, "offered": True, "looked": True} in record["blind"]


def test_the_deal_is_given_in_the_order_dealt_and_as_pbn():
    record = a_game().records[0]
    assert Deal.from_dict(record["deal"]).to_pbn() == record["pbn"]
    assert record["pbn"].startswith("N:")


def test_the_proof_of_a_record_has_all_that_its_check_needs():
    proof = a_game().records[1]["proof"]
    assert proof["number"] == 3
    assert proof["game"] == GAME_ID
    assert [seed["note"] for seed in proof["seeds"]] == [None, "bot", None, "bot"]
    assert proof["times"]["committed"] < proof["times"]["seeds_closed"]


@pytest.mark.parametrize(("seed", "note"), [
    (SeatSeed(Seat.N, b"h" * 32, b"s" * 16), None),
    (SeatSeed(Seat.N, is_bot=True), "bot"),
    (SeatSeed(Seat.N), "absent"),
    (SeatSeed(Seat.N, b"h" * 32), "withheld"),
])  # fmt: skip
def test_a_seat_without_a_seed_says_why(seed, note):
    assert seed.note == note


def test_a_given_deal_has_no_proof_and_is_fine():
    record = a_given_record()
    assert (record["source"], record["proof"]) == ({"kind": "given"}, None)
    verdict = verify_record(through_json(record))
    assert verdict.ok
    assert verdict.proof is ProofOutcome.NO_PROOF
    assert str(verdict.proof) == "no proof"


def test_two_may_have_shared_a_seat():
    game = PlayedGame()
    record = a_given_record(players=(*PLAYERS, replace(PLAYERS[1], name="eve")))
    assert [p["name"] for p in record["players"] if p["seat"] == "E"] == ["Nora", "eve"]
    assert game.records == []


def test_a_log_of_the_wrong_seat_makes_no_record():
    record = a_given_record()
    log = [
        LogEntry(Seat[a["seat"]], Cause(a["cause"]), a["ms"], a["action"])
        for a in record["actions"]
    ]
    log[1] = replace(log[1], seat=Seat.W)
    with pytest.raises(ReplayError, match="action 1: another seat is to act"):
        given_record(PRESETS["classic"], Deal.from_dict(record["deal"]), log)


# The same bad documents that docs/verify_deal.py must refuse, and in which of its two parts
# the engine finds each: some of them break both.
PLAY = {
    "play_a_card_that_another_seat_holds",
    "play_a_card_twice",
    "play_out_of_turn",
    "change_partners",
    "lose_an_action",
    "lose_the_last_action",
    "bid_twice",
    "give_a_trick_to_another_seat",
    "add_a_point",
    "add_a_point_to_the_total",
    "lose_a_bag",
    "forget_a_penalty",
    "end_the_game_early",
    "change_the_total_after_the_hand",
    "let_bags_be_fined_sooner",
}
BOTH = {"swap_cards_between_hands", "swap_cards_and_everything_said_about_them"}


@pytest.mark.parametrize("tamper", [tamper for tamper, _ in tampering.IN_A_RECORD])
def test_a_tampered_record_is_refused_with_a_reason(tamper):
    record = through_json(copy.deepcopy(a_game().records[1]))
    tamper(record)
    verdict = verify_record(record)
    assert not verdict.ok
    assert all(verdict.reasons)
    fails = tamper.__name__ not in PLAY
    assert verdict.proof is (ProofOutcome.FAILED if fails else ProofOutcome.PROVEN)
    if fails and tamper.__name__ not in BOTH:
        record["source"], record["proof"] = {"kind": "given"}, None
        assert verify_record(record).ok


def test_another_first_dealer_than_the_one_drawn_is_refused():
    record = through_json(copy.deepcopy(a_game().records[0]))
    tampering.seat_another_first_dealer(record)
    verdict = verify_record(record)
    assert "another seat was drawn as the first dealer" in verdict.reasons


@pytest.mark.parametrize("document", [
    None, [], 7, "spades", {}, {"format": "spades-hand/1"}, {"format": "spades-hand/2"},
    {"format": "spades-hand/1", "rules": {}, "deal": 3},
    {"format": "spades-hand/1", "source": {"kind": "given"}, "proof": None},
])  # fmt: skip
def test_what_is_no_record_is_refused_and_nothing_is_raised(document):
    verdict = verify_record(document)
    assert not verdict.ok
    assert all(verdict.reasons)


@pytest.mark.parametrize("field", SCHEMA["required"])
def test_nonsense_in_any_field_never_raises(field):
    for nonsense in (None, 3, "x", [], {}, [None], {"a": 1}, True, 2.5):
        record = {**through_json(a_game().records[0]), field: nonsense}
        assert isinstance(verify_record(record).ok, bool)


def test_a_deal_proof_shows_what_the_deal_was_committed_to():
    game = a_game()
    first, second = game.deals[0], game.deals[1]
    shown = DealProof(game.commitment, 2, second.secret).to_dict()
    assert shown["commitment"] == first.secret.hex()
