"""The examples in the engine's docstrings are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

from games import engine

MODULES = ["games.engine"] + [
    f"games.engine.{m.name}" for m in pkgutil.iter_modules(engine.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_tour_has_examples():
    assert doctest.testmod(engine).attempted > 10
