"""The deal proof: how a committed secret and the players' seeds become a stream of fair draws.

    H(S)      = SHA256("spades-deal-v1" || S)
    chain     S_1024 drawn by the server, S_(k-1) = H(S_k); S_0 is the game's commitment
    lp(x)     = be16(len x) || x
    K         = HMAC-SHA256(S_k, lp(id) || lp(be32 k) || lp(c_0) || lp(c_1) ...)
    stream    blocks HMAC-SHA256(K, be64 i) for i = 0, 1, ..., read as big-endian 16-bit words
    draw(m)   discard words w >= 65536 - 65536 mod m, take w mod m

Nothing here draws a secret or keeps one: secrets, ids and seeds are arguments. The cards that a
stream deals are the business of ``games.engine.deal``.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence

TAG = b"spades-deal-v1"
CHAIN_LENGTH = 1024
SECRET_BYTES = 32
ID_BYTES = 16
SEED_BYTES_MIN = 16
SEED_BYTES_MAX = 64

_WORD_VALUES = 65536
_WORDS_PER_BLOCK = 16
_BLOCK = struct.Struct(">16H")


class ProofError(ValueError):
    """A value of the deal proof has the wrong shape (length or range)."""


def commitment(secret: bytes) -> bytes:
    """``H(secret)``: what is published before a deal so that its secret can be checked after."""
    return hashlib.sha256(TAG + _sized(secret, SECRET_BYTES, "a secret")).digest()


def secret_at(top: bytes, top_index: int, k: int) -> bytes:
    """``S_k``, walked down the chain from ``top = S_top_index``; ``k = 0`` is the commitment.

    The chain only walks down: a revealed secret tells every earlier one and no later one, so
    ``k > top_index`` raises ProofError.
    """
    if not 0 <= k <= top_index <= CHAIN_LENGTH:
        raise ProofError(f"no way down the chain from {top_index} to {k}")
    secret = _sized(top, SECRET_BYTES, "a secret")
    for _ in range(top_index - k):
        secret = commitment(secret)
    return secret


def lp(value: bytes) -> bytes:
    """Length-prefixed bytes, ``be16(len value) || value``, so that joined values cannot blur."""
    if len(value) >= _WORD_VALUES:
        raise ProofError("a length-prefixed value has at most 65535 bytes")
    return struct.pack(">H", len(value)) + value


def seed_hash(seed: bytes) -> bytes:
    """``SHA256(c)``: what a player sends before showing the seed ``c`` itself."""
    return hashlib.sha256(seed).digest()


def is_seed(seed: bytes) -> bool:
    """Whether a player may send these bytes as a seed: 16 to 64 of them (empty means absent)."""
    return SEED_BYTES_MIN <= len(seed) <= SEED_BYTES_MAX


def deal_key(secret: bytes, game_id: bytes, number: int, seeds: Sequence[bytes]) -> bytes:
    """``K`` of deal ``number`` (from 1) of a game; ``seeds`` in seat order, ``b""`` where none."""
    message = lp(_sized(game_id, ID_BYTES, "an id")) + _numbered(number)
    message += b"".join(lp(seed) for seed in seeds)
    return _hmac(_sized(secret, SECRET_BYTES, "a secret"), message)


class Stream:
    """The draws of one key, in order. Two streams of one key give the same draws."""

    __slots__ = ("_block_index", "_key", "_position", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = _sized(key, SECRET_BYTES, "a key")
        self._block_index = 0
        self._words: tuple[int, ...] = ()
        self._position = _WORDS_PER_BLOCK

    def draw(self, size: int) -> int:
        """A fair number in ``range(size)``, 1 <= size <= 65536: words that would favour the
        small numbers are discarded."""
        if not 1 <= size <= _WORD_VALUES:
            raise ProofError(f"cannot draw from {size} values")
        limit = _WORD_VALUES - _WORD_VALUES % size
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % size

    def word(self) -> int:
        """The next 16 bits of the stream, big-endian."""
        if self._position == _WORDS_PER_BLOCK:
            block = _hmac(self._key, struct.pack(">Q", self._block_index))
            self._words = _BLOCK.unpack(block)
            self._block_index += 1
            self._position = 0
        word = self._words[self._position]
        self._position += 1
        return word


def board_secret(event_secret: bytes, board: int) -> bytes:
    """``S_b = HMAC-SHA256(E, lp("board") || lp(be32 b))`` of an event's board (from 1)."""
    return _hmac(_sized(event_secret, SECRET_BYTES, "a secret"), lp(b"board") + _numbered(board))


def entrants_entropy(seeds: Sequence[bytes]) -> bytes:
    """``SHA256(lp(c_1) || lp(c_2) ...)`` over the entrants' seeds in entry order."""
    return hashlib.sha256(b"".join(lp(seed) for seed in seeds)).digest()


def board_key(secret: bytes, event_id: bytes, board: int, entropy: bytes) -> bytes:
    """``K`` of an event's board: a deal key whose only seed is the entrants' entropy."""
    return deal_key(secret, event_id, board, (entropy,))


def lot_key(event_secret: bytes, label: str) -> bytes:
    """``K = HMAC-SHA256(E, lp(label))`` of an event's draw, e.g. ``seeding`` or ``partners``."""
    return _hmac(_sized(event_secret, SECRET_BYTES, "a secret"), lp(label.encode()))


def _numbered(number: int) -> bytes:
    if not 1 <= number < 1 << 32:
        raise ProofError(f"deals and boards are numbered from 1, not {number}")
    return lp(struct.pack(">I", number))


def _sized(value: bytes, size: int, what: str) -> bytes:
    if len(value) != size:
        raise ProofError(f"{what} has {size} bytes, not {len(value)}")
    return value


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")
