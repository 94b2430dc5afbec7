"""A hand record as PBN 2.1, the text that bridge programs read.

Bridge has no words for a bid of nil or for bags: deal and play go into the standard tags, all
else into tags that begin with "Spades" and that other programs pass over. Declarer and contract
are placeholders which make spades trump and the dealer's left lead.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.deal import Deal
from games.engine.errors import DealError
from games.engine.seats import Seat

Record = Mapping[str, Any]
_NAMES = {"W": "West", "N": "North", "E": "East", "S": "South"}
_ONE_SPADE = "1S"
_NOTE = "{ Spades, not bridge: the contract is a placeholder and the bids are in SpadesBids }"


def to_pbn(record: Record) -> str:
    """The record of a hand as one PBN game.

    DealError unless the deal is 4 x 13 cards of a 52-card pack: nothing else is bridge.
    """
    dealt = Deal.from_dict(record["deal"])
    if not dealt.is_bridge_deal:
        raise DealError("only 4 x 13 cards of one pack can be written as PBN")
    lines = ["% PBN 2.1"]
    lines += [_tag(name, value) for name, value in _standard_tags(record, dealt)]
    lines += [_tag(name, value) for name, value in _own_tags(record, dealt)]
    lines += [_NOTE, *_play(record["tricks"])]
    return "\n".join(lines) + "\n\n"


def _standard_tags(record: Record, dealt: Deal) -> list[tuple[str, str]]:
    """The fifteen tags every PBN game begins with, in the order the standard asks for."""
    return [
        ("Event", f"Spades, {record['preset']}"),
        ("Site", "Spadework"),
        ("Date", record["started"][:10].replace("-", ".") if record["started"] else "????.??.??"),
        ("Board", str(record["hand_no"])),
        *((_NAMES[seat], _sitting(record["players"], seat)) for seat in _NAMES),
        ("Dealer", record["dealer"]),
        ("Vulnerable", "None"),
        ("Deal", _at_first_lead(dealt, record["exchange"]).to_pbn()),
        ("Scoring", ""),
        ("Declarer", record["dealer"]),
        ("Contract", _ONE_SPADE),
        ("Result", str(_tricks_of_dealers_side(record))),
    ]


def _own_tags(record: Record, dealt: Deal) -> list[tuple[str, str]]:
    """What only Spades knows."""
    seats, sides = record["seats"], [side["name"] for side in record["sides"]]
    won = [[trick["winner"] for trick in record["tricks"]].count(seat) for seat in seats]
    tags = [
        ("SpadesGame", record["game"]),
        ("SpadesBids", _pairs(seats, record["bids"])),
        ("SpadesTricks", _pairs(seats, won)),
        ("SpadesPoints", _pairs(sides, record["score"]["deltas"])),
        ("SpadesTotals", _pairs(sides, record["totals"]["after"])),
        ("SpadesBags", _pairs(sides, record["bags"]["after"])),
    ]
    if record["exchange"]:
        passes = [f"{p['from']}>{p['to']}:{','.join(p['cards'])}" for p in record["exchange"]]
        tags += [("SpadesDealt", dealt.to_pbn()), ("SpadesExchange", " ".join(passes))]
    return tags


def _play(tricks: Sequence[Record]) -> list[str]:
    """One row a trick; a column is a seat, the first one that of the very first lead."""
    columns = [played["seat"] for played in tricks[0]["cards"]]
    rows = [{played["seat"]: played["card"] for played in trick["cards"]} for trick in tricks]
    return [_tag("Play", columns[0]), *(" ".join(row[seat] for seat in columns) for row in rows)]


def _at_first_lead(dealt: Deal, exchange: Iterable[Record]) -> Deal:
    """The hands after the exchange: with those before it the play would not fit."""
    hands = [[str(card) for card in hand] for hand in dealt.hands]
    for passed in exchange:
        giver, taker = Seat.parse(passed["from"]), Seat.parse(passed["to"])
        hands[giver] = [card for card in hands[giver] if card not in passed["cards"]]
        hands[taker] += passed["cards"]
    return Deal.from_dict({"hands": hands})


def _tricks_of_dealers_side(record: Record) -> int:
    side = next(side["seats"] for side in record["sides"] if record["dealer"] in side["seats"])
    return sum(trick["winner"] in side for trick in record["tricks"])


def _sitting(players: Iterable[Record], seat: str) -> str:
    return " / ".join(player["name"] for player in players if player["seat"] == seat)


def _pairs(names: Iterable[str], values: Iterable[object]) -> str:
    return " ".join(f"{name}:{value}" for name, value in zip(names, values, strict=True))


def _tag(name: str, value: str) -> str:
    """A tag pair. The value may hold no quote, and plain ASCII reads the same everywhere."""
    plain = value.encode("ascii", "replace").decode().replace('"', "'").replace("\\", "/")
    return f'[{name} "{" ".join(plain.split())}"]'
