"""Hand records as PBN: the tags that the standard asks for, and a play that fits the deal."""

import re
from functools import cache
from random import Random

import pytest

from games.engine.cards import Card
from games.engine.deal import Deal
from games.engine.errors import DealError
from games.engine.pbn import to_pbn
from games.engine.presets import PRESETS
from games.engine.seats import Seat
from games.engine.tricks import trick_winner
from tests.games.engine.played_games import PlayedGame

# Section 3.4 of the standard: the tags of a game, in this order.
MANDATORY = [
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable",
    "Deal", "Scoring", "Declarer", "Contract", "Result",
]  # fmt: skip


@cache
def records() -> tuple[dict, ...]:
    return tuple(PlayedGame(rng=Random(7)).play_to_the_end().records)


def tags_of(text: str) -> dict[str, str]:
    return dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))


def play_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.split("[Play ")[1].splitlines()[1:] if line]


@pytest.mark.parametrize("record", records(), ids=lambda record: f"hand {record['hand_no']}")
def test_every_hand_begins_with_the_mandatory_tags_in_their_order(record):
    text = to_pbn(record)
    assert text.startswith("% PBN 2.1\n")
    assert list(tags_of(text))[:15] == MANDATORY
    assert text.endswith("\n\n")
    assert all(len(line) <= 255 for line in text.splitlines())
    assert text.isascii()


@pytest.mark.parametrize("record", records(), ids=lambda record: f"hand {record['hand_no']}")
def test_the_play_fits_deal_trumps_and_declarer_as_a_bridge_program_reads_them(record):
    text = to_pbn(record)
    tags, rows = tags_of(text), play_of(text)
    hands = [list(map(str, hand)) for hand in Deal.from_pbn(tags["Deal"]).hands]
    first = Seat[tags["Play"]]
    leader, won = first, [0, 0]
    assert first == (Seat[tags["Declarer"]] + 1) % 4
    assert tags["Contract"] == "1S"
    for row in rows:
        played = {Seat((first + column) % 4): card for column, card in enumerate(row)}
        order = [Seat((leader + place) % 4) for place in range(4)]
        suit = played[leader][0]
        for seat in order:
            assert played[seat] in hands[seat]
            assert played[seat][0] == suit or not any(card[0] == suit for card in hands[seat])
            hands[seat].remove(played[seat])
        cards = [Card.parse(played[seat]) for seat in order]
        leader = trick_winner(cards, leader, PRESETS["classic"])
        won[leader % 2] += 1
    assert len(rows) == 13
    assert int(tags["Result"]) == won[Seat[tags["Declarer"]] % 2]


def test_bids_and_scores_of_spades_have_their_own_tags():
    record = records()[0]
    tags = tags_of(to_pbn(record))
    bids = [f"{seat}:{bid}" for seat, bid in zip("NESW", record["bids"], strict=True)]
    assert tags["SpadesBids"] == " ".join(bids)
    north_south, east_west = record["score"]["deltas"]
    assert tags["SpadesPoints"] == f"NS:{north_south} EW:{east_west}"
    assert tags["Event"] == "Spades, classic"
    assert tags["Date"] == "2026.03.01"
    assert (tags["North"], tags["West"]) == ("ann", "Otto")


def test_an_exchange_is_named_and_the_deal_is_that_of_the_first_lead():
    record = next(record for record in records() if record["exchange"])
    tags = tags_of(to_pbn(record))
    there, back = record["exchange"]
    assert tags["SpadesDealt"] == record["pbn"] != tags["Deal"]
    assert tags["SpadesExchange"] == (
        f"{there['from']}>{there['to']}:{','.join(there['cards'])} "
        f"{back['from']}>{back['to']}:{','.join(back['cards'])}"
    )


def test_names_cannot_break_out_of_their_tag():
    record = {**records()[0], "started": None}
    record["players"] = [
        {"seat": "N", "name": 'ann"]\n[Result "13', "kind": "person", "strategy": None},
        {"seat": "N", "name": "Zoë\\", "kind": "person", "strategy": None},
    ]
    text = to_pbn(record)
    tags = tags_of(text)
    assert tags["North"] == "ann'] [Result '13 / Zo?/"
    assert tags["Date"] == "????.??.??"
    assert (tags["East"], text.count("[Result ")) == ("", 2)
    assert len(re.findall(r"^\[Result ", text, re.MULTILINE)) == 1


@pytest.mark.parametrize("change", [
    lambda hands: hands[0].pop(),
    lambda hands: hands.pop(),
    lambda hands: hands[0].append(hands[1].pop()),
])  # fmt: skip
def test_only_four_hands_of_thirteen_can_be_written(change):
    hands = [list(hand) for hand in records()[0]["deal"]["hands"]]
    change(hands)
    record = {**records()[0], "deal": {"hands": hands, "kitty": [], "stock": []}}
    with pytest.raises(DealError):
        to_pbn(record)
