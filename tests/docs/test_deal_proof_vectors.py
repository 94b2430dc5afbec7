"""The published test vectors, against the rules engine and against the independent verifier."""

import importlib.util
import json
import uuid
from pathlib import Path

import pytest

from games.engine import proof
from games.engine.deal import deal_from_stream, first_dealer
from games.engine.presets import CLASSIC
from games.engine.seats import Seat
from tests.docs.deal_proof_vectors import as_text, vectors

DOCS = Path(__file__).parents[2] / "docs"
PUBLISHED = (DOCS / "deal-proof-vectors.json").read_text(encoding="utf-8")
VECTORS = json.loads(PUBLISHED)
DEALS = [
    pytest.param(game, deal, id=f"{game['name']}, deal {deal['number']}")
    for game in VECTORS["games"]
    for deal in game["deals"]
]


def seeds_of(game: dict) -> list[bytes]:
    return [bytes.fromhex(listed["seed"] or "") for listed in game["seeds"]]


def the_verifier():
    spec = importlib.util.spec_from_file_location("verify_deal", DOCS / "verify_deal.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_published_vectors_can_be_made_again():
    assert as_text(vectors()) == PUBLISHED


def test_the_cases_that_implementations_get_wrong_are_among_them():
    deals = [deal for game in VECTORS["games"] for deal in game["deals"]]
    assert any(deal["words_discarded"] for deal in deals)
    assert any(deal["status"] == "annulled" for deal in deals[:-1])
    assert any(not any(seeds_of(game)) for game in VECTORS["games"])


@pytest.mark.parametrize("game", VECTORS["games"], ids=lambda game: game["name"])
def test_the_engine_walks_the_same_chain(game):
    top = bytes.fromhex(game["chain"]["S_1024"])
    for name, secret in game["chain"].items():
        k = int(name.removeprefix("S_"))
        assert proof.secret_at(top, proof.CHAIN_LENGTH, k).hex() == secret
    assert game["chain"]["S_0"] == game["commitment_0"]
    for listed, seed in zip(game["seeds"], seeds_of(game), strict=True):
        assert listed["hash"] == (proof.seed_hash(seed).hex() if seed else None)


@pytest.mark.parametrize(("game", "vector"), DEALS)
def test_the_engine_agrees_on_every_value_of_a_deal(game, vector):
    secret, number, seeds = bytes.fromhex(vector["secret"]), vector["number"], seeds_of(game)
    game_id = uuid.UUID(game["game"]).bytes
    assert proof.commitment(secret).hex() == vector["commitment"]
    assert proof.lp(game_id).hex() == vector["lp"]["id"]
    assert [proof.lp(seed).hex() for seed in seeds] == vector["lp"]["seeds"]
    key = proof.deal_key(secret, game_id, number, seeds)
    assert key.hex() == vector["key"]

    words = proof.Stream(key)
    in_blocks = b"".join(words.word().to_bytes(2, "big") for _ in range(16 * len(vector["blocks"])))
    assert in_blocks.hex() == "".join(vector["blocks"])
    draws = proof.Stream(key)
    assert [draws.draw(d["m"]) for d in vector["draws"]] == [d["value"] for d in vector["draws"]]

    stream = proof.Stream(key)
    dealer = first_dealer(stream, CLASSIC) if number == 1 else Seat[vector["dealer"]]
    dealt = deal_from_stream(stream, CLASSIC, dealer).to_dict()
    assert dealer.name == vector["dealer"]
    assert dealt["hands"] == list(vector["hands"].values())


@pytest.mark.parametrize(("game", "vector"), DEALS)
def test_the_verifier_deals_the_same_cards(game, vector):
    verifier = the_verifier()
    stated = verifier.SEATS.index(vector["dealer"])
    dealer, cards = verifier.deal(
        CLASSIC.to_dict(),
        game["game"],
        vector["number"],
        bytes.fromhex(vector["secret"]),
        seeds_of(game),
        stated,
    )
    assert dealer == stated
    assert cards == {"hands": list(vector["hands"].values()), "kitty": [], "stock": []}


def test_the_dealer_passes_on_after_a_settled_deal_and_stays_after_an_annulled_one():
    deals = VECTORS["games"][0]["deals"]
    seats = [Seat[deal["dealer"]] for deal in deals]
    assert [deal["status"] for deal in deals] == ["settled", "annulled", "settled"]
    assert seats[1] == CLASSIC.next_seat(seats[0])
    assert seats[2] == seats[1]


def test_the_engine_agrees_on_what_an_event_adds():
    event = VECTORS["event"]
    secret, event_id = bytes.fromhex(event["secret"]), uuid.UUID(event["event"]).bytes
    entropy = proof.entrants_entropy([bytes.fromhex(seed or "") for seed in event["seeds"]])
    assert proof.commitment(secret).hex() == event["commitment"]
    assert entropy.hex() == event["entropy"]
    for board in event["boards"]:
        board_secret = proof.board_secret(secret, board["board"])
        assert board_secret.hex() == board["secret"]
        assert proof.commitment(board_secret).hex() == board["commitment"]
        key = proof.board_key(board_secret, event_id, board["board"], entropy)
        assert key.hex() == board["key"]
    for lot in event["lots"]:
        assert proof.lot_key(secret, lot["label"]).hex() == lot["key"]
