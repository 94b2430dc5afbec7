"""What is published so that a game's deals can be checked: docs/deal-proof.md, its documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.deal import Deal
from games.engine.proof import commitment as commitment_to
from games.engine.ruleset import RuleSet
from games.engine.seats import Seat

GAME_PROOF_FORMAT = "spades-proof/1"


@dataclass(frozen=True, slots=True)
class SeatSeed:
    """What a seat gave to the deals of a game: first SHA256(seed), then the seed itself."""

    seat: Seat
    digest: bytes | None = None
    seed: bytes | None = None
    is_bot: bool = False

    @property
    def note(self) -> str | None:
        """Why there is no seed: "bot", "absent" (no hash came) or "withheld"; None if there is."""
        if self.seed:
            return None
        if self.digest:
            return "withheld"
        return "bot" if self.is_bot else "absent"


@dataclass(frozen=True, slots=True)
class GameCommitment:
    """What was fixed before the first card of a game.

    `commitment` is S_0; the seeds are in seat order. Times are UTC, ISO 8601; `seeds_closed` is
    None while the list is open, and until then no seed is shown, lest the last to send its own
    could choose between sending it and not.
    """

    game_id: str
    commitment: bytes
    seeds: tuple[SeatSeed, ...]
    committed: str | None = None
    seeds_closed: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The commitment as JSON carries it, bytes in hex."""
        return {
            "game": self.game_id,
            "commitment_0": self.commitment.hex(),
            "seeds": [self._seed(seed) for seed in self.seeds],
            "times": {"committed": self.committed, "seeds_closed": self.seeds_closed},
        }

    def _seed(self, given: SeatSeed) -> dict[str, str | None]:
        closed = self.seeds_closed is not None
        return {
            "seat": given.seat.name,
            "hash": given.digest.hex() if given.digest else None,
            "seed": given.seed.hex() if given.seed and closed else None,
            "note": given.note if closed else None,
        }


@dataclass(frozen=True, slots=True)
class DealProof:
    """The proof of one deal: its number k in the game, and the secret S_k, shown when it ended."""

    commitment: GameCommitment
    number: int
    secret: bytes

    def to_dict(self) -> dict[str, object]:
        """The `proof` of a hand record."""
        return {
            **self.commitment.to_dict(),
            "number": self.number,
            "secret": self.secret.hex(),
            "commitment": commitment_to(self.secret).hex(),
        }


class DealStatus(StrEnum):
    """What became of a deal; each of them has used up its number."""

    SETTLED = "settled"
    ANNULLED = "annulled"
    REDEALT = "redealt"
    LIVE = "live"


@dataclass(frozen=True, slots=True)
class NumberedDeal:
    """One deal of a game. `secret` and `deal` are None as long as it is live."""

    number: int
    status: DealStatus
    dealer: Seat
    secret: bytes | None = None
    deal: Deal | None = None
    hand_id: int | None = None
    reason: str | None = None


def game_proof(
    *,
    commitment: GameCommitment,
    rules: RuleSet,
    preset: str,
    status: str,
    deals: Sequence[NumberedDeal],
    reason: str | None = None,
) -> dict[str, object]:
    """The /proof/ document of a game: every deal so far, settled, annulled or dealt again.

    `status` and `reason` are the game's. ValueError if a deal is left out or a live one shown:
    such a document would prove nothing, or too much.
    """
    if [deal.number for deal in deals] != list(range(1, len(deals) + 1)):
        raise ValueError("a proof lists every deal of its game, in order")
    if any(_shows_too_much(deal) for deal in deals):
        raise ValueError("a live deal shows neither secret nor cards")
    committed = [commitment.commitment, *(deal.secret for deal in deals)]
    return {
        "format": GAME_PROOF_FORMAT,
        **commitment.to_dict(),
        "preset": preset,
        "rules": rules.to_dict(),
        "status": status,
        "reason": reason,
        "deals": [_deal(deal, before) for deal, before in zip(deals, committed, strict=False)],
    }


def _shows_too_much(deal: NumberedDeal) -> bool:
    return deal.status is DealStatus.LIVE and (deal.secret, deal.deal) != (None, None)


def _deal(deal: NumberedDeal, before: bytes | None) -> dict[str, object]:
    """`before` is the secret of the deal before, which this one is committed to."""
    return {
        "number": deal.number,
        "status": deal.status.value,
        "reason": deal.reason,
        "dealer": deal.dealer.name,
        "commitment": before.hex() if before else None,
        "secret": deal.secret.hex() if deal.secret else None,
        "deal": deal.deal.to_dict() if deal.deal else None,
        "hand": deal.hand_id,
    }
