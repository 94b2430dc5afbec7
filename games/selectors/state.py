"""The state of a hand, folded from its deal and its log each time it is needed."""

import json
from functools import lru_cache
from uuid import UUID

from games.engine import Deal, HandState, RuleSet, deal_from_stream, first_dealer, replay
from games.engine.log import parse_log
from games.engine.proof import CHAIN_LENGTH, Stream, deal_key, secret_at
from games.engine.seats import Seat as SeatName
from games.models import Game, GameSeat, Hand


@lru_cache(maxsize=256)
def _rules(text: str) -> RuleSet:
    return RuleSet.from_dict(json.loads(text))


def rules_of(game: Game) -> RuleSet:
    """The frozen rules of a game."""
    return _rules(json.dumps(game.rules, sort_keys=True))


def deal_secret(game: Game, number: int) -> bytes:
    """S_number of the game's chain: the secret of its deal `number`, 32 bytes."""
    return secret_at(bytes(game.secret), CHAIN_LENGTH, number)


def seeds_of(game: Game) -> list[bytes]:
    """The seats' seeds in seat order; a seat that gave none counts as empty."""
    seeds = GameSeat.objects.filter(game=game).order_by("index").values_list("seed", flat=True)
    return [bytes(seed or b"") for seed in seeds]


def drawn_deal(game: Game, number: int, dealer: SeatName | None) -> tuple[SeatName, Deal]:
    """Deal `number` of a game and its dealer, both fixed by the chain and the players' seeds.

    The first deal draws its dealer before its cards; later ones are given theirs.
    """
    key = deal_key(deal_secret(game, number), game.id.bytes, number, seeds_of(game))
    return draw(rules_of(game), key, number, dealer)


def draw(rules: RuleSet, key: bytes, number: int, dealer: SeatName | None) -> tuple[SeatName, Deal]:
    """The dealer and the cards of deal `number` from its 32-byte key; see `drawn_deal`."""
    stream = Stream(key)
    if number == 1:
        dealer = first_dealer(stream, rules)
    if dealer is None:
        raise ValueError("a deal after the first needs its dealer")
    return dealer, deal_from_stream(stream, rules, dealer)


def deal_of(hand: Hand) -> Deal:
    """The deal of a hand: from its column once it has ended, derived from the chain before."""
    if hand.status in Hand.LIVE:
        return _live_deal(hand.game_id, hand.deal_number)
    return _stored_deal(hand)


@lru_cache(maxsize=1024)
def _live_deal(game_id: UUID, number: int) -> Deal:
    """The deal of a hand in play, kept in this process only: it never changes, and deriving it
    costs as much as writing an action does."""
    return _stored_deal(Hand.objects.select_related("game").get(game=game_id, deal_number=number))


def _stored_deal(hand: Hand) -> Deal:
    if hand.deal is not None:
        return Deal.from_dict(hand.deal)
    if hand.given_deal is not None:
        return Deal.from_dict(json.loads(bytes(hand.given_deal)))
    return drawn_deal(hand.game, hand.deal_number, SeatName(hand.dealer))[1]


def state_of(hand: Hand) -> HandState:
    """Replay of the hand's log on its deal."""
    return replay(
        rules_of(hand.game),
        deal_of(hand),
        SeatName(hand.dealer),
        [entry.token for entry in parse_log(hand.log)],
        scores=tuple(hand.scores),
        bags=tuple(hand.bags),
        hand_no=hand.number,
    )
