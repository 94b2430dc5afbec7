"""Tokens, and the log made of them."""

import pytest

from games.engine import Action, Card, Code, IllegalAction
from games.engine.actions import Kind, exchange_of, number_bid, number_bids, play_of, plays_of
from games.engine.cards import DECK, card_set
from games.engine.errors import LogError
from games.engine.log import Cause, LogEntry, parse_log
from tests.games.engine.hands import E, S, cards, names

TOKENS = ["look", "bN", "bB", *(f"b{n}" for n in range(1, 14)), *(f"p{card}" for card in DECK)]
NOT_TOKENS = [
    *("", " ", "b", "p", "x", "x:", "B4", "look ", " look", "LOOK", "r+", "r-", "k", "d", "t"),
    *("b0", "b-1", "b2.5", "b05", "b０", "b１", "bTrue", "bNone", "bn", "bb", "b1 ", "b+1", "b1e1"),
    *("b999999999999999999999", "bNaN", "b100", "b\x00", "b4\n", "pSA\n", "psa", "pS1", "pS10"),
    *("p", "pSASK", "x:H2,", "x:,H2", "x:H2 S3", "x:H2;S3", "X:H2,S3", "x:h2,s3", "y:C2", "c-"),
    *(-1, 0, 4, 14, 2.5, True, False, float("nan"), None, b"b4", ["b4"], ("b4",), {}),
]


@pytest.mark.parametrize("token", TOKENS)
def test_a_token_is_read_and_written_back(token):
    assert str(Action.parse(token)) == token
    assert Action.parse(token) is Action.parse(token)


@pytest.mark.parametrize("token", NOT_TOKENS, ids=repr)
def test_what_is_no_token_is_refused_with_a_code(token):
    """S000-28: a bid other than nil is at least 1; zero is not one."""
    with pytest.raises(IllegalAction) as refused:
        Action.parse(token)
    assert refused.value.code is Code.BAD_TOKEN


def test_the_order_in_which_passed_cards_are_named_means_nothing():
    assert Action.parse("x:S3,H2") == Action.parse("x:H2,S3") == exchange_of(cards("S3 H2"))
    assert str(Action.parse("x:S3,H2")) == "x:H2,S3"


def test_bids_and_plays_are_offered_in_order():
    assert [str(bid) for bid in number_bids(13)] == ["bN", *(f"b{n}" for n in range(1, 14))]
    assert number_bid(4) is Action.parse("b4")
    assert play_of(Card.parse("H9")) is Action.parse("pH9")
    assert plays_of(card_set(cards("SA C2 H9 H3"))) == tuple(
        Action.parse(token) for token in ("pC2", "pH3", "pH9", "pSA")
    )
    assert plays_of(0) == ()


@pytest.mark.parametrize("value", [0, -1, 100, True, 2.5, "4", None, float("nan")], ids=repr)
def test_a_number_bid_is_a_whole_number_from_one(value):
    with pytest.raises(IllegalAction):
        number_bid(value)


@pytest.mark.parametrize("value", [True, 1.0, "4", float("nan")], ids=repr)
def test_an_action_cannot_hide_a_bid_that_is_no_number(value):
    with pytest.raises(IllegalAction):
        Action(Kind.BID, bid=value)


def test_a_log_is_one_line_of_entries():
    entries = parse_log("1p5230b4 2b5830bN 3t65830look")
    assert entries[0] == LogEntry(E, Cause.PERSON, 5230, "b4")
    assert entries[1] == LogEntry(S, Cause.BOT, 5830, "bN")
    assert entries[2].cause is Cause.TIMEOUT
    assert " ".join(map(str, entries)) == "1p5230b4 2b5830bN 3t65830look"
    assert parse_log("") == ()


@pytest.mark.parametrize("token", ["x:H2,S3", "pSA", "b13", "bB", "look"])
def test_every_token_survives_the_log(token):
    entry = LogEntry(S, Cause.BOT, 0, token)
    assert parse_log(str(entry)) == (entry,)


@pytest.mark.parametrize(
    "text",
    [
        " ",
        "1p5b4 ",
        " 1p5b4",
        "1p5b4  2p6b4",
        "9p5b4",
        "1x5b4",
        "1p-5b4",
        "1p05b4",
        "1pb4",
        "1p5",
        "b4",
    ],
)
def test_text_that_is_no_log_is_refused(text):
    with pytest.raises(LogError):
        parse_log(text)


def test_the_refusals_name_no_card():
    for code in Code:
        text = str(IllegalAction(code))
        assert text
        assert not names(DECK) & set(text.split())
