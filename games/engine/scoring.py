"""The settlement of a hand, in the order of R29, and the end of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.bids import Bid, Nil, is_nil, read_bid, tricks_bid
from games.engine.errors import ScoreError
from games.engine.ruleset import BlindNil, FailedNilTricks, RuleSet
from games.engine.seats import Seat

_TRICK_VALUE = 10
_TEN_VALUE = 200
_MOON_VALUE = 200
_BAGS, _, _HELP_PARTNER = FailedNilTricks


class LineKind(StrEnum):
    """What a line of a score sheet is for."""

    NIL = "nil"
    BLIND_NIL = "blind_nil"
    CONTRACT = "contract"
    OVERTRICKS = "overtricks"
    BAG_PENALTY = "bag_penalty"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a settled hand.

    The points of a side's lines add up to its delta, their bags to the change of its counter.
    `bid` is the contract of a contract line, `tricks` what was counted for the line.
    """

    side: int
    kind: LineKind
    points: int
    bags: int = 0
    seat: Seat | None = None
    bid: int | None = None
    tricks: int | None = None
    made: bool | None = None


@dataclass(frozen=True, slots=True)
class HandScore:
    """A settled hand; all per-side values are in the order of the sides.

    `deltas` are this hand's points with bag penalties in, `scores` and `bags` the running
    values after it, `penalties` how many bag penalties each side got (R39, R40). `over` says
    that the game is, `winner` is the number of the side that won it.
    """

    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    penalties: tuple[int, ...]
    over: bool
    winner: int | None
    lines: tuple[ScoreLine, ...]
    side_names: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """The score as JSON carries it, sides and seats by name."""
        return {
            "deltas": list(self.deltas),
            "scores": list(self.scores),
            "bags": list(self.bags),
            "penalties": list(self.penalties),
            "over": self.over,
            "winner": None if self.winner is None else self.side_names[self.winner],
            "lines": [self._line(line) for line in self.lines],
        }

    def _line(self, line: ScoreLine) -> dict[str, object]:
        return {
            "side": self.side_names[line.side],
            "kind": line.kind.value,
            "seat": None if line.seat is None else line.seat.name,
            "points": line.points,
            "bags": line.bags,
            "bid": line.bid,
            "tricks": line.tricks,
            "made": line.made,
        }


def score_hand(
    rules: RuleSet,
    *,
    bids: Sequence[int | str],
    tricks: Sequence[int],
    scores: Sequence[int],
    bags: Sequence[int],
    hand_no: int = 1,
    reneges: Mapping[object, object] | None = None,
) -> HandScore:
    """Settle a hand from plain values, as a score keeper has them.

    `bids` and `tricks` are in seat order, `scores` and `bags` one value per side from before
    the hand, `hand_no` how many hands of the game are settled with this one. A bid is a
    number of tricks, "nil" (0 reads as "nil") or "blind_nil". ScoreError says what is wrong
    with values that no hand can show.
    """
    if reneges:
        raise ScoreError("these rules know no reneges: an illegal card is refused")
    read = _read_bids(rules, bids)
    _check_tricks(rules, tricks)
    _check_totals(rules, scores, bags, hand_no)
    return settle(rules, read, tricks, scores, bags, hand_no)


def settle(
    rules: RuleSet,
    bids: Sequence[Bid],
    tricks: Sequence[int],
    scores: Sequence[int],
    bags: Sequence[int],
    hand_no: int,
) -> HandScore:
    """Settle a hand that was played by these rules, so that its values need no check."""
    lines: list[ScoreLine] = []
    deltas, counters, penalties = [], [], []
    for side, seats in enumerate(rules.sides):
        settled = _side_lines(rules, side, seats, bids, tricks)
        bag_count = bags[side] + sum([line.bags for line in settled])
        times, bag_count = divmod(bag_count, rules.bag_block) if rules.bag_block else (0, 0)
        if times:
            settled.append(_bag_penalty(rules, side, times))
        lines += settled
        deltas.append(sum([line.points for line in settled]))
        counters.append(bag_count)
        penalties.append(times)
    totals = tuple([before + delta for before, delta in zip(scores, deltas, strict=True)])
    over, winner = end_of_game(rules, totals, hand_no)
    return HandScore(
        deltas=tuple(deltas),
        scores=totals,
        bags=tuple(counters),
        penalties=tuple(penalties),
        over=over,
        winner=winner,
        lines=tuple(lines),
        side_names=rules.side_names,
    )


def end_of_game(rules: RuleSet, scores: Sequence[int], hand_no: int) -> tuple[bool, int | None]:
    """Whether the game is over at these totals after `hand_no` settled hands, and who won.

    The target, the floor and the cap only say when to look: the highest total wins, and while
    it is shared one more hand is played, so that no game ends in a draw (R41 to R47). A
    single board is over at once and has no winner (R50).
    """
    if rules.is_single_board:
        return True, None
    best = max(scores)
    ending = (
        (rules.target is not None and best >= rules.target)
        or (rules.floor is not None and min(scores) <= rules.floor)
        or (rules.hand_cap is not None and hand_no >= rules.hand_cap)
    )
    if not ending or list(scores).count(best) > 1:
        return False, None
    return True, list(scores).index(best)


