"""Every stored hand against its log: what the summary columns say must follow from the actions."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import IllegalAction
from games.engine.errors import DealError, LogError
from games.engine.log import parse_log
from games.models import Game, Hand
from games.selectors.state import drawn_deal, state_of


@dataclass(frozen=True, slots=True)
class Fault:
    """A hand or game whose row says something else than its log."""

    where: str
    what: str


def faults_of(hand: Hand) -> list[Fault]:
    """What is wrong with a hand's row; empty when everything follows from the log."""
    where = f"hand {hand.pk}"
    try:
        entries, state = parse_log(hand.log), state_of(hand)
    except (LogError, IllegalAction, DealError) as error:
        return [Fault(where, f"does not replay: {error}")]
    over = hand.status == Hand.Status.FINISHED
    expected: dict[str, object] = {
        "seq": len(entries),
        "phase": state.phase.value,
        "to_act": state.to_act,
        "tricks": list(state.public.tricks_won),
        "result": state.score.to_dict() if over and state.score else None,
    }
    found = [
        Fault(where, f"{column} is {getattr(hand, column)!r}, the log says {value!r}")
        for column, value in expected.items()
        if getattr(hand, column) != value
    ]
    if over != state.is_over and hand.status != Hand.Status.ANNULLED:
        found.append(Fault(where, f"is {hand.status} after {hand.seq} actions"))
    if hand.deal is not None and not hand.is_given:
        found += _deal_faults(hand, where)
    return found


def _deal_faults(hand: Hand, where: str) -> list[Fault]:
    drawn = drawn_deal(hand.game, hand.deal_number, state_of(hand).dealer)
    if (drawn[0], drawn[1].to_dict()) != (hand.dealer, hand.deal):
        return [Fault(where, "was not dealt from its chain and seeds")]
    return []


def faults_of_game(game: Game) -> list[Fault]:
    """Whether a game's totals follow from its settled hands, in order."""
    where = f"game {game.pk}"
    settled = list(game.hands.filter(status=Hand.Status.FINISHED).order_by("number"))
    numbers = [hand.number for hand in settled]
    if numbers != list(range(1, game.hands_settled + 1)):
        return [Fault(where, f"has settled hands {numbers}, counts {game.hands_settled}")]
    scores, bags = [0] * len(game.scores), [0] * len(game.bags)
    for hand in settled:
        if (hand.scores, hand.bags) != (scores, bags):
            return [Fault(where, f"hand {hand.number} began with other totals")]
        result = hand.result or {}
        scores, bags = result.get("scores", []), result.get("bags", [])
    if (game.scores, game.bags) != (scores, bags):
        return [Fault(where, "has other totals than its hands")]
    return []


def audit() -> Iterator[tuple[str, list[Fault]]]:
    """Every hand, then every game, each with its faults."""
    for hand in Hand.objects.select_related("game").order_by("pk").iterator(chunk_size=500):
        yield "hand", faults_of(hand)
    for game in Game.objects.order_by("pk").iterator(chunk_size=500):
        yield "game", faults_of_game(game)
