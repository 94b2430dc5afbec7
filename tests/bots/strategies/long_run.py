"""The long form of `test_legality`, for `make prove`: not collected by name, so ask for this file.

python -m pytest tests/bots/strategies/long_run.py
"""

import pytest

from bots.strategies import LEVELS
from tests.bots.strategies.test_legality import play_series


@pytest.mark.parametrize("level", LEVELS)
def test_ten_thousand_hands_of_every_kind_are_played_legally(level):
    """Public fault B09."""
    assert play_series(0, 10_000, level) == 10_000
