"""Rounds of the queue: the cases of docs/queue.md with real numbers, optima, properties."""

import doctest
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engine.matchmaking import (
    PARTY_PATIENCE,
    UNLIMITED,
    History,
    Waiting,
    reach,
    seat_round,
    seating,
    waiting,
)
from ratings.engine.matchmaking.costs import duo_cost, worth
from ratings.engine.matchmaking.matching import NEAREST, STRETCH, _neighbours
from ratings.engine.matchmaking.rounds import pairs_of, tables_of
from tests.ratings.engine.matchmaking.exhaustive import best_pairing, best_tables, total

NOBODY = History()
MEASURED = 1.2  # of the cost of the joint optimum; see benchmarks/queue.py


def single(number: int, rating: int, waited: int = 0, priority: int | None = None) -> Waiting:
    return Waiting(number, (number,), (rating,), waited, waited if priority is None else priority)


def party(number: int, one: int, two: int, waited: int = 60) -> Waiting:
    return Waiting(number, (number, number + 1000), (one, two), waited, waited)


def singles(*ratings: int, waited: int = 0) -> list[Waiting]:
    return [single(number, rating, waited) for number, rating in enumerate(ratings, 1)]


def seats(tables) -> list[set[int]]:
    return [{player for side in table.sides for player in side} for table in tables]


def sides(table) -> set[frozenset[int]]:
    return {frozenset(side) for side in table.sides}


# -- the cases of the page ---------------------------------------------------------------------
def test_the_examples_are_true():
    assert doctest.testmod(waiting).failed == 0


@pytest.mark.parametrize(
    ("seconds", "points"),
    [(0, 150), (30, 250), (60, 400), (120, 800), (179, 800), (180, UNLIMITED), (9999, UNLIMITED)],
)
def test_the_reach_is_the_published_curve(seconds, points):
    assert reach(seconds) == points


def test_the_reach_never_narrows():
    points = [reach(seconds) for seconds in range(200)]
    assert points == sorted(points)


def test_four_are_seated_strongest_with_weakest():
    (table,) = seat_round(singles(1400, 1450, 1500, 1550), NOBODY)
    assert sides(table) == {frozenset({1, 4}), frozenset({2, 3})}
    assert (table.side_gap, table.inside_gap, table.cost) == (0, 200, 200)


def test_a_cost_is_four_for_the_sides_and_one_for_partners_a_point():
    # 1500 and 1500 against 1500 and 1520: means 1500 and 1510, partners 0 and 20 apart
    (table,) = seat_round(singles(1500, 1500, 1500, 1520), NOBODY)
    assert table.cost == 4 * 10 + 20


def test_recent_partners_meet_as_opponents_and_recent_opponents_as_partners():
    history = History(
        partners={frozenset({1, 2}): 1, frozenset({3, 4}): 1},
        opponents={frozenset({1, 3}): 2, frozenset({2, 4}): 2},
    )
    (table,) = seat_round(singles(1500, 1500, 1500, 1500), history)
    assert sides(table) == {frozenset({1, 3}), frozenset({2, 4})}
    assert table.cost == 0


def test_meeting_again_costs_sixty_as_partners_and_forty_as_opponents():
    four = singles(1500, 1500, 1500, 1500)
    everybody = [frozenset({i, j}) for i in range(1, 5) for j in range(i)]
    again = History(dict.fromkeys(everybody, 1), dict.fromkeys(everybody, 1))
    (table,) = seat_round(four, again)
    assert table.cost == 2 * 60 + 4 * 40


@pytest.mark.parametrize(("waited", "tables"), [(0, 0), (29, 0), (30, 1)])
def test_a_table_is_within_the_reach_of_whoever_has_waited_longest(waited, tables):
    four = [*singles(1500, 1500, 1500), single(4, 1750, waited)]
    assert len(seat_round(four, NOBODY)) == tables


def test_three_are_no_table_and_five_leave_the_one_who_has_waited_least():
    assert seat_round(singles(1500, 1500, 1500), NOBODY) == ()
    five = [single(number, 1500, 10 * number) for number in range(1, 6)]
    assert seats(seat_round(five, NOBODY)) == [{2, 3, 4, 5}]


def test_who_is_put_to_the_front_is_seated_before_who_has_waited_longer():
    six = [single(n, 1500, 50) for n in range(1, 5)] + [single(n, 1500, 5, 110) for n in (5, 6)]
    (table,) = seat_round(six, NOBODY)
    assert {5, 6} <= seats([table])[0]


