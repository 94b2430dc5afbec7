"""Who lies far from the field: a pair that shares its cards does, honest ones do not."""

from random import Random
from statistics import NormalDist

import pytest

from benchmarks.deviations import compared, pair_cells, scan
from benchmarks.simulated_field import Style, honest_style, peeking, played_hand
from ratings.engine.deviation import (
    FALSE_ALARMS,
    LEAST_SUBJECTS,
    deviations,
    field_of,
    flag_line,
    remarkable,
)
from ratings.engine.habits import Cells, Measure, Moments, cells_of
from ratings.engine.watching import observations_of

CELLS = ("leads:0-21-hidden", "leads:1-31-hidden")


def drawn(random: Random, mean: float, n: int = 120) -> Cells:
    """Observations of a subject who is `mean` above the others, spread 300 about it."""
    cells: Cells = {}
    for _ in range(n):
        cell = random.choice(CELLS)
        cells[cell] = cells.get(cell, Moments()) + Moments.of(round(random.gauss(mean, 300)))
    return cells


def looked_at(subjects: dict[int, Cells], measure: Measure = Measure.LEADS):
    found = deviations(subjects.items(), field_of(subjects.values()), [measure])
    return {subject: listed[0] for subject, listed in found.items()}


def test_a_scan_of_honest_subjects_flags_somebody_no_more_often_than_promised():
    random, scans = Random(11), 400
    alarms = 0
    for _ in range(scans):
        # people differ in their ways: by as much again as chance makes them differ
        subjects = {number: drawn(random, random.gauss(0, 30)) for number in range(24)}
        alarms += any(each.flagged for each in looked_at(subjects).values())
    allowed = scans * FALSE_ALARMS
    assert alarms <= allowed + 2.6 * (allowed * (1 - FALSE_ALARMS)) ** 0.5


def test_chance_alone_gives_distances_of_one_standard_error():
    random = Random(5)
    z = [
        each.z
        for _ in range(60)
        for each in looked_at({n: drawn(random, 0.0) for n in range(20)}).values()
    ]
    assert sum(value * value for value in z) / len(z) == pytest.approx(1, abs=0.25)


def test_one_who_lies_apart_is_flagged_and_ranked_first():
    random = Random(2)
    subjects = {number: drawn(random, random.gauss(0, 20)) for number in range(20)}
    subjects[7] = drawn(random, 250)
    found = looked_at(subjects)
    assert max(found, key=lambda subject: remarkable(found[subject])) == 7
    assert [subject for subject, each in found.items() if each.flagged] == [7]


def test_too_little_is_remarkable_only_where_both_ways_are():
    random = Random(3)
    subjects = {number: drawn(random, random.gauss(0, 20)) for number in range(20)}
    subjects[7] = drawn(random, -250)
    assert not looked_at(subjects)[7].flagged
    as_bids = {
        subject: {key.replace("leads", "bids"): moments for key, moments in cells.items()}
        for subject, cells in subjects.items()
    }
    assert looked_at(as_bids, Measure.BIDS)[7].flagged


def test_who_was_seen_too_seldom_is_not_judged_and_few_subjects_judge_nobody():
    random = Random(3)
    subjects = {number: drawn(random, 0) for number in range(LEAST_SUBJECTS)}
    assert len(looked_at(subjects)) == LEAST_SUBJECTS
    assert looked_at({**subjects, 99: drawn(random, 0, n=10)}).keys() == subjects.keys()
    del subjects[0]
    assert looked_at(subjects) == {}


def test_nobody_is_compared_with_themselves():
    """Alone in a cell there is no field, however often somebody was there."""
    random = Random(3)
    subjects = {number: drawn(random, 0) for number in range(12)}
    subjects[0]["leads:9-only-me"] = Moments(500, 500_000, 500_000_000)
    assert looked_at(subjects)[0].n == 120


def test_the_line_rises_with_what_is_looked_at_and_falls_with_what_is_known_of_the_scale():
    bonferroni = NormalDist().inv_cdf(1 - FALSE_ALARMS / 2)
    assert flag_line(1, 10**6) == pytest.approx(bonferroni, abs=1e-4)
    assert flag_line(4000, 1000) > flag_line(40, 1000)
    assert flag_line(40, 12) > flag_line(40, 1000)


def pace_of(style: Style, random: Random) -> Cells:
    hands = (played_hand((style, *(Style(),) * 3), random) for _ in range(40))
    return cells_of(each for hand in hands for each in observations_of(hand) if each.seat == 0)


@pytest.mark.slow
def test_who_thinks_no_longer_over_hard_decisions_than_over_easy_ones_stands_out():
    random = Random(8)
    people = {number: pace_of(honest_style(random), random) for number in range(14)}
    people[14] = pace_of(Style(pace=1.0, care=0.0), random)
    found = looked_at(people, Measure.EVENNESS)
    assert max(found, key=lambda subject: found[subject].z) == 14


@pytest.mark.slow
def test_a_pair_that_sees_its_partners_cards_ranks_first_and_honest_pairs_are_not_flagged():
    found = scan((3, 12, 110, 0.6))
    assert found["first"]
    assert found["flagged"]
    assert (found["false"], found["false_beside"]) == (0, 0)


@pytest.mark.slow
def test_to_peek_seldom_shows_less_than_to_peek_often():
    random = Random(1)
    pairs = [(honest_style(random), honest_style(random)) for _ in range(12)]
    pairs[0] = (peeking(pairs[0][0], 0.15), peeking(pairs[0][1], 0.15))
    pairs[1] = (peeking(pairs[1][0], 0.9), peeking(pairs[1][1], 0.9))
    found = compared(pair_cells(pairs, 100, Random(2)))
    most = {pair: max(map(remarkable, listed)) for pair, listed in found.items()}
    assert most[1] > most[0]
