"""Every core statement of the two rule texts is proved by at least one test of the engine."""

import re
from pathlib import Path

TESTS = Path(__file__).parent

# The statements of kind "core", which every partnership table follows: S000 and S001.
CORE = {
    "S000": (
        "6 7 8 9 10 11 12 14 15 16 17 18 19 20 21 22 23 25 26 27 28 29 30 31 33 34 35 42 44 45 46 "
        "47 48 49 50 51 52 54 57 58 65 86 94 95 96 97 98 99 100 101 102 103 104 110 113"
    ),
    "S001": (
        "1 3 5 7 8 9 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 41 42 43 44 45 "
        "46 47 48 49 50 51 52 53 54"
    ),
}


def test_every_core_statement_is_cited_by_a_test():
    cited = set()
    for path in TESTS.glob("test_*.py"):
        cited |= set(re.findall(r"S00[01]-\d+", path.read_text()))
    core = {f"{text}-{number}" for text, numbers in CORE.items() for number in numbers.split()}
    assert core <= cited, sorted(core - cited)