def test_two_who_are_kept_apart_never_share_a_table():
    apart = History(apart=frozenset({frozenset({1, 4})}))
    assert seat_round(singles(1500, 1500, 1500, 1500, waited=900), apart) == ()
    (table,) = seat_round(singles(1500, 1500, 1500, 1500, 1500, waited=900), apart)
    assert not {1, 4} <= seats([table])[0]


def test_who_is_kept_apart_from_two_of_a_pair_is_tried_with_others():
    # 1 and 2 are paired first, nearest in rating; 3 to 6 all avoid 1
    avoided = History(apart=frozenset(frozenset({1, n}) for n in (3, 4, 5)))
    six = singles(1500, 1500, 1510, 1520, 1530, 1540)
    (table,) = seat_round(six, avoided)
    assert 1 not in seats([table])[0] or not {3, 4, 5} & seats([table])[0]


def test_parties_meet_parties_first_and_stay_together():
    parties = [party(101, 1500, 1500), party(102, 1600, 1600)]
    tables = seat_round([*singles(1500, 1500, 1500, 1500), *parties], NOBODY)
    assert [sides(table) for table in tables if 101 in table.tickets] == [
        {frozenset({101, 1101}), frozenset({102, 1102})}
    ]
    assert len(tables) == 2


@pytest.mark.parametrize(("waited", "met"), [(PARTY_PATIENCE - 1, 0), (PARTY_PATIENCE, 1)])
def test_a_lone_party_meets_two_singles_after_some_seconds(waited, met):
    tables = seat_round([*singles(1500, 1500), party(101, 1400, 1600, waited)], NOBODY)
    assert len(tables) == met
    if met:
        assert sides(tables[0]) == {frozenset({1, 2}), frozenset({101, 1101})}


def test_a_party_counts_as_the_mean_of_its_two():
    far_apart = party(101, 1000, 2000, waited=20)
    assert len(seat_round([*singles(1500, 1500), far_apart], NOBODY)) == 1


def test_a_player_with_two_tickets_is_refused():
    with pytest.raises(ValueError, match="one ticket"):
        seat_round([single(1, 1500), Waiting(2, (1,), (1500,))], NOBODY)


@pytest.mark.parametrize("players", [(), (1, 2, 3), (1, 1)])
def test_a_ticket_is_for_one_or_two_players(players):
    with pytest.raises(ValueError, match=r"ticket|party"):
        Waiting(1, players, (1500,) * len(players))


def test_the_nearest_are_the_thirty_two_nearest_by_rating():
    levels = sorted(Random(5).sample(range(3000), 100))
    found = set(_neighbours(levels))
    for i, level in enumerate(levels):
        others = sorted(abs(level - other) for j, other in enumerate(levels) if j != i)
        near = [abs(level - levels[j]) for j in range(100) if (min(i, j), max(i, j)) in found]
        assert sorted(near)[:NEAREST] == others[:NEAREST]


# -- optima ------------------------------------------------------------------------------------
def crowd(seed: int, number: int, spread: int = 250) -> list[Waiting]:
    chance = Random(seed)
    return [
        single(n, round(chance.gauss(1500, spread)), chance.randrange(200)) for n in range(number)
    ]


