"""Says what is wrong between what clients were told and what the database holds.

Independent of the engine on purpose: the few rules it needs (turns, following suit, breaking
spades, who wins a trick) are written here a second time.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from tests.reliability.history import Frame, History, Kind, Step
from tests.reliability.stored import Entry, Stored, StoredGame, StoredHand

RANKS = "23456789TJQKA"
PACK = frozenset(suit + rank for suit in "CDHS" for rank in RANKS)


def violations(history: History, stored: Stored) -> list[str]:
    """Every broken promise in words; empty when all were kept."""
    return [
        *_acknowledgements(history.steps, stored.hands),
        *_order_in_time(history.steps),
        *_sockets(history.frames),
        *(fault for hand in stored.hands for fault in _hand(hand)),
        *(fault for game in stored.games for fault in _game(game, stored.hands)),
    ]


def _acknowledgements(steps: Iterable[Step], hands: Iterable[StoredHand]) -> Iterator[str]:
    """An ok stands at its seq, once; a refused action does not stand there."""
    logs = {hand.id: hand.log for hand in hands}
    for step in _last_words(steps):
        log = logs.get(step.hand, ())
        stands = step.seq < len(log) and _is(log[step.seq], step)
        if step.kind is Kind.OK and not stands:
            yield f"lost: {step.client} was told ok for {step.token} at {step.hand}:{step.seq}"
        if step.kind is Kind.FAIL and stands and log[step.seq].cause == "p":
            yield f"refused but applied: {step.client} {step.token} at {step.hand}:{step.seq}"


def _last_words(steps: Iterable[Step]) -> Iterable[Step]:
    """For each attempt what the client knew in the end; an ok is never taken back."""
    last: dict[tuple[str, int, int, str], Step] = {}
    for step in steps:
        known = last.get(step.attempt)
        if known is None or known.kind is not Kind.OK:
            last[step.attempt] = step
    return last.values()


def _is(entry: Entry, step: Step) -> bool:
    return entry.seat == step.seat and entry.token == step.token


def _order_in_time(steps: Iterable[Step]) -> Iterator[str]:
    """What was first sent after another action of the hand was acknowledged comes later in it."""
    newest_ok: dict[int, int] = {}
    begun: set[tuple[str, int, int, str]] = set()
    for step in steps:
        if step.kind is Kind.INVOKE and step.attempt not in begun:
            begun.add(step.attempt)
            if step.seq <= newest_ok.get(step.hand, -1):
                # sent late and refused is fine; only an ok would break the order
                begun.discard(step.attempt)
        elif step.kind is Kind.OK:
            if step.attempt not in begun:
                yield f"out of order: {step.client} {step.token} at {step.hand}:{step.seq}"
            newest_ok[step.hand] = max(step.seq, newest_ok.get(step.hand, -1))


def _sockets(frames: Iterable[Frame]) -> Iterator[str]:
    """On one socket the next action never falls back and never jumps without a snapshot."""
    expected: dict[int, tuple[int, int]] = {}
    for frame in frames:
        hand, due = expected.get(frame.socket, (frame.hand, -1))
        if frame.kind == "snapshot":
            if (frame.hand, frame.seq) < (hand, due):
                yield f"socket {frame.socket} went back to {frame.hand}:{frame.seq} from {due}"
            expected[frame.socket] = (frame.hand, frame.seq)
        elif frame.hand == hand and frame.seq == due:
            expected[frame.socket] = (hand, due + 1)
        elif (frame.hand, frame.seq) > (hand, due):
            yield f"socket {frame.socket} missed {hand}:{due} before {frame.hand}:{frame.seq}"
            expected[frame.socket] = (frame.hand, frame.seq + 1)


def _hand(hand: StoredHand) -> Iterator[str]:
    name = f"hand {hand.id}"
    if hand.seq != len(hand.log):
        yield f"{name}: seq is {hand.seq} and the log has {len(hand.log)} actions"
    if hand.status != "finished":
        yield f"{name} is {hand.status}"
        return
    if hand.deal is None or hand.result is None:
        yield f"{name} has ended without its deal or result"
        return
    cards = [card for holding in hand.deal for card in holding]
    if set(cards) != PACK or [len(holding) for holding in hand.deal] != [13] * 4:
        yield f"{name}: the deal is not 13 of a pack for each seat"
        return
    yield from (f"{name}: {fault}" for fault in _play(hand))


def _play(hand: StoredHand) -> Iterator[str]:
    """The log against the deal: each card once, by its owner, in turn, and allowed there."""
    assert hand.deal is not None
    holdings = [set(cards) for cards in hand.deal]
    bids: Counter[int] = Counter()
    trick: list[tuple[int, str]] = []
    leader, broken = (hand.dealer + 1) % 4, False
    for seq, entry in enumerate(hand.log):
        holding = holdings[entry.seat]
        if entry.token.startswith("x:"):
            cards = set(entry.token[2:].split(","))
            if not cards <= holding:
                yield f"{seq}: passed cards it did not hold"
            holding -= cards
            holdings[(entry.seat + 2) % 4] |= cards
        elif entry.token[0] == "p":
            card = entry.token[1:]
            if entry.seat != (leader + len(trick)) % 4:
                yield f"{seq}: seat {entry.seat} played out of turn"
            if card not in _allowed(holding, trick, broken):
                yield f"{seq}: {card} was not allowed"
            holding.discard(card)
            trick.append((entry.seat, card))
            if len(trick) == 4:
                leader = _winner(trick)
                broken = broken or any(card[0] == "S" for _, card in trick)
                trick = []
        elif entry.token != "look":
            bids[entry.seat] += 1
    if bids != Counter(range(4)):
        yield "not every seat bid once"
    if any(holdings):
        yield "cards were left over"


def _allowed(holding: set[str], trick: list[tuple[int, str]], broken: bool) -> set[str]:
    if trick:
        return {card for card in holding if card[0] == trick[0][1][0]} or holding
    return holding if broken else {card for card in holding if card[0] != "S"} or holding


def _winner(trick: list[tuple[int, str]]) -> int:
    led = trick[0][1][0]
    return max(
        trick,
        key=lambda play: (play[1][0] == "S", play[1][0] == led, RANKS.index(play[1][1])),
    )[0]


def _game(game: StoredGame, hands: Iterable[StoredHand]) -> Iterator[str]:
    """A game is over, once, and each hand began with the totals the one before ended with."""
    name = f"game {game.id}"
    if game.status != "finished":
        yield f"{name} is {game.status}"
        return
    if game.winner is None:
        yield f"{name} has no winner"
    settled = [hand for hand in hands if hand.game == game.id and hand.status == "finished"]
    settled.sort(key=lambda hand: hand.number)
    if [hand.number for hand in settled] != list(range(1, game.hands_settled + 1)):
        yield f"{name}: {game.hands_settled} hands settled, {len(settled)} stored"
    totals = [0, 0]
    ended = 0
    for hand in settled:
        if hand.scores != totals:
            yield f"{name}: hand {hand.number} began at {hand.scores}, not {totals}"
        if hand.result is not None:
            totals = hand.result["scores"]
            ended += hand.result["over"]
    if totals != game.scores:
        yield f"{name}: the hands add up to {totals}, the game says {game.scores}"
    if ended != 1:
        yield f"{name} was ended by {ended} of its hands"


def figures(history: History, stored: Stored) -> dict[str, int]:
    """The counts a run is judged by, beside its violations."""
    last = list(_last_words(history.steps))
    sends: dict[tuple[str, int, int, str], int] = defaultdict(int)
    for step in history.steps:
        sends[step.attempt] += step.kind is Kind.INVOKE
    return {
        "acked": sum(step.kind is Kind.OK for step in last),
        "unknown": sum(step.kind in (Kind.INFO, Kind.INVOKE) for step in last),
        "refused": sum(step.kind is Kind.FAIL for step in last),
        "resent": sum(count > 1 for count in sends.values()),
        "timeouts": sum(entry.cause == "t" for hand in stored.hands for entry in hand.log),
        "hands": sum(hand.status == "finished" for hand in stored.hands),
        "games": sum(game.status == "finished" for game in stored.games),
    }
