"""docs/verify_deal.py as a stranger runs it: on good documents, and on every kind of bad one."""

import ast
import copy
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from games.engine.deal import Deal
from games.engine.hand import new_hand
from games.engine.presets import PRESETS
from games.engine.proof import CHAIN_LENGTH, secret_at, seed_hash
from games.engine.ruleset import FailedNilTricks, RuleSet
from games.engine.scoring import score_hand
from games.engine.seats import Seat
from tests.games.engine.played_games import PlayedGame, given_record, played_out

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_deal.py"
SCORING_CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "scoring_cases.jsonl")
    .read_text()
    .splitlines()
]
OTHER_GAME = "0b1d4a1e-52d7-4f0f-9c55-1f0a3a7f4d2e"
Tamper = Callable[[dict], object]


@cache
def a_game() -> PlayedGame:
    """Three hands with an annulled deal after the first, and a fifth deal being played."""
    game = PlayedGame()
    game.play_a_hand()
    game.annul_a_deal()
    game.play_a_hand()
    game.play_a_hand()
    game.deal_without_playing()
    return game


@pytest.fixture
def verify(tmp_path):
    """Runs the script on documents; `receipts` are handed over with --receipt."""

    def run(*documents: object, receipts: tuple[dict, ...] = ()) -> subprocess.CompletedProcess:
        arguments = []
        for number, document in enumerate(documents):
            path = tmp_path / f"document{number}.json"
            path.write_text(document if isinstance(document, str) else json.dumps(document))
            arguments.append(str(path))
        for number, receipt in enumerate(receipts):
            path = tmp_path / f"receipt{number}.json"
            path.write_text(json.dumps(receipt))
            arguments += ["--receipt", str(path)]
        # -I: nothing of the project or the environment can be imported.
        return subprocess.run(
            [sys.executable, "-I", str(SCRIPT), *arguments], capture_output=True, text=True
        )

    return run


def assert_refused(run: subprocess.CompletedProcess, reason: str) -> None:
    assert run.returncode == 1, run.stdout
    assert reason in run.stdout
    assert run.stdout.endswith("NOT VERIFIED\n")
    assert run.stderr == ""


# -- what the script is ------------------------------------------------------------------------


def test_the_script_is_short_and_needs_the_standard_library_only():
    text = SCRIPT.read_text(encoding="utf-8")
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert len(text.splitlines()) < 200
    assert imported <= sys.stdlib_module_names


# -- good documents ----------------------------------------------------------------------------


def test_a_good_record_is_verified_step_by_step(verify):
    run = verify(a_game().records[0])
    assert (run.returncode, run.stderr) == (0, "")
    assert "2 seeds of players match" in run.stdout
    assert "deal 1: committed before" in run.stdout
    assert "every card was held by who played it" in run.stdout
    assert "the score follows: " in run.stdout
    assert run.stdout.endswith("VERIFIED\n")


def test_a_game_in_progress_is_verified_as_far_as_it_is_shown(verify):
    run = verify(a_game().proof())
    assert run.returncode == 0
    assert all(f"deal {number}: committed before" in run.stdout for number in (1, 2, 3, 4))
    assert "deal 5 is being played" in run.stdout


@pytest.mark.parametrize("preset", ["classic", "short300", "house500", "quick250", "duplicate"])
def test_whole_games_of_every_preset_are_verified_with_all_their_hands(verify, preset):
    game = PlayedGame(rules=PRESETS[preset], preset=preset, rng=Random(7)).play_to_the_end()
    run = verify(game.proof("finished"), *game.records, receipts=(game.receipt("S"),))
    assert run.returncode == 0, run.stdout
    assert "without a receipt" not in run.stdout


def test_hands_with_blind_nils_and_exchanges_are_among_them():
    game = PlayedGame(rng=Random(7)).play_to_the_end()
    assert any(record["exchange"] for record in game.records)
    assert any("blind_nil" in record["bids"] for record in game.records)


