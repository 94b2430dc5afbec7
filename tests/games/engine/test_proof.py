"""The deal proof (docs/deal-proof.md): chain, key, stream and what an event adds."""

import hashlib
import hmac
import struct
from itertools import pairwise

import pytest

from games.engine.proof import (
    CHAIN_LENGTH,
    ProofError,
    Stream,
    board_key,
    board_secret,
    commitment,
    deal_key,
    entrants_entropy,
    is_seed,
    lot_key,
    lp,
    secret_at,
    seed_hash,
)

TOP = bytes(range(32))
GAME = bytes.fromhex("11111111222233334444555555555555")
SEEDS = (b"north brings this seed", b"", b"south brings this one", b"")


def test_a_commitment_is_the_tagged_hash_of_its_secret():
    assert commitment(TOP) == hashlib.sha256(b"spades-deal-v1" + TOP).digest()


def test_each_secret_of_the_chain_commits_to_the_one_before_it():
    secrets = [secret_at(TOP, CHAIN_LENGTH, k) for k in range(CHAIN_LENGTH, -1, -1)]
    assert secrets[0] == TOP
    assert all(commitment(after) == before for after, before in pairwise(secrets))


def test_a_revealed_secret_leads_down_to_the_commitment_of_its_game():
    revealed = secret_at(TOP, CHAIN_LENGTH, 7)
    assert secret_at(revealed, 7, 0) == secret_at(TOP, CHAIN_LENGTH, 0)


@pytest.mark.parametrize(("top_index", "k"), [(7, 8), (7, -1), (CHAIN_LENGTH + 1, 3)])
def test_nobody_walks_up_the_chain_or_past_its_ends(top_index, k):
    with pytest.raises(ProofError):
        secret_at(TOP, top_index, k)


def test_joined_values_cannot_blur_into_each_other():
    assert lp(b"") == b"\0\0"
    assert lp(b"ab") + lp(b"c") == b"\0\2ab\0\1c"
    assert lp(b"a") + lp(b"bc") != lp(b"ab") + lp(b"c")
    with pytest.raises(ProofError):
        lp(bytes(65536))


def test_the_key_of_a_deal_binds_game_number_and_every_seed_in_seat_order():
    message = b"\0\x10" + GAME + b"\0\4" + struct.pack(">I", 3)
    message += b"\0\x16north brings this seed" + b"\0\0" + b"\0\x15south brings this one" + b"\0\0"
    assert deal_key(TOP, GAME, 3, SEEDS) == hmac.digest(TOP, message, "sha256")


def test_any_change_gives_another_key():
    other_seat_order = (SEEDS[1], SEEDS[0], SEEDS[3], SEEDS[2])
    keys = {
        deal_key(TOP, GAME, 3, SEEDS),
        deal_key(TOP, GAME, 4, SEEDS),
        deal_key(TOP, GAME[::-1], 3, SEEDS),
        deal_key(TOP[::-1], GAME, 3, SEEDS),
        deal_key(TOP, GAME, 3, other_seat_order),
    }
    assert len(keys) == 5


@pytest.mark.parametrize("number", [0, -1, 1 << 32])
def test_deals_are_numbered_from_one(number):
    with pytest.raises(ProofError):
        deal_key(TOP, GAME, number, SEEDS)


@pytest.mark.parametrize("call", [
    lambda: commitment(TOP[1:]),
    lambda: secret_at(TOP + b"x", 1, 0),
    lambda: deal_key(TOP, GAME + b"x", 1, SEEDS),
    lambda: deal_key(b"", GAME, 1, SEEDS),
    lambda: Stream(b"short"),
    lambda: board_secret(b"", 1),
    lambda: lot_key(b"", "seeding"),
])  # fmt: skip
def test_secrets_keys_and_ids_have_their_exact_length(call):
    with pytest.raises(ProofError):
        call()


@pytest.mark.parametrize(
    ("length", "welcome"), [(0, False), (15, False), (16, True), (64, True), (65, False)]
)
def test_a_seed_has_16_to_64_bytes(length, welcome):
    assert is_seed(bytes(length)) is welcome


def test_a_seed_is_announced_by_its_plain_hash():
    assert seed_hash(SEEDS[0]) == hashlib.sha256(SEEDS[0]).digest()


def test_the_stream_reads_its_blocks_as_big_endian_words():
    blocks = b"".join(hmac.digest(TOP, struct.pack(">Q", i), "sha256") for i in range(3))
    stream = Stream(TOP)
    assert [stream.word() for _ in range(48)] == list(struct.unpack(">48H", blocks))


class FixedWords(Stream):
    """A stream whose words are chosen by the test, so that the rejection can be seen."""

    def __init__(self, *words: int) -> None:
        super().__init__(bytes(32))
        self.left = list(words)

    def word(self) -> int:
        return self.left.pop(0)


@pytest.mark.parametrize(("size", "words", "drawn", "left"), [
    pytest.param(4, [65535], 3, 0, id="nothing is discarded where 65536 divides evenly"),
    pytest.param(52, [65519, 1], 51, 1, id="the last fair word of 52: 65536 - 65536 mod 52 = 65520"),
    pytest.param(52, [65520, 53], 1, 0, id="the first unfair word of 52 is discarded"),
    pytest.param(52, [65535, 65520, 65521, 104], 0, 0, id="as many words as it takes"),
    pytest.param(51, [65534, 7], 50, 1, id="51 leaves one unfair word, 65535"),
    pytest.param(51, [65535, 7], 7, 0, id="which is discarded"),
    pytest.param(3, [65535, 65534], 2, 0, id="a draw of three"),
    pytest.param(1, [65535], 0, 0, id="a draw of one still takes a word"),
    pytest.param(65536, [65535], 65535, 0, id="the widest draw"),
    pytest.param(40000, [40000, 39999], 39999, 0, id="a wide draw discards often"),
])  # fmt: skip
def test_words_that_would_favour_small_numbers_are_discarded(size, words, drawn, left):
    stream = FixedWords(*words)
    assert stream.draw(size) == drawn
    assert len(stream.left) == left


@pytest.mark.parametrize("size", [0, -1, 65537])
def test_a_draw_has_1_to_65536_values(size):
    with pytest.raises(ProofError):
        Stream(TOP).draw(size)


def test_a_board_of_an_event_has_its_own_secret_and_one_entropy_value():
    event = b"E" * 32
    message = b"\0\5board" + b"\0\4\0\0\0\7"
    assert board_secret(event, 7) == hmac.digest(event, message, "sha256")
    entropy = entrants_entropy([b"first entry's seed", b"", b"third entry's seed"])
    assert (
        entropy
        == hashlib.sha256(
            b"\0\x12first entry's seed" + b"\0\0" + b"\0\x12third entry's seed"
        ).digest()
    )
    assert board_key(board_secret(event, 7), GAME, 7, entropy) == hmac.digest(
        board_secret(event, 7), b"\0\x10" + GAME + b"\0\4\0\0\0\7" + b"\0\x20" + entropy, "sha256"
    )


def test_each_lot_of_an_event_has_its_own_key():
    event = b"E" * 32
    assert lot_key(event, "seeding") == hmac.digest(event, b"\0\7seeding", "sha256")
    assert lot_key(event, "lot:17") != lot_key(event, "lot:18")
