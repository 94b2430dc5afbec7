"""The /proof/ document of a game: every deal is listed, and nothing is shown too early."""

from dataclasses import replace

import pytest

from games.engine.game_proof import DealStatus, NumberedDeal, game_proof
from games.engine.presets import PRESETS
from games.engine.seats import Seat
from tests.games.engine.played_games import PlayedGame


def proof_of(game: PlayedGame, deals: list[NumberedDeal], **more: object) -> dict:
    return game_proof(
        commitment=game.commitment,
        rules=game.rules,
        preset=game.preset,
        status="playing",
        deals=deals,
        **more,
    )


def test_settled_annulled_redealt_and_live_deals_are_all_listed():
    game = PlayedGame()
    game.play_a_hand()
    game.annul_a_deal()
    game.annul_a_deal(DealStatus.REDEALT)
    game.deal_without_playing()
    proof = game.proof()
    assert proof["format"] == "spades-proof/1"
    assert [deal["status"] for deal in proof["deals"]] == [
        "settled", "annulled", "redealt", "live",
    ]  # fmt: skip
    assert [deal["number"] for deal in proof["deals"]] == [1, 2, 3, 4]
    assert [deal["hand"] for deal in proof["deals"]] == [101, 102, 103, 104]
    assert proof["deals"][1]["reason"] == "test"


def test_each_deal_names_what_it_was_committed_to_also_while_it_is_live():
    game = PlayedGame()
    game.play_a_hand()
    game.deal_without_playing()
    proof = game.proof()
    assert proof["deals"][0]["commitment"] == proof["commitment_0"]
    assert proof["deals"][1]["commitment"] == proof["deals"][0]["secret"]
    assert (proof["deals"][1]["secret"], proof["deals"][1]["deal"]) == (None, None)


def test_a_live_deal_is_never_written_with_its_secret_or_its_cards():
    game = PlayedGame()
    number, secret, dealer, deal = game.draw()
    for shown in ({"secret": secret}, {"deal": deal}):
        live = NumberedDeal(number, DealStatus.LIVE, dealer, **shown)
        with pytest.raises(ValueError, match="neither secret nor cards"):
            proof_of(game, [live])


def test_a_proof_that_leaves_out_a_deal_is_never_written():
    game = PlayedGame()
    game.play_a_hand()
    game.annul_a_deal()
    game.play_a_hand()
    for left_out in range(2):
        deals = [deal for index, deal in enumerate(game.deals) if index != left_out]
        with pytest.raises(ValueError, match="every deal"):
            proof_of(game, deals)


def test_a_game_cancelled_before_its_first_card_shows_the_secret_it_has_burnt():
    game = PlayedGame()
    game.annul_a_deal()
    proof = proof_of(game, game.deals, reason="the host left")
    assert proof["reason"] == "the host left"
    assert proof["deals"][0]["status"] == "annulled"
    assert proof["deals"][0]["secret"] is not None


def test_no_seed_is_shown_before_the_list_is_closed():
    game = PlayedGame()
    still_open = replace(game.commitment, seeds_closed=None).to_dict()
    assert [seed["seed"] for seed in still_open["seeds"]] == [None] * 4
    assert [seed["note"] for seed in still_open["seeds"]] == [None] * 4
    assert [bool(seed["hash"]) for seed in still_open["seeds"]] == [True, False, True, False]
    closed = game.commitment.to_dict()
    assert [bool(seed["seed"]) for seed in closed["seeds"]] == [True, False, True, False]


def test_the_rules_and_the_times_are_part_of_the_document():
    proof = PlayedGame().proof()
    assert proof["rules"] == PRESETS["classic"].to_dict()
    assert set(proof["times"]) == {"committed", "seeds_closed"}
    assert proof["deals"] == []
    assert [seed["seat"] for seed in proof["seeds"]] == [seat.name for seat in list(Seat)[:4]]
