"""Writes docs/deal-proof-vectors.json, every step of the deal proof spelled out.

    python -m tests.docs.deal_proof_vectors > docs/deal-proof-vectors.json

Worked out here in long hand, not by the rules engine, so that the tests can compare the two.
"""

import hashlib
import hmac
import json
import uuid
from itertools import count

SEATS = ["N", "E", "S", "W"]
DECK = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
TOP_INDEX = 1024


def one_way(secret: bytes) -> bytes:
    return hashlib.sha256(b"spades-deal-v1" + secret).digest()


def lp(value: bytes) -> bytes:
    return len(value).to_bytes(2, "big") + value


def named_bytes(name: str) -> bytes:
    """32 bytes that anybody can make again; a real server draws its secrets at random."""
    return hashlib.sha256(f"spades test vector: {name}".encode()).digest()


def chain_of(name: str) -> list[bytes]:
    """S_0 to S_1024, made from the end."""
    chain = [named_bytes(f"{name}, S_{TOP_INDEX}")]
    for _ in range(TOP_INDEX):
        chain.append(one_way(chain[-1]))
    return chain[::-1]


class Words:
    """The 16-bit words of a key's stream, keeping what was read of it."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.blocks: list[bytes] = []
        self.read: list[int] = []

    def next(self) -> int:
        block, place = divmod(len(self.read), 16)
        if block == len(self.blocks):
            self.blocks.append(hmac.digest(self.key, block.to_bytes(8, "big"), "sha256"))
        pair = self.blocks[block][2 * place : 2 * place + 2]
        self.read.append(int.from_bytes(pair, "big"))
        return self.read[-1]

    def draw(self, m: int) -> dict:
        """One draw with all the words it took; all but the last were discarded."""
        first = len(self.read)
        while self.next() >= 65536 - 65536 % m:
            pass
        return {"m": m, "words": self.read[first:], "value": self.read[-1] % m}


def deal_vector(game: str, number: int, secret: bytes, seeds: list[bytes], dealer: str) -> dict:
    """A deal with every value on the way; `dealer` is who deals unless it is deal 1."""
    parts = {
        "id": lp(uuid.UUID(game).bytes),
        "number": lp(number.to_bytes(4, "big")),
        "seeds": [lp(seed) for seed in seeds],
    }
    message = parts["id"] + parts["number"] + b"".join(parts["seeds"])
    key = hmac.digest(secret, message, "sha256")
    words = Words(key)
    draws = []
    if number == 1:
        draws.append(words.draw(len(SEATS)))
        dealer = SEATS[draws[0]["value"]]
    deck = list(DECK)
    for i in range(len(deck) - 1, 0, -1):
        draws.append(words.draw(i + 1))
        j = draws[-1]["value"]
        deck[i], deck[j] = deck[j], deck[i]
    first = (SEATS.index(dealer) + 1) % len(SEATS)
    hands = {SEATS[(first + place) % len(SEATS)]: deck[place :: len(SEATS)] for place in range(4)}
    return {
        "number": number,
        "secret": secret.hex(),
        "commitment": one_way(secret).hex(),
        "lp": {
            "id": parts["id"].hex(),
            "number": parts["number"].hex(),
            "seeds": [part.hex() for part in parts["seeds"]],
        },
        "message": message.hex(),
        "key": key.hex(),
        "blocks": [block.hex() for block in words.blocks],
        "draws": draws,
        "words_discarded": len(words.read) - len(draws),
        "dealer": dealer,
        "deck_before": list(DECK),
        "deck_after": deck,
        "hands": {seat: hands[seat] for seat in SEATS},
    }


def game_vector(name: str, seeds: list[bytes], statuses: list[str]) -> dict:
    """A game whose deals ended as `statuses` say; an annulled deal keeps its dealer."""
    game = str(uuid.UUID(bytes=named_bytes(f"{name}, id")[:16], version=4))
    chain = chain_of(name)
    deals: list[dict] = []
    dealer = "N"
    for number, status in enumerate(statuses, start=1):
        deal = deal_vector(game, number, chain[number], seeds, dealer)
        deals.append({"status": status, **deal})
        turned = SEATS.index(deal["dealer"]) + (status == "settled")
        dealer = SEATS[turned % len(SEATS)]
    return {
        "name": name,
        "game": game,
        "chain": {
            "S_1024": chain[TOP_INDEX].hex(),
            **{f"S_{k}": chain[k].hex() for k in range(len(statuses), -1, -1)},
        },
        "commitment_0": chain[0].hex(),
        "seeds": [
            {
                "seat": seat,
                "seed": seed.hex() or None,
                "hash": hashlib.sha256(seed).hexdigest() if seed else None,
            }
            for seat, seed in zip(SEATS, seeds, strict=True)
        ],
        "deals": deals,
    }


def seeds_that_discard_a_word(name: str) -> list[bytes]:
    """Three seats are silent; north's seed is the first that makes deal 1 discard a word."""
    for attempt in count():
        seeds = [f"north tries seed {attempt:06}".encode(), b"", b"", b""]
        if game_vector(name, seeds, ["settled"])["deals"][0]["words_discarded"]:
            return seeds
    raise AssertionError("unreachable")


