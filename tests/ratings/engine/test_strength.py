"""The yardstick for the cards of a seat."""

import pytest

from ratings.engine.strength import strength
from tests.games.engine.hands import held


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("SA SK SQ S2 HA HK H2 DA D3 D2 C4 C3 C2", 330 + 160 + 95),
        ("SK HK H3 H2 DK D5 D4 D3 D2 C5 C4 C3 C2", 40 + 65 + 65),
        ("S4 S3 S2 H9 H8 H7 H6 H5 H4 H3 H2 D2 CQ", 35 + 35),
        ("S8 S7 S6 S5 S4 S3 S2 H2 D9 D8 D7 D6 D5", 4 * 75 + 60 + 35),
        ("SQ S2 HQ H3 H2 DQ D2 C7 C6 C5 C4 C3 C2", 35 + 25),
        ("SJ S4 S3 S2 HK DA D2 D3 D4 C5 C4 C3 C2", 75 + 35 + 20 + 35 + 95),
    ],
)
def test_cards_are_worth_what_the_yardstick_says(cards, worth):
    assert strength(held(cards)) == worth
