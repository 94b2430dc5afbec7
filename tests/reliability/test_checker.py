"""The checker has teeth: each kind of loss and doubling is named, and a good run passes."""

import random
from dataclasses import replace

import pytest

from tests.reliability.checker import _allowed, _winner, figures, violations
from tests.reliability.history import History, Kind
from tests.reliability.stored import Entry, Stored, StoredGame, StoredHand, read_log

PACK = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]


def played_hand() -> StoredHand:
    """A whole hand of random legal play, everybody bidding three."""
    rng = random.Random(7)
    cards = rng.sample(PACK, 52)
    deal = [sorted(cards[13 * seat : 13 * seat + 13]) for seat in range(4)]
    log = [Entry(seat, "p", 100, "b3") for seat in (1, 2, 3, 0)]
    holdings = [set(cards) for cards in deal]
    leader, broken = 1, False
    for _ in range(13):
        trick: list[tuple[int, str]] = []
        for seat in ((leader + n) % 4 for n in range(4)):
            card = rng.choice(sorted(_allowed(holdings[seat], trick, broken)))
            holdings[seat].discard(card)
            trick.append((seat, card))
            log.append(Entry(seat, "p", 100, f"p{card}"))
        leader = _winner(trick)
        broken = broken or any(card[0] == "S" for _, card in trick)
    return StoredHand(
        id=5,
        game="g",
        number=1,
        dealer=0,
        scores=[0, 0],
        log=tuple(log),
        seq=len(log),
        status="finished",
        deal=deal,
        result={"scores": [60, -60], "over": True},
    )


def history_of(hand: StoredHand) -> History:
    history = History()
    for seq, entry in enumerate(hand.log):
        for kind in (Kind.INVOKE, Kind.OK):
            history.step(
                kind, client=f"p{entry.seat}", seat=entry.seat, hand=5, seq=seq, token=entry.token
            )
    return history


HAND = played_hand()
GAME = StoredGame(id="g", status="finished", scores=[60, -60], hands_settled=1, winner=0)


def found(history: History, hand: StoredHand = HAND, game: StoredGame = GAME) -> str:
    return "\n".join(violations(history, Stored(games=(game,), hands=(hand,))))


def test_a_run_that_kept_its_promises_passes() -> None:
    history = history_of(HAND)
    assert found(history) == ""
    assert figures(history, Stored((GAME,), (HAND,)))["acked"] == 56


def test_an_acknowledged_action_that_is_missing_is_lost() -> None:
    short = replace(HAND, log=HAND.log[:-1], seq=55)
    assert "lost: " in found(history_of(HAND), short)


def test_an_action_applied_twice_is_found() -> None:
    double = replace(HAND, log=(*HAND.log[:8], HAND.log[7], *HAND.log[8:]), seq=57)
    text = found(history_of(HAND), double)
    assert "lost: " in text
    assert "was not allowed" in text


def test_a_seq_that_is_not_the_length_of_the_log_is_found() -> None:
    assert "seq is 57" in found(history_of(HAND), replace(HAND, seq=57))


def test_a_refused_action_must_not_stand() -> None:
    history = History()
    entry = HAND.log[0]
    for kind in (Kind.INVOKE, Kind.FAIL):
        history.step(kind, client="p1", seat=1, hand=5, seq=0, token=entry.token)
    assert "refused but applied" in found(history)


def test_an_unanswered_action_may_stand_or_not() -> None:
    history = History()
    for kind in (Kind.INVOKE, Kind.INFO):
        history.step(kind, client="p1", seat=1, hand=5, seq=0, token="b3")
        history.step(kind, client="p2", seat=2, hand=5, seq=1, token="b9")
    assert found(history) == ""


def test_an_action_begun_after_a_later_one_was_acknowledged_is_out_of_order() -> None:
    history = History()
    for seq in (1, 0):
        entry = HAND.log[seq]
        for kind in (Kind.INVOKE, Kind.OK):
            history.step(
                kind, client=f"p{entry.seat}", seat=entry.seat, hand=5, seq=seq, token="b3"
            )
    assert "out of order" in found(history)


@pytest.mark.parametrize(
    ("frames", "fault"),
    [
        ([("snapshot", 5, 0), ("event", 5, 0), ("event", 5, 1)], ""),
        ([("snapshot", 5, 3), ("event", 5, 2), ("event", 5, 3)], ""),
        ([("snapshot", 5, 0), ("event", 5, 1)], "missed 5:0"),
        ([("snapshot", 5, 4), ("snapshot", 5, 2)], "went back"),
        ([("event", 5, 0)], "missed"),
    ],
)
def test_a_socket_sees_every_action_in_order(
    frames: list[tuple[str, int, int]], fault: str
) -> None:
    history = History()
    for kind, hand, seq in frames:
        history.frame(1, kind, hand, seq)
    text = found(history)
    assert fault in text if fault else text == ""


def test_a_deal_with_a_card_twice_is_found() -> None:
    assert HAND.deal is not None
    deal = [list(cards) for cards in HAND.deal]
    deal[0][0] = deal[1][0]
    assert "not 13 of a pack" in found(history_of(HAND), replace(HAND, deal=deal))


def test_a_game_left_unfinished_is_found() -> None:
    assert "is playing" in found(history_of(HAND), game=replace(GAME, status="playing"))


def test_totals_that_do_not_follow_from_the_hands_are_found() -> None:
    assert "add up to" in found(history_of(HAND), game=replace(GAME, scores=[61, -60]))


def test_a_log_reads_seat_cause_time_and_token() -> None:
    assert read_log("1p5230b4 2b5830bN") == (Entry(1, "p", 5230, "b4"), Entry(2, "b", 5830, "bN"))
    with pytest.raises(ValueError, match="not a log entry"):
        read_log("1x5230b4")