def test_seats_that_brought_no_seed_are_fine_and_counted(verify):
    game = PlayedGame(seeds=(b"", b"", b"", b""))
    run = verify(game.play_a_hand())
    assert run.returncode == 0
    assert "0 seeds of players" in run.stdout


def test_a_given_deal_has_no_proof_and_its_play_is_checked_all_the_same(verify):
    rules = PRESETS["classic"]
    deal = Deal.from_dict(a_game().records[0]["deal"])
    _, log = played_out(new_hand(rules, deal, Seat.W), Random(3))
    record = given_record(rules, deal, log)
    run = verify(record)
    assert run.returncode == 0
    assert run.stdout.endswith("NO PROOF: the cards were given, not drawn\n")
    record["score"]["deltas"][0] += 1
    assert_refused(verify(record), "wrong score: deltas should be")


def test_a_score_it_cannot_check_is_named_and_not_guessed(verify):
    game = PlayedGame(rules=replace(PRESETS["classic"], moon=True))
    run = verify(game.play_a_hand())
    assert run.returncode == 0
    assert "this program does not know ['moon']" in run.stdout


# -- tampered records --------------------------------------------------------------------------


def swap_cards_between_hands(record: dict) -> None:
    hands = record["deal"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def swap_cards_and_everything_said_about_them(record: dict) -> None:
    """North and east change a card in the deal and in the play; only the proof can tell."""
    hands = record["deal"]["hands"]
    north, east = hands[0][0], hands[1][0]
    text = json.dumps(record)
    text = text.replace(f'{north}"', '??"').replace(f'{east}"', f'{north}"')
    record.update(json.loads(text.replace('??"', f'{east}"')))


def change_a_seed(record: dict) -> None:
    record["proof"]["seeds"][0]["seed"] = b"another seed altogether".hex()


def change_a_seed_and_its_hash(record: dict) -> None:
    change_a_seed(record)
    record["proof"]["seeds"][0]["hash"] = seed_hash(b"another seed altogether").hex()


def shorten_a_seed(record: dict) -> None:
    record["proof"]["seeds"][0].update(seed=b"short".hex(), hash=seed_hash(b"short").hex())


def exchange_two_seats_seeds(record: dict) -> None:
    seeds = record["proof"]["seeds"]
    seeds[0], seeds[2] = (
        {**seeds[2], "seat": "N"},
        {**seeds[0], "seat": "S"},
    )


def leave_a_seat_out_of_the_seeds(record: dict) -> None:
    del record["proof"]["seeds"][1]


def number_the_deal_differently(record: dict) -> None:
    record["proof"]["number"] += 1


def number_the_deal_without_end(record: dict) -> None:
    record["proof"]["number"] = 10**12


def take_the_secret_of_another_deal(record: dict) -> None:
    record["proof"]["secret"] = secret_at(a_game().top, CHAIN_LENGTH, 9).hex()


def take_another_deal_with_its_commitment(record: dict) -> None:
    take_the_secret_of_another_deal(record)
    record["proof"]["commitment"] = secret_at(a_game().top, CHAIN_LENGTH, 8).hex()


def take_another_game(record: dict) -> None:
    record["game"] = record["proof"]["game"] = OTHER_GAME


def take_the_proof_of_another_game(record: dict) -> None:
    record["game"] = OTHER_GAME


def seat_another_first_dealer(record: dict) -> None:
    record["dealer"] = {"N": "E", "E": "S", "S": "W", "W": "N"}[record["dealer"]]


def change_partners(record: dict) -> None:
    record["sides"] = [{"name": "NE", "seats": ["N", "E"]}, {"name": "SW", "seats": ["S", "W"]}]


def drop_the_proof(record: dict) -> None:
    record["proof"] = None


def date_the_commitment_late(record: dict) -> None:
    record["proof"]["times"]["committed"] = "2026-03-01T19:00:03Z"


def play_a_card_that_another_seat_holds(record: dict) -> None:
    plays = [action for action in record["actions"] if action["action"][0] == "p"]
    plays[0]["action"], plays[1]["action"] = plays[1]["action"], plays[0]["action"]


def play_a_card_twice(record: dict) -> None:
    record["actions"][-1]["action"] = record["actions"][-5]["action"]


def play_out_of_turn(record: dict) -> None:
    actions = record["actions"]
    actions[-1]["seat"], actions[-2]["seat"] = actions[-2]["seat"], actions[-1]["seat"]
    actions[-1]["action"], actions[-2]["action"] = actions[-2]["action"], actions[-1]["action"]


def lose_an_action(record: dict) -> None:
    del record["actions"][10]


def lose_the_last_action(record: dict) -> None:
    del record["actions"][-1]


def bid_twice(record: dict) -> None:
    record["actions"][1]["seat"] = record["actions"][0]["seat"]


def give_a_trick_to_another_seat(record: dict) -> None:
    trick = record["tricks"][5]
    trick["winner"] = next(p["seat"] for p in trick["cards"] if p["seat"] != trick["winner"])


def add_a_point(record: dict) -> None:
    record["score"]["deltas"][0] += 1


def add_a_point_to_the_total(record: dict) -> None:
    record["score"]["scores"][1] += 1


def lose_a_bag(record: dict) -> None:
    record["score"]["bags"][0] -= 1


def forget_a_penalty(record: dict) -> None:
    record["score"]["penalties"][0] = 1


def end_the_game_early(record: dict) -> None:
    record["score"].update(over=True, winner="NS")


def change_the_total_after_the_hand(record: dict) -> None:
    record["totals"]["after"][0] += 10


def let_bags_be_fined_sooner(record: dict) -> None:
    record["rules"]["bag_block"] = 1


IN_A_RECORD = [
    (swap_cards_between_hands, "not the cards that the secret and the seeds give"),
    (swap_cards_and_everything_said_about_them, "not the cards that the secret and the seeds give"),
    (change_a_seed, "the seed of seat N does not match its hash"),
    (change_a_seed_and_its_hash, "not the cards that the secret and the seeds give"),
    (shorten_a_seed, "the seed of seat N does not match its hash"),
    (exchange_two_seats_seeds, "not the cards that the secret and the seeds give"),
    (leave_a_seat_out_of_the_seeds, "the seed list is incomplete"),
    (number_the_deal_differently, "deal 4 is not of the committed chain"),
    (number_the_deal_without_end, "deal 1000000000000 is missing"),
    (take_the_secret_of_another_deal, "the secret is not the one committed to"),
    (take_another_deal_with_its_commitment, "deal 3 is not of the committed chain"),
    (take_another_game, "not the cards that the secret and the seeds give"),
    (take_the_proof_of_another_game, "the files disagree"),
    (drop_the_proof, "the proof of this deal is missing"),
    (date_the_commitment_late, "late commitment: it is dated after the seeds"),
    (play_a_card_that_another_seat_holds, "does not hold"),
    (play_a_card_twice, "does not hold"),
    (play_out_of_turn, "it is the turn of"),
    (change_partners, "these are not the sides of the rules"),
    (lose_an_action, "action 10 is missing"),
    (lose_the_last_action, "the hand is not played out"),
    (bid_twice, "is not expected"),
    (give_a_trick_to_another_seat, "the tricks listed are not those that were played"),
    (add_a_point, "wrong score: deltas should be"),
    (add_a_point_to_the_total, "wrong score: scores should be"),
    (lose_a_bag, "wrong score: bags should be"),
    (forget_a_penalty, "wrong score: penalties should be"),
    (end_the_game_early, "wrong score: winner should be None"),
    (change_the_total_after_the_hand, "wrong totals after the hand"),
    (let_bags_be_fined_sooner, "wrong score: deltas should be"),
]


@pytest.mark.parametrize(
    ("tamper", "reason"), IN_A_RECORD, ids=lambda case: getattr(case, "__name__", "")
)
def test_a_tampered_record_is_refused_with_the_reason(verify, tamper: Tamper, reason):
    record = copy.deepcopy(a_game().records[1])
    tamper(record)
    assert_refused(verify(record), reason)


def test_the_first_dealer_is_drawn_and_cannot_be_chosen(verify):
    record = copy.deepcopy(a_game().records[0])
    seat_another_first_dealer(record)
    assert_refused(verify(record), "was drawn as dealer")


# -- tampered proofs of a game -----------------------------------------------------------------


def leave_out_the_annulled_deal(proof: dict) -> None:
    del proof["deals"][1]


def leave_it_out_and_close_the_gap(proof: dict) -> None:
    leave_out_the_annulled_deal(proof)
    for number, deal in enumerate(proof["deals"], start=1):
        deal["number"] = number


def leave_out_the_first_deal(proof: dict) -> None:
    del proof["deals"][0]


def hide_the_secret_of_a_finished_deal(proof: dict) -> None:
    proof["deals"][1]["secret"] = None


def call_a_finished_deal_live(proof: dict) -> None:
    proof["deals"][1].update(status="live", secret=None, deal=None)


def let_the_wrong_seat_deal(proof: dict) -> None:
    proof["deals"][1]["status"] = "settled"


def swap_cards_of_the_annulled_deal(proof: dict) -> None:
    swap_cards_between_hands(proof["deals"][1])


def replace_the_commitment(proof: dict) -> None:
    proof["commitment_0"] = secret_at(b"another chain of thirty-two byte", CHAIN_LENGTH, 0).hex()


IN_A_PROOF = [
    (leave_out_the_annulled_deal, "deal 2 is missing"),
    (leave_it_out_and_close_the_gap, "deal 2 is not of the committed chain"),
    (leave_out_the_first_deal, "deal 1 is missing"),
    (hide_the_secret_of_a_finished_deal, "not a complete document"),
    (call_a_finished_deal_live, "not a complete document"),
    (let_the_wrong_seat_deal, "deal 3: it is not the turn of"),
    (swap_cards_of_the_annulled_deal, "deal 2: not the cards"),
    (replace_the_commitment, "deal 1 is not of the committed chain"),
]


@pytest.mark.parametrize(
    ("tamper", "reason"), IN_A_PROOF, ids=lambda case: getattr(case, "__name__", "")
)
def test_a_tampered_proof_of_a_game_is_refused_with_the_reason(verify, tamper: Tamper, reason):
    proof = copy.deepcopy(a_game().proof())
    tamper(proof)
    assert_refused(verify(proof), reason)


def test_a_record_and_a_proof_of_one_game_must_agree(verify):
    elsewhere = PlayedGame(seeds=(b"other seeds than before", b"", b"", b""))
    run = verify(a_game().proof(), elsewhere.play_a_hand())
    assert_refused(run, "the files disagree on the seeds")


class TurnedTable(PlayedGame):
    """Gives each hand after the first to the next seat by naming another dealer."""

    def draw(self):
        number, secret, dealer, deal = super().draw()
        if number == 1:
            return number, secret, dealer, deal
        dealer = self.rules.next_seat(dealer)
        return number, secret, dealer, Deal(deal.hands[-1:] + deal.hands[:-1])


def test_hands_cannot_be_turned_to_other_seats_by_naming_another_dealer(verify):
    game = TurnedTable()
    game.play_a_hand()
    turned = game.play_a_hand()
    assert verify(turned).returncode == 0
    assert_refused(verify(game.proof()), "deal 2: it is not the turn of")
    honest = PlayedGame()
    honest.play_a_hand()
    honest.play_a_hand()
    run = verify(honest.proof(), turned)
    assert_refused(run, "the files disagree on the dealer of deal 2")


def test_each_hand_must_begin_at_the_score_the_hand_before_it_ended_with(verify):
    game = PlayedGame()
    first = game.play_a_hand()
    game.scores = (game.scores[0] + 100, game.scores[1])
    second = game.play_a_hand()
    assert verify(second).returncode == 0
    for records in ((first, second), (second, first)):
        assert_refused(verify(*records), "the files disagree on the totals before hand 2")


# -- what only a receipt can show --------------------------------------------------------------


def made_up_afterwards() -> PlayedGame:
    """The same game and seeds on a chain that was made when the seeds were known."""
    game = PlayedGame(top=b"a chain that came after the seed")
    game.play_a_hand()
    return game


def test_a_late_commitment_cannot_be_seen_without_a_receipt_and_the_script_says_so(verify):
    run = verify(made_up_afterwards().proof())
    assert run.returncode == 0
    assert "without a receipt the time of the commitment is not proven" in run.stdout


def test_a_late_commitment_is_caught_with_the_receipt(verify):
    run = verify(made_up_afterwards().proof(), receipts=(a_game().receipt(),))
    assert_refused(run, "late commitment: it is not the one in the receipt")


def reused_chain() -> PlayedGame:
    """Another game on a chain whose secrets have been shown."""
    game = PlayedGame(game_id=OTHER_GAME)
    game.play_a_hand()
    return game


def test_a_reused_chain_looks_good_alone(verify):
    run = verify(reused_chain().proof())
    assert run.returncode == 0
    assert "without a receipt the time of the commitment is not proven" in run.stdout


def test_a_reused_chain_is_caught_with_the_receipt_of_the_first_game(verify):
    run = verify(reused_chain().proof(), receipts=(a_game().receipt(),))
    assert_refused(run, "reused chain: the receipt has this commitment for another game")


def test_a_reused_chain_is_caught_with_the_receipt_of_a_promised_other_chain(verify):
    promised = PlayedGame(game_id=OTHER_GAME, top=b"the chain that had been promised")
    run = verify(reused_chain().proof(), receipts=(promised.receipt(),))
    assert_refused(run, "late commitment: it is not the one in the receipt")


def test_a_reused_chain_is_caught_with_the_documents_of_both_games(verify):
    run = verify(a_game().proof(), reused_chain().proof())
    assert_refused(run, "reused chain: in two games")


def test_a_good_receipt_proves_the_time_of_the_commitment(verify):
    run = verify(a_game().proof(), receipts=(a_game().receipt("N"), a_game().receipt("S")))
    assert run.returncode == 0
    assert "receipt: commitment and seed of S are those from before the deal" in run.stdout
    assert "not proven" not in run.stdout


def test_a_seed_that_is_not_the_one_sent_is_caught_with_the_receipt(verify):
    receipt = {**a_game().receipt(), "seed": b"what north really sent".hex()}
    run = verify(a_game().proof(), receipts=(receipt,))
    assert_refused(run, "the receipt has another seed of seat N")


def test_a_receipt_of_a_game_that_was_not_given_is_not_passed_over(verify):
    elsewhere = PlayedGame(game_id=OTHER_GAME, top=b"the chain of a game not in sight")
    run = verify(a_game().proof(), receipts=(elsewhere.receipt(),))
    assert_refused(run, f"nothing here proves game {OTHER_GAME}")


# -- what is no document at all ----------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "", "{", "null", "[]", "7", '"spades"', "{}", '{"format": "spades-hand/1"}', "[" * 100_000,
    '{"deals": []}', '{"deals": 3, "game": 1, "rules": {}}',
])  # fmt: skip
def test_what_is_no_document_is_refused_without_a_traceback(verify, text):
    run = verify(text)
    assert run.returncode == 1
    assert run.stdout.endswith("NOT VERIFIED\n")
    assert run.stderr == ""


def test_a_file_that_is_not_there_is_refused():
    run = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), "nowhere.json"], capture_output=True, text=True
    )
    assert_refused(run, "nowhere.json")


# -- two scorers, one result -------------------------------------------------------------------


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
