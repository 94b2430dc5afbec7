"""What is wrong with a hand record: its play and score, and the proof of its deal.

A record comes from outside and may hold anything, so both checks answer with reasons and never
raise.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from games.engine.deal import Deal, deal_from_stream, first_dealer
from games.engine.hand import new_hand
from games.engine.log import Cause, LogEntry
from games.engine.proof import Stream, commitment, deal_key, is_seed, secret_at, seed_hash
from games.engine.record_parts import deal_parts, play_parts, replay_log, table_parts
from games.engine.ruleset import RuleSet
from games.engine.seats import Seat

Document = Mapping[str, Any]
_NOT_AS_EXPECTED = (LookupError, TypeError, ValueError, AttributeError)


def play_faults(record: Document) -> tuple[str, ...]:
    """Replay the actions by the record's own rules and compare all that follows from them."""
    return _reasons(_play_faults, record)


def proof_faults(record: Document) -> tuple[str, ...]:
    """Check chain, seeds, dealer and cards against the record's proof (docs/deal-proof.md)."""
    return _reasons(_proof_faults, record)


def _reasons(check: Callable[[Document], list[str]], record: Document) -> tuple[str, ...]:
    try:
        return tuple(check(record))
    except KeyError as error:
        return (f"the record has no {error.args[0]}",)
    except _NOT_AS_EXPECTED as error:
        return (str(error) or "the record is not complete",)


def _play_faults(record: Document) -> list[str]:
    rules = RuleSet.from_dict(record["rules"])
    deal = Deal.from_dict(record["deal"])
    log = [_entry(index, action) for index, action in enumerate(record["actions"])]
    dealer, hand_no = Seat.parse(record["dealer"]), record["hand_no"]
    scores, bags = record["totals"]["before"], record["bags"]["before"]
    start = new_hand(rules, deal, dealer, scores=scores, bags=bags, hand_no=hand_no)
    table = table_parts(rules, record["preset"])
    # A record may be older than an option, which then has its default.
    del table["rules"]
    derived = {
        **table,
        **deal_parts(deal),
        **play_parts(replay_log(start, log), log, scores, bags),
    }
    return [
        f"{field} is not what the deal and the actions give"
        for field, value in derived.items()
        if record[field] != value
    ]


def _entry(index: int, action: Document) -> LogEntry:
    if action["seq"] != index:
        raise ValueError(f"action {index} is missing")
    if type(action["ms"]) is not int or action["ms"] < 0:
        raise ValueError(f"action {index}: ms is a whole number of milliseconds")
    return LogEntry(
        Seat.parse(action["seat"]), Cause(action["cause"]), action["ms"], action["action"]
    )


def _proof_faults(record: Document) -> list[str]:
    proof: Document = record["proof"]
    if proof is None or record["source"] != {"kind": "proven"}:
        return ["the source of the deal and its proof contradict each other"]
    if (record["game"], record["deal_number"]) != (proof["game"], proof["number"]):
        return ["the proof is of another deal"]
    return [*_chain_faults(proof), *_seed_faults(proof), *_deal_faults(record, proof)]


def _chain_faults(proof: Document) -> list[str]:
    secret = bytes.fromhex(proof["secret"])
    faults = []
    if commitment(secret).hex() != proof["commitment"]:
        faults.append("the secret is not the one that was committed to")
    if secret_at(secret, proof["number"], 0).hex() != proof["commitment_0"]:
        faults.append("the secret is not of the chain whose commitment was published")
    return faults


def _seed_faults(proof: Document) -> list[str]:
    faults = []
    for listed in proof["seeds"]:
        seed = _seed(listed)
        if seed and not (is_seed(seed) and seed_hash(seed).hex() == listed["hash"]):
            faults.append(f"the seed of seat {listed['seat']} does not match its hash")
    times = [proof["times"]["committed"], proof["times"]["seeds_closed"]]
    # Without the Z, UTC times of any number of decimals sort as text.
    if None not in times and times != sorted(times, key=lambda time: time.removesuffix("Z")):
        faults.append("the commitment was published after the seeds were closed")
    return faults


def _deal_faults(record: Document, proof: Document) -> list[str]:
    rules = RuleSet.from_dict(record["rules"])
    if [listed["seat"] for listed in proof["seeds"]] != [seat.name for seat in rules.seats]:
        return ["the seed list does not name every seat in order"]
    seeds = [_seed(listed) for listed in proof["seeds"]]
    secret, game_id = bytes.fromhex(proof["secret"]), UUID(proof["game"]).bytes
    stream = Stream(deal_key(secret, game_id, proof["number"], seeds))
    dealer = Seat.parse(record["dealer"])
    if proof["number"] == 1 and first_dealer(stream, rules) != dealer:
        return ["another seat was drawn as the first dealer"]
    if deal_from_stream(stream, rules, dealer).to_dict() != record["deal"]:
        return ["the secret and the seeds give other cards"]
    return []


def _seed(listed: Document) -> bytes:
    return bytes.fromhex(listed["seed"] or "")
