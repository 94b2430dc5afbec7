"""docs/verify_deal.py as a stranger runs it: on good documents, and on every kind of bad one."""

import ast
import copy
import sys
from dataclasses import replace
from random import Random

import pytest

from games.engine.deal import Deal
from games.engine.hand import new_hand
from games.engine.presets import PRESETS
from games.engine.proof import CHAIN_LENGTH, secret_at
from games.engine.seats import Seat
from tests.docs.stranger import SCRIPT, assert_refused, run_script
from tests.docs.tampering import (
    IN_A_RECORD,
    OTHER_GAME,
    Tamper,
    a_game,
    seat_another_first_dealer,
    swap_cards_between_hands,
)
from tests.games.engine.played_games import PlayedGame, given_record, played_out

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
    assert_refused(run_script("nowhere.json"), "nowhere.json")
