"""Two scorers, one result: docs/verify_deal.py settles a hand as the engine does."""

import importlib.util
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from games.engine.presets import PRESETS
from games.engine.ruleset import FailedNilTricks, RuleSet
from games.engine.scoring import score_hand
from tests.docs.stranger import SCRIPT

SCORING_CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "scoring_cases.jsonl")
    .read_text()
    .splitlines()
]


def random_hand(rng: Random, preset: str) -> dict:
    tricks = [0, 0, 0, 0]
    for _ in range(13):
        tricks[rng.choice([0, 0, 1, 2, 3])] += 1
    blind = ["blind_nil"] if preset != "duplicate" else []
    low, high = (-260, 560) if preset != "duplicate" else (0, 0)
    return {
        "bids": [rng.choice([1, 2, 3, 3, 4, 5, "nil", *blind]) for _ in range(4)],
        "tricks": tricks,
        "scores": [rng.randint(low, high) for _ in range(2)],
        "bags": [rng.randint(0, 9) for _ in range(2)],
        "hand_no": rng.choice([1, 2, 29, 30, 39, 40, 41]),
    }


def settle_with_the_script(rules: RuleSet, hand: dict, expected: dict) -> None:
    """Has the script score a hand; ValueError if it comes to something else than `expected`."""
    record = {
        "rules": rules.to_dict(),
        "sides": [{"name": "NS", "seats": ["N", "S"]}, {"name": "EW", "seats": ["E", "W"]}],
        "hand_no": hand.get("hand_no", 1),
        "score": expected,
        "totals": {"before": hand["scores"], "after": expected["scores"]},
        "bags": {"before": hand["bags"], "after": expected["bags"]},
    }
    bids, won = (dict(zip("NESW", hand[key], strict=True)) for key in ("bids", "tricks"))
    the_script().check_score(record, bids, won)


@cache
def the_script():
    spec = importlib.util.spec_from_file_location("verify_deal", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("fate", FailedNilTricks)
@pytest.mark.parametrize("block", [None, 0])
def test_the_script_scores_as_the_engine_does(preset, fate, block):
    rules = replace(PRESETS[preset], failed_nil_tricks=fate)
    rules = rules if block is None else replace(rules, bag_block=block)
    rng = Random(5)
    for _ in range(400):
        hand = random_hand(rng, preset)
        hand["bags"] = hand["bags"] if rules.bag_block else [0, 0]
        settle_with_the_script(rules, hand, score_hand(rules, **hand).to_dict())


@pytest.mark.parametrize("case", SCORING_CASES, ids=lambda case: case["id"])
def test_the_script_settles_the_scoring_cases(case):
    expected = case["expect"]
    right = {
        "deltas": expected["delta"],
        "scores": expected["scores"],
        "bags": expected["bags"],
        "over": expected["over"],
        "winner": expected["winner"],
        "penalties": penalties_of(case),
    }
    hand = {**case["before"], "bids": case["bids"], "tricks": case["tricks"]}
    settle_with_the_script(PRESETS[case["preset"]], hand, right)


def penalties_of(case: dict) -> list[int]:
    """The cases do not name them; the engine's own tests check the number."""
    rules, before = PRESETS[case["preset"]], case["before"]
    score = score_hand(
        rules,
        bids=case["bids"],
        tricks=case["tricks"],
        scores=before["scores"],
        bags=before["bags"],
    )
    return list(score.penalties)
