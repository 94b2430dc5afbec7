"""The parts of a hand record that follow from the deal and the actions.

The record writer and its check both take them from here, so that they cannot differ.
"""

from collections.abc import Iterable, Sequence

from games.engine.actions import LOOK, Action
from games.engine.auction import open_auction
from games.engine.bids import Bid
from games.engine.deal import Deal
from games.engine.errors import Code, IllegalAction, ReplayError
from games.engine.hand import HandState, apply
from games.engine.log import LogEntry
from games.engine.presets import PRESETS
from games.engine.ruleset import RuleSet, difference
from games.engine.tricks import Trick


def replay_log(start: HandState, log: Iterable[LogEntry]) -> HandState:
    """The hand after all entries of its log; ReplayError says which of them the rules refuse,
    or which was made by another seat than the one to act."""
    state = start
    for index, entry in enumerate(log):
        try:
            if not state.is_over and entry.seat != state.to_act:
                raise IllegalAction(Code.NOT_YOUR_TURN)
            state = apply(state, Action.parse(entry.token))
        except IllegalAction as error:
            raise ReplayError(error.code, index) from None
    return state


def table_parts(rules: RuleSet, preset: str) -> dict[str, object]:
    """The rules, how they depart from their preset, and who scores together."""
    options, changed = rules.to_dict(), difference(rules, PRESETS[preset])
    standard = PRESETS[preset].to_dict()
    return {
        "preset": preset,
        "differences": [
            {"field": name, "preset": standard[name], "here": options[name]} for name in changed
        ],
        "rules": options,
        "seats": [seat.name for seat in rules.seats],
        "sides": [
            {"name": name, "seats": [seat.name for seat in side]}
            for name, side in zip(rules.side_names, rules.sides, strict=True)
        ],
    }


def deal_parts(deal: Deal) -> dict[str, object]:
    """The cards in the order dealt, and as PBN where that can say them."""
    return {"deal": deal.to_dict(), "pbn": deal.to_pbn() if deal.is_bridge_deal else None}


def play_parts(
    state: HandState, log: Sequence[LogEntry], scores: Sequence[int], bags: Sequence[int]
) -> dict[str, object]:
    """Bids, what was bid blind, exchange, tricks and score of a finished hand.

    `scores` and `bags` are those before it. ValueError if the hand is not over.
    """
    rules, score = state.rules, state.score
    if score is None:
        raise ValueError("a record is of a hand that was played to its end")
    return {
        "bids": _bids(rules, log),
        "blind": _blind(rules, log, scores),
        "exchange": _exchange(rules, log),
        "tricks": [_trick(rules, trick) for trick in state.tricks],
        "score": score.to_dict(),
        "totals": {"before": list(scores), "after": list(score.scores)},
        "bags": {"before": list(bags), "after": list(score.bags)},
    }


def _bids(rules: RuleSet, log: Iterable[LogEntry]) -> list[int | str | None]:
    """The bids in seat order, as JSON carries them."""
    bids = {entry.seat: Action.parse(entry.token).bid for entry in log if entry.token[0] in "bB"}
    return [_plain(bids[seat]) for seat in rules.seats]


def _plain(bid: Bid | None) -> int | str | None:
    return str(bid) if isinstance(bid, str) else bid


def _blind(
    rules: RuleSet, log: Iterable[LogEntry], scores: Sequence[int]
) -> list[dict[str, object]]:
    """Per seat: was a blind bid open to it at the deal, and did it look before it bid."""
    offered = open_auction(rules, tuple(scores)).face_down
    looked = {entry.seat for entry in log if entry.token == str(LOOK)}
    return [
        {"seat": seat.name, "offered": offered[seat], "looked": seat in looked}
        for seat in rules.seats
    ]


def _exchange(rules: RuleSet, log: Iterable[LogEntry]) -> list[dict[str, object]]:
    """The passes in their order, each to the partner."""
    passes: list[dict[str, object]] = []
    for entry in log:
        cards, partner = Action.parse(entry.token).cards, rules.partner(entry.seat)
        if cards and partner is not None:
            names = [str(card) for card in cards]
            passes.append({"from": entry.seat.name, "to": partner.name, "cards": names})
    return passes


def _trick(rules: RuleSet, trick: Trick) -> dict[str, object]:
    """A trick with its cards in the order played."""
    clockwise = rules.seating.from_left_of(trick.leader)
    players = (trick.leader, *clockwise[:-1])
    return {
        "leader": trick.leader.name,
        "cards": [
            {"seat": seat.name, "card": str(card)}
            for seat, card in zip(players, trick.cards, strict=True)
        ],
        "winner": trick.winner.name,
    }
