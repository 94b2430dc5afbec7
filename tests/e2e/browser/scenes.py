"""Moments at a table as the server would send them, for what is rare in a game with bots."""

import copy
from collections.abc import Callable
from typing import Any

Frame = dict[str, Any]
Show = Callable[[str], list[Frame]]


def seat(letter: str, name: str | None, kind: str = "bot", **facts: Any) -> Frame:
    usual = {"guest": False, "connected": True, "away": False, "taken_by": None}
    wishes = {"wants_pause": False, "wants_rematch": False}
    return {"seat": letter, "kind": kind, "name": name, **usual, **wishes, **facts}


PEOPLE = ["alice", "Chiara", "Dmitri", "Efua"]
SEATS = [
    seat("N", "alice", "person"),
    seat("E", "Bot Nora"),
    seat("S", "Bot Theodore"),
    seat("W", "guest-7319", "person", guest=True),
]
TABLE: Frame = {
    "name": "Lantern Lane",
    "status": "playing",
    "preset": "classic",
    "rated": False,
    "rules": {"bag_block": 10, "blind_nil_value": 200, "nil_value": 100},
    "differences": [],
    "public": True,
    "code": "K7QM2XVDP4",
    "host": "alice",
    "timed": True,
    "fill_with_bots": True,
    "you": "N",
    "you_wait_for": None,
    "you_left": None,
    "can_start": False,
    "seats": SEATS,
    "paused_until": None,
}
GAME: Frame = {
    "id": "22222222-2222-4222-8222-222222222222",
    "status": "playing",
    "rated": False,
    "quitters": [],
    "scores": [71, 214],
    "bags": [1, 4],
    "winner": None,
    "commitment": "ab" * 32,
    "seeds": [{"seat": letter, "hash": None, "seed": None} for letter in "NESW"],
    "score_sheet": [
        {
            "hand": 5,
            "number": 1,
            "bids": [4, 3, "nil", 3],
            "tricks": [5, 4, 0, 4],
            "deltas": [141, 62],
            "scores": [141, 62],
            "bags": [1, 2],
            "penalties": [0, 0],
        }
    ],
}
HOLDING = ["SA", "SK", "S9", "S4", "HQ", "HT", "H5", "DK", "DJ", "D3", "CA", "C8", "C2"]
VIEW: Frame = {
    "seat": "N",
    "hand_no": 2,
    "dealer": "E",
    "phase": "bidding",
    "to_act": "N",
    "scores": [71, 214],
    "bags": [1, 4],
    "bids": [None, None, 4, "nil"],
    "looked": [True] * 4,
    "may_bid_blind": [False] * 4,
    "contracts": [4, 0],
    "holding": HOLDING,
    "counts": [13] * 4,
    "trick": [],
    "last_trick": None,
    "plays": [],
    "tricks": [0] * 4,
    "broken": False,
    "exchange": None,
    "score": None,
}
NUMBERS = [f"b{number}" for number in range(1, 14)] + ["bN"]
CLOCK = {
    "seat": "N",
    "deadline": "2030-01-01T00:00:00Z",
    "seconds_left": 12.0,
    "seconds": 30,
    "bank_since": None,
}


def snapshot(
    view: Frame | None,
    legal: list[str] | None = None,
    *,
    table: Frame | None = None,
    game: Frame | None = None,
    clock: Frame | None = None,
    seq: int = 3,
) -> Frame:
    return {
        "type": "snapshot",
        "hand": None if view is None else 7,
        "seq": seq,
        "view": None if view is None else copy.deepcopy(VIEW) | view,
        "legal": legal,
        "clock": clock,
        "table": TABLE | (table or {}),
        "game": GAME | (game or {}),
    }


