"""Whole games played at random but the same each time, with their records and their proof."""

from dataclasses import dataclass, field
from random import Random
from uuid import UUID

from games.engine.actions import Kind
from games.engine.deal import Deal, deal_from_stream, first_dealer
from games.engine.game_proof import (
    DealProof,
    DealStatus,
    GameCommitment,
    NumberedDeal,
    SeatSeed,
    game_proof,
)
from games.engine.hand import HandState, apply, legal_actions, new_hand
from games.engine.log import Cause, LogEntry
from games.engine.presets import PRESETS
from games.engine.proof import CHAIN_LENGTH, Stream, deal_key, secret_at, seed_hash
from games.engine.record import Player, PlayerKind, hand_record
from games.engine.ruleset import RuleSet
from games.engine.seats import Seat

GAME_ID = "7f9c2ba4-e88f-4127-a1b2-34d5c6f7a891"
SEEDS = (b"north brings this seed", b"", b"south brings a longer seed than north does", b"")
PLAYERS = (
    Player(Seat.N, "ann", PlayerKind.PERSON),
    Player(Seat.E, "Nora", PlayerKind.BOT, "rules"),
    Player(Seat.S, "guest-17", PlayerKind.GUEST),
    Player(Seat.W, "Otto", PlayerKind.BOT, "random"),
)


@dataclass
class PlayedGame:
    """A game in progress and its documents so far."""

    rules: RuleSet = PRESETS["classic"]
    preset: str = "classic"
    game_id: str = GAME_ID
    top: bytes = b"the end of the chain, 32 bytes.."
    seeds: tuple[bytes, ...] = SEEDS
    rng: Random = field(default_factory=lambda: Random(1))
    scores: tuple[int, ...] = (0, 0)
    bags: tuple[int, ...] = (0, 0)
    hands: int = 0
    over: bool = False
    deals: list[NumberedDeal] = field(default_factory=list)
    records: list[dict] = field(default_factory=list)

    @property
    def commitment(self) -> GameCommitment:
        listed = tuple(
            SeatSeed(seat, seed_hash(seed) if seed else None, seed or None, is_bot=seat % 2 == 1)
            for seat, seed in zip(self.rules.seats, self.seeds, strict=True)
        )
        start = secret_at(self.top, CHAIN_LENGTH, 0)
        return GameCommitment(
            self.game_id, start, listed, "2026-03-01T19:00:00Z", "2026-03-01T19:00:02.75Z"
        )

    def proof(self, status: str = "playing") -> dict:
        return game_proof(
            commitment=self.commitment,
            rules=self.rules,
            preset=self.preset,
            status=status,
            deals=self.deals,
        )

    def receipt(self, seat: str = "N") -> dict:
        return {
            "game": self.game_id,
            "commitment": self.commitment.commitment.hex(),
            "seat": seat,
            "seed": self.seeds[Seat[seat]].hex(),
        }

    def draw(self) -> tuple[int, bytes, Seat, Deal]:
        """The next deal: its number, secret, dealer and cards."""
        number = len(self.deals) + 1
        secret = secret_at(self.top, CHAIN_LENGTH, number)
        stream = Stream(deal_key(secret, UUID(self.game_id).bytes, number, self.seeds))
        if not self.deals:
            dealer = first_dealer(stream, self.rules)
        else:
            last = self.deals[-1]
            settled = last.status is DealStatus.SETTLED
            dealer = self.rules.next_seat(last.dealer) if settled else last.dealer
        return number, secret, dealer, deal_from_stream(stream, self.rules, dealer)

    def annul_a_deal(self, status: DealStatus = DealStatus.ANNULLED) -> None:
        number, secret, dealer, deal = self.draw()
        self.deals.append(NumberedDeal(number, status, dealer, secret, deal, 100 + number, "test"))

    def deal_without_playing(self) -> None:
        number, _, dealer, _ = self.draw()
        self.deals.append(NumberedDeal(number, DealStatus.LIVE, dealer, hand_id=100 + number))

    def play_a_hand(self) -> dict:
        number, secret, dealer, deal = self.draw()
        self.hands += 1
        start = new_hand(
            self.rules, deal, dealer, scores=self.scores, bags=self.bags, hand_no=self.hands
        )
        end, log = played_out(start, self.rng)
        record = hand_record(
            rules=self.rules,
            preset=self.preset,
            game_id=self.game_id,
            hand_id=100 + number,
            hand_no=self.hands,
            dealer=dealer,
            deal=deal,
            log=log,
            scores=self.scores,
            bags=self.bags,
            players=PLAYERS,
            proof=DealProof(self.commitment, number, secret),
            started=f"2026-03-01T19:{number:02}:00Z",
            ended=f"2026-03-01T19:{number:02}:59.5Z",
        )
        self.deals.append(
            NumberedDeal(number, DealStatus.SETTLED, dealer, secret, deal, 100 + number)
        )
        self.records.append(record)
        self.scores, self.bags, self.over = end.score.scores, end.score.bags, end.score.over
        return record

    def play_to_the_end(self) -> "PlayedGame":
        while not self.over:
            self.play_a_hand()
        return self


def played_out(state: HandState, rng: Random) -> tuple[HandState, list[LogEntry]]:
    """Random legal play; bids are low, so that games end, and now and then a nil."""
    log, ms = [], 0
    while not state.is_over:
        legal = legal_actions(state)
        action = rng.choice(legal[:4] if legal[0].kind is Kind.BID else legal)
        ms += rng.randrange(5_000)
        log.append(LogEntry(state.to_act, rng.choice(list(Cause)), ms, str(action)))
        state = apply(state, action)
    return state, log


def given_record(rules: RuleSet, deal: Deal, log: list[LogEntry], **more: object) -> dict:
    """The record of a hand whose cards were given: a lesson, an import, a test."""
    values = {
        "preset": "classic",
        "game_id": GAME_ID,
        "hand_no": 1,
        "dealer": Seat.W,
        "scores": (0, 0),
        "bags": (0, 0),
        "players": PLAYERS,
        "proof": None,
        **more,
    }
    return hand_record(rules=rules, deal=deal, log=log, **values)
