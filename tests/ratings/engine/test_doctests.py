"""The examples in the docstrings of the mathematics are true."""

import doctest

from ratings import engine


def test_the_tour_has_examples_and_they_are_true():
    found = doctest.testmod(engine)
    assert found.attempted > 5
    assert found.failed == 0
