"""The proof of a game's deals: what was committed, who seeded it, and every secret due to be shown.

The document is described in docs/deal-proof.md and checked by docs/verify_deal.py.
"""

from games.engine.deal import Deal
from games.engine.game_proof import (
    DealProof,
    DealStatus,
    GameCommitment,
    NumberedDeal,
    SeatSeed,
    game_proof,
)
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Hand
from games.selectors.state import deal_secret, drawn_deal, rules_of
from players.moments import iso

STATUS = {
    Hand.Status.FINISHED: DealStatus.SETTLED,
    Hand.Status.ANNULLED: DealStatus.ANNULLED,
    Hand.Status.PLAYING: DealStatus.LIVE,
    Hand.Status.PAUSED: DealStatus.LIVE,
}


def proof_of(game: Game) -> dict[str, object]:
    """The /proof/ document: all deals that were drawn, with the secrets of those that have ended."""
    hands = game.hands.filter(given_deal__isnull=True).order_by("deal_number")
    return game_proof(
        commitment=commitment_of(game),
        rules=rules_of(game),
        preset=game.preset,
        status=game.status,
        deals=[_deal(game, hand) for hand in hands] or _burnt(game),
        reason=_reason(game),
    )


def deal_proof(hand: Hand) -> DealProof | None:
    """The proof of a finished hand's deal; None if its cards were given and not drawn."""
    if hand.is_given:
        return None
    secret = deal_secret(hand.game, hand.deal_number)
    return DealProof(commitment_of(hand.game), hand.deal_number, secret)


def commitment_of(game: Game) -> GameCommitment:
    """What was fixed before the first card, as far as it may be shown now."""
    closed = game.seeds_closed_at or (game.ended_at if _is_annulled(game) else None)
    return GameCommitment(
        game_id=str(game.pk),
        commitment=bytes(game.commitment),
        seeds=tuple(_seed(seat) for seat in game.game_seats.all()),
        committed=iso(game.created_at),
        seeds_closed=iso(closed) if closed else None,
    )


def _seed(seat: GameSeat) -> SeatSeed:
    return SeatSeed(
        seat=SeatName(seat.index),
        digest=None if seat.seed_hash is None else bytes(seat.seed_hash),
        seed=None if seat.seed is None else bytes(seat.seed),
        is_bot=bool(seat.bot),
    )


def _deal(game: Game, hand: Hand) -> NumberedDeal:
    status = STATUS[Hand.Status(hand.status)]
    live = status is DealStatus.LIVE
    return NumberedDeal(
        number=hand.deal_number,
        status=status,
        dealer=SeatName(hand.dealer),
        secret=None if live else deal_secret(game, hand.deal_number),
        deal=None if live or hand.deal is None else Deal.from_dict(hand.deal),
        hand_id=hand.pk,
        reason=_reason(game) if status is DealStatus.ANNULLED else None,
    )


def _burnt(game: Game) -> list[NumberedDeal]:
    """A game called off before its first card shows the deal it would have had."""
    if not _is_annulled(game):
        return []
    dealer, deal = drawn_deal(game, 1, None)
    return [
        NumberedDeal(
            number=1,
            status=DealStatus.ANNULLED,
            dealer=dealer,
            secret=deal_secret(game, 1),
            deal=deal,
            reason=_reason(game),
        )
    ]


def _is_annulled(game: Game) -> bool:
    return game.status == Game.Status.ANNULLED


def _reason(game: Game) -> str | None:
    return game.end_cause if _is_annulled(game) else None