def _side_lines(
    rules: RuleSet, side: int, seats: Sequence[Seat], bids: Sequence[Bid], tricks: Sequence[int]
) -> list[ScoreLine]:
    """The nils and the contract of a side (R30 to R37)."""
    contract = taken = helped = 0
    nils = []
    for seat in seats:
        if is_nil(bids[seat]):
            nils.append(seat)
            helped += tricks[seat]
        else:
            contract += tricks_bid(bids[seat])
            taken += tricks[seat]
    lines = [_nil_line(rules, side, seat, bids[seat], tricks[seat], contract) for seat in nils]
    if contract:
        if rules.failed_nil_tricks is _HELP_PARTNER:
            taken += helped
        lines += _contract_lines(rules, side, contract, taken)
    return lines


def _nil_line(
    rules: RuleSet, side: int, seat: Seat, bid: Bid, tricks: int, contract: int
) -> ScoreLine:
    """A nil is judged alone; its tricks follow the option and never score a point (R33 to R36).

    `help_partner` needs a contract to help: beside another nil its tricks are bags (R37).
    """
    blind = bid is Nil.BLIND
    value = (rules.blind_nil_value or 0) if blind else rules.nil_value
    as_bags = rules.failed_nil_tricks is _BAGS or (
        rules.failed_nil_tricks is _HELP_PARTNER and not contract
    )
    return ScoreLine(
        side,
        LineKind.BLIND_NIL if blind else LineKind.NIL,
        points=-value if tricks else value,
        bags=tricks if as_bags and rules.bag_block else 0,
        seat=seat,
        tricks=tricks,
        made=not tricks,
    )


def _contract_lines(rules: RuleSet, side: int, contract: int, tricks: int) -> list[ScoreLine]:
    """The contract of a side, and the overtricks if it is made (R30 to R32)."""
    made = tricks >= contract
    lines = [
        ScoreLine(
            side,
            LineKind.CONTRACT,
            points=_contract_points(rules, contract, made),
            bid=contract,
            tricks=tricks,
            made=made,
        )
    ]
    over = tricks - contract
    if over > 0:
        bags = over if rules.bag_block else 0
        lines.append(ScoreLine(side, LineKind.OVERTRICKS, points=over, bags=bags, tricks=over))
    return lines


def _contract_points(rules: RuleSet, contract: int, made: bool) -> int:
    """Ten points a trick both ways; the options for 10 and 13 tricks have their own price."""
    if rules.ten_for_200 and contract == 10:
        return _TEN_VALUE if made else -_TEN_VALUE
    if rules.moon and contract == rules.hand_size and made:
        return _MOON_VALUE
    return _TRICK_VALUE * (contract if made else -contract)


def _bag_penalty(rules: RuleSet, side: int, times: int) -> ScoreLine:
    """One penalty for every whole block of bags; the remainder stays (R39)."""
    return ScoreLine(
        side,
        LineKind.BAG_PENALTY,
        points=-times * rules.bag_penalty,
        bags=-times * rules.bag_block,
    )


def _read_bids(rules: RuleSet, bids: Sequence[int | str]) -> list[Bid]:
    if len(bids) != len(rules.seats):
        raise ScoreError(f"there are {len(rules.seats)} bids, one per seat")
    try:
        read = [read_bid(bid, rules.hand_size) for bid in bids]
    except ValueError as error:
        raise ScoreError(str(error)) from None
    if rules.blind_nil is BlindNil.OFF and Nil.BLIND in read:
        raise ScoreError("these rules have no blind nil")
    return read


def _check_tricks(rules: RuleSet, tricks: Sequence[int]) -> None:
    if len(tricks) != len(rules.seats):
        raise ScoreError(f"there are {len(rules.seats)} numbers of tricks, one per seat")
    if any(type(taken) is not int or taken < 0 for taken in tricks):
        raise ScoreError("tricks are whole numbers, 0 or more")
    if sum(tricks) != rules.hand_size:
        raise ScoreError(f"the tricks of a hand add up to {rules.hand_size}, not {sum(tricks)}")


def _check_totals(rules: RuleSet, scores: Sequence[int], bags: Sequence[int], hand_no: int) -> None:
    if len(scores) != len(rules.sides) or len(bags) != len(rules.sides):
        raise ScoreError(f"there are {len(rules.sides)} scores and numbers of bags, one per side")
    if any(type(score) is not int for score in scores):
        raise ScoreError("scores are whole numbers")
    if any(type(bag) is not int or bag < 0 for bag in bags):
        raise ScoreError("bags are whole numbers, 0 or more")
    if type(hand_no) is not int or hand_no < 1:
        raise ScoreError("hands are counted from 1")
