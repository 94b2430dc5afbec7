"""The hand record: one document that is enough to replay and score a hand without the platform.

Its fields are described in hand-record.schema.json beside this module.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.deal import Deal
from games.engine.game_proof import DealProof
from games.engine.hand import new_hand
from games.engine.log import LogEntry
from games.engine.record_check import play_faults, proof_faults
from games.engine.record_parts import deal_parts, play_parts, replay_log, table_parts
from games.engine.ruleset import RuleSet
from games.engine.seats import Seat

RECORD_FORMAT = "spades-hand/1"


class PlayerKind(StrEnum):
    """Who sat in a seat."""

    PERSON = "person"
    GUEST = "guest"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Player:
    """Who played a seat; two entries of one seat shared it during the hand.

    `strategy` names what a bot plays by.
    """

    seat: Seat
    name: str
    kind: PlayerKind
    strategy: str | None = None

    def to_dict(self) -> dict[str, str | None]:
        """The player as JSON carries it."""
        return {
            "seat": self.seat.name,
            "name": self.name,
            "kind": self.kind.value,
            "strategy": self.strategy,
        }


def hand_record(
    *,
    rules: RuleSet,
    preset: str,
    game_id: str,
    hand_no: int,
    dealer: Seat,
    deal: Deal,
    log: Sequence[LogEntry],
    scores: Sequence[int],
    bags: Sequence[int],
    players: Iterable[Player],
    proof: DealProof | None,
    hand_id: int | None = None,
    deal_number: int | None = None,
    started: str | None = None,
    ended: str | None = None,
) -> dict[str, object]:
    """The record of a finished hand.

    `scores` and `bags` are those of each side before it. `deal_number` is the index k of the
    deal in its game; without `proof` the deal was given (a lesson, an import, a test). Times
    are UTC, ISO 8601. IllegalAction if the log breaks a rule, ValueError if the hand is not
    over.
    """
    start = new_hand(rules, deal, dealer, scores=scores, bags=bags, hand_no=hand_no)
    state = replay_log(start, log)
    return {
        "format": RECORD_FORMAT,
        "id": hand_id,
        "game": game_id,
        "hand_no": hand_no,
        "deal_number": deal_number if proof is None else proof.number,
        **table_parts(rules, preset),
        "players": [player.to_dict() for player in players],
        "dealer": dealer.name,
        **deal_parts(deal),
        "started": started,
        "ended": ended,
        "actions": [_action(seq, entry) for seq, entry in enumerate(log)],
        **play_parts(state, log, scores, bags),
        "source": {"kind": "given" if proof is None else "proven"},
        "proof": None if proof is None else proof.to_dict(),
    }


class ProofOutcome(StrEnum):
    """What a record says about the origin of its cards."""

    PROVEN = "proven"
    NO_PROOF = "no proof"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a record found: every reason why it is not true, in words."""

    reasons: tuple[str, ...]
    proof: ProofOutcome

    @property
    def ok(self) -> bool:
        """Whether everything holds. A record without a proof can be fine: see `proof`."""
        return not self.reasons


def verify_record(record: object) -> Verdict:
    """Replay a record by the rules it names, score it again, and check the proof of its deal.

    Never raises: a document that is no record at all is a reason too.
    """
    if not isinstance(record, dict) or record.get("format") != RECORD_FORMAT:
        return Verdict(
            (f"this is not a document of the format {RECORD_FORMAT}",), ProofOutcome.FAILED
        )
    played = play_faults(record)
    if record.get("proof") is None and record.get("source") == {"kind": "given"}:
        return Verdict(played, ProofOutcome.NO_PROOF)
    unproven = proof_faults(record)
    return Verdict(played + unproven, ProofOutcome.FAILED if unproven else ProofOutcome.PROVEN)


def _action(seq: int, entry: LogEntry) -> dict[str, object]:
    return {
        "seq": seq,
        "seat": entry.seat.name,
        "action": entry.token,
        "ms": entry.ms,
        "cause": entry.cause.value,
    }