def met_lately(seed: int, number: int) -> History:
    chance = Random(seed)
    pairs = [frozenset(chance.sample(range(number), 2)) for _ in range(3 * number)]
    third = len(pairs) // 3
    return History(
        partners={pair: chance.randrange(1, 4) for pair in pairs[:third]},
        opponents={pair: chance.randrange(1, 4) for pair in pairs[third : 2 * third]},
        apart=frozenset(pairs[2 * third : 2 * third + number // 3]),
    )


@pytest.mark.parametrize("number", range(2, 11))
@pytest.mark.parametrize("seed", range(4))
def test_the_first_stage_makes_the_most_and_the_best_pairs_there_are(number, seed):
    people, history = crowd(seed, number), met_lately(seed, number)

    def weight(one, two):
        cost = duo_cost(one, two, history)
        return None if cost is None else worth((one, two)) - cost

    pairs = pairs_of(people, history)
    weights = [weight(*pair) for pair in pairs]
    assert (len(pairs), sum(weights)) == best_pairing(people, weight)


@pytest.mark.parametrize("number", [4, 8, 10, 12, 16, 20])
@pytest.mark.parametrize("seed", range(3))
def test_the_second_stage_makes_the_most_and_the_best_tables_of_its_pairs(number, seed):
    people, history = crowd(seed, number), met_lately(seed, number)
    duos = pairs_of(people, history)

    def weight(one, two):
        table = seating(one, two, history)
        return None if table is None else worth(one) + worth(two) - table.cost

    tables, _left = tables_of(duos, history)
    assert total(tables, people) == best_pairing(duos, weight)


@pytest.mark.parametrize("number", [4, 5, 6, 7])
@pytest.mark.parametrize("seed", range(10))
def test_a_single_table_is_the_best_there_is_of_up_to_seven(number, seed):
    people = crowd(seed, number, spread=40)
    assert total(seat_round(people, NOBODY), people) == best_tables(people, NOBODY)


def test_both_stages_together_come_near_the_optimum_of_up_to_twelve_players():
    """Two stages are not the joint optimum. How far they are from it is measured: over 60 crowds
    of 8 to 12 who have waited alike, as many tables, at about a tenth more cost."""
    found, optimum = [], []
    for seed in range(60):
        people = [
            single(each.ticket, each.ratings[0], 180, 0)
            for each in crowd(seed, 8 + seed % 5, spread=100)
        ]
        found.append(total(seat_round(people, NOBODY), people))
        optimum.append(best_tables(people, NOBODY))
        assert found[-1] <= optimum[-1]
    assert [tables for tables, _ in found] == [tables for tables, _ in optimum]
    ratio = sum(worth for _, worth in found) / sum(worth for _, worth in optimum)
    assert 1 <= ratio < MEASURED


# -- properties --------------------------------------------------------------------------------
@st.composite
def queues(draw):
    size = draw(st.integers(0, 40))
    tickets, player = [], 0
    for number in range(size):
        many = draw(st.sampled_from([1, 1, 1, 2]))
        tickets.append(
            Waiting(
                number,
                tuple(range(player, player + many)),
                tuple(draw(st.integers(600, 2600)) for _ in range(many)),
                draw(st.integers(0, 240)),
                draw(st.integers(0, 400)),
            )
        )
        player += many
    pairs = st.tuples(st.integers(0, player), st.integers(0, player)).map(frozenset)
    apart = draw(st.sets(pairs.filter(lambda pair: len(pair) == 2), max_size=20))
    partners = draw(st.dictionaries(pairs, st.integers(1, 5), max_size=20))
    return tickets, History(partners=partners, apart=frozenset(apart))


@settings(max_examples=150, deadline=None)
@given(queues(), st.randoms())
def test_a_round_keeps_its_rules_whoever_waits(queue, chance):
    tickets, history = queue
    tables = seat_round(tickets, history)
    known = {ticket.ticket: ticket for ticket in tickets}
    seated = [player for four in seats(tables) for player in four]
    assert len(seated) == len(set(seated))
    for table, four in zip(tables, seats(tables), strict=True):
        mine = [known[number] for number in table.tickets]
        assert four == {player for ticket in mine for player in ticket.players}
        assert len(four) == 4
        assert not any(pair <= four for pair in history.apart)
        levels = [ticket.level for ticket in mine]
        assert max(levels) - min(levels) <= reach(max(ticket.waited for ticket in mine))
        parties = [ticket for ticket in mine if ticket.is_party]
        assert all(frozenset(ticket.players) in sides(table) for ticket in parties)
        if len(parties) == 1:
            assert parties[0].waited >= PARTY_PATIENCE
    shuffled = list(tickets)
    chance.shuffle(shuffled)
    assert seat_round(shuffled, history) == tables


@pytest.mark.parametrize("outlier", [1500, 2000, 2600, 600])
@pytest.mark.parametrize("arriving", [3, 4, 5, 6, 7])
def test_a_longer_waiter_is_not_starved_by_those_who_come_after(outlier, arriving):
    """Every two seconds so many others arrive, all nearer to each other than to the one."""
    chance, number, waiting_now = Random(arriving), 1, [(0, 0, outlier)]
    for at in range(0, 600, 2):
        for _ in range(arriving):
            waiting_now.append((number, at, round(chance.gauss(1500, 60))))
            number += 1
        queue = [single(n, rating, at - since) for n, since, rating in waiting_now]
        seated = {n for table in seat_round(queue, NOBODY) for n in table.tickets}
        if 0 in seated:
            break
        waiting_now = [each for each in waiting_now if each[0] not in seated]
    assert 0 in seated
    assert at <= 240


def test_a_large_round_leaves_nobody_over_who_could_play():
    many = [single(n, 1500 + n % 7, 10) for n in range(2 * STRETCH + 6)]
    tables = seat_round(many, NOBODY)
    assert 4 * len(tables) == len(many) - len(many) % 4