MIDDLE: Frame = {
    "phase": "play",
    "bids": [4, 3, 4, "nil"],
    "contracts": [8, 3],
    "tricks": [2, 2, 1, 0],
    "counts": [8, 7, 7, 7],
    "holding": ["SA", "SK", "S4", "HT", "H5", "DK", "CA", "C8"],
    "trick": [
        {"seat": "E", "card": "HK"},
        {"seat": "S", "card": "H2"},
        {"seat": "W", "card": "H9"},
    ],
    "last_trick": {
        "cards": [
            {"seat": "N", "card": "D3"},
            {"seat": "E", "card": "DA"},
            {"seat": "S", "card": "D4"},
            {"seat": "W", "card": "D9"},
        ],
        "winner": "E",
    },
    "plays": [{"seat": "N", "card": "D3"}],
}
OVER: Frame = {
    **MIDDLE,
    "phase": "over",
    "to_act": None,
    "holding": [],
    "counts": [0] * 4,
    "tricks": [5, 3, 5, 0],
    "trick": [],
    "score": {
        "deltas": [82, 129],
        "scores": [512, 343],
        "bags": [3, 4],
        "penalties": [0, 0],
        "over": True,
        "winner": "NS",
        "lines": [
            {"side": "NS", "kind": "contract", "seat": None, "points": 80, "bags": 0},
            {"side": "NS", "kind": "overtricks", "seat": None, "points": 2, "bags": 2},
            {"side": "EW", "kind": "nil", "seat": "W", "points": 100, "bags": 0},
            {"side": "EW", "kind": "contract", "seat": None, "points": 30, "bags": 0},
        ],
    },
}
FACE_DOWN = {"holding": None, "looked": [False] * 4, "may_bid_blind": [True] * 4}
EMPTY_CHAIRS = [SEATS[0], seat("E", None, "empty"), SEATS[3], seat("W", None, "empty")]

RATED_SEATS = [seat(letter, name, "person") for letter, name in zip("NESW", PEOPLE, strict=True)]
RATED_SEATS[1] |= {"connected": False}
RATED = {"rated": True, "host": None, "code": None}
QUITTER = {"seat": "E", "name": "Chiara", "cause": "bank", "at": "2030-01-01T00:00:00Z"}

SCENES: dict[str, Frame | list[Frame]] = {
    "bidding": snapshot({}, NUMBERS, clock=CLOCK),
    "face down": snapshot(FACE_DOWN, ["look", "bB"]),
    "playing": snapshot(MIDDLE, ["pHT", "pH5"], clock=CLOCK),
    "exchange": snapshot({"phase": "exchange"}, ["x:SA,SK", "x:SA,C2", "x:C2,C8"]),
    "hand over": snapshot(OVER),
    "game over": snapshot(OVER, table={"status": "finished"}, game={"status": "finished"}),
    "open table": snapshot(
        None, table={"status": "open", "can_start": True, "seats": EMPTY_CHAIRS}
    ),
    "asked to leave": [
        snapshot(None, table={"status": "open", "seats": EMPTY_CHAIRS, "host": "guest-7319"}),
        {"type": "closed", "code": "NOT_FOUND"},
    ],
    "watching": snapshot(
        {**MIDDLE, "seat": None, "holding": None, "to_act": "S"}, table={"you": None, "code": None}
    ),
    "away": snapshot(
        MIDDLE, None, table={"seats": [seat("N", "alice", "person", away=True), *SEATS[1:]]}
    ),
    "bank drawn": snapshot(
        {**MIDDLE, "to_act": "E"},
        None,
        table=RATED | {"seats": RATED_SEATS},
        clock=CLOCK | {"seat": "E", "seconds_left": 161.0, "seconds": 180, "bank_since": "now"},
    ),
    "a bot for a quitter": snapshot(
        {**MIDDLE, "to_act": "S"},
        None,
        table=RATED,
        game={"rated": True, "quitters": [QUITTER]},
        clock=CLOCK | {"seat": "S"},
    ),
    "I have quit": snapshot(
        {**MIDDLE, "seat": None, "holding": None, "to_act": "S"},
        table=RATED | {"you": None, "you_left": "N", "code": None},
        game={"rated": True, "quitters": [QUITTER | {"seat": "N"}]},
    ),
    "rated game over": snapshot(
        OVER,
        table=RATED | {"status": "finished", "seats": RATED_SEATS},
        game={"status": "finished", "rated": True},
    ),
    "annulled before the deal": [
        snapshot(None, table=RATED | {"status": "playing"}, game={"status": "hashing"}),
        {
            "type": "notice",
            "notice": {
                "kind": "annulled",
                "seat": None,
                "hand": None,
                "data": {"game": GAME["id"], "cause": "left_before_deal"},
                "at": "2030-01-01T00:00:00Z",
            },
        },
    ],
    "paused": snapshot(MIDDLE, None, table={"paused_until": "2030-01-01T00:00:00Z"}),
}