def event_vector() -> dict:
    """The values an event adds: its boards, the entrants' entropy, and a lot."""
    secret = named_bytes("event, E")
    event = uuid.UUID(bytes=named_bytes("event, id")[:16], version=4)
    seeds = [b"first entry's own seed", b"", b"third entry's own seed"]
    entropy = hashlib.sha256(b"".join(map(lp, seeds))).digest()
    boards = []
    for number in (1, 2):
        number_part = lp(number.to_bytes(4, "big"))
        board = hmac.digest(secret, lp(b"board") + number_part, "sha256")
        message = lp(event.bytes) + number_part + lp(entropy)
        boards.append({
            "board": number,
            "secret": board.hex(),
            "commitment": one_way(board).hex(),
            "message": message.hex(),
            "key": hmac.digest(board, message, "sha256").hex(),
            "dealer": SEATS[(number - 1) % len(SEATS)],
        })  # fmt: skip
    return {
        "event": str(event),
        "secret": secret.hex(),
        "commitment": one_way(secret).hex(),
        "seeds": [seed.hex() or None for seed in seeds],
        "entropy": entropy.hex(),
        "boards": boards,
        "lots": [
            {"label": label, "key": hmac.digest(secret, lp(label.encode()), "sha256").hex()}
            for label in ("seeding", "partners", "lot:17")
        ],
    }


def vectors() -> dict:
    everybody = [f"the seed of seat {seat}, thirty-two".encode().ljust(32, b".") for seat in SEATS]
    discarding = "a word is discarded"
    return {
        "format": "spades-deal-vectors/1",
        "about": "Every value on the way from a secret and seeds to the cards; see deal-proof.md.",
        "games": [
            game_vector(
                "four seeds, one deal annulled", everybody, ["settled", "annulled", "settled"]
            ),
            game_vector("nobody gave a seed", [b"", b"", b"", b""], ["settled"]),
            game_vector(discarding, seeds_that_discard_a_word(discarding), ["settled"]),
        ],
        "event": event_vector(),
    }


def as_text(document: dict) -> str:
    """Indented JSON with short values, and lists of plain ones, on one line each."""
    return _text(document, "") + "\n"


def _text(value: object, indent: str) -> str:
    line = json.dumps(value)
    inner = indent + " "
    if len(line) < 80 or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {_text(item, inner)}" for key, item in value.items()]
    elif any(isinstance(item, dict | list) for item in value):
        items = [_text(item, inner) for item in value]
    else:
        return line
    opening, closing = line[0], line[-1]
    return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{closing}"


if __name__ == "__main__":
    import sys

    sys.stdout.write(as_text(vectors()))
