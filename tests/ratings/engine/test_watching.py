"""What is seen of habits in a hand: only what compares like with like."""

import pytest

from games.engine import Deal, Seat
from games.engine.cards import Suit
from games.engine.log import Cause
from ratings.engine.habits import Cells, Measure, Moments, add_cells, cells_of, gain, negated
from ratings.engine.watching import observations_of, partner_takes
from tests.games.engine.hands import E, N, S, W, hand
from tests.ratings.recorded import TRACES, hand_of

SOME = TRACES[:120]


def seen(trace, **options):
    return observations_of(hand_of(trace, **options))


def of(measure: Measure, observations):
    return [each for each in observations if each.measure is measure]


def test_each_bid_made_with_open_cards_is_one_observation():
    for trace in SOME:
        bids = of(Measure.BIDS, seen(trace))
        assert {each.seat: each.value for each in bids} == {
            Seat(seat): 1000 * bid for seat, bid in enumerate(trace["bids"]) if bid
        }


def test_a_lead_counts_only_where_the_partners_cards_make_a_difference():
    for trace in SOME:
        leads = of(Measure.LEADS, seen(trace))
        assert len({each.seat for each in leads}) == len(leads)
        for lead in leads:
            assert min(trace["bids"][lead.seat], trace["bids"][(lead.seat + 2) % 4]) > 0
            assert 0 < abs(lead.value) < 1000


def test_a_lead_into_the_partners_ace_shows_more_than_one_beside_it():
    # North leads; south has the ace of hearts and of nothing else, and no void.
    deal = Deal.from_pbn("N:543.765.765.7654 AK2.K98.AK98.AK8 QT9.AQ32.432.932 J876.JT4.QJT.QJT")
    state = hand("b3 b2 b2 b1", deal=deal, dealer=W)
    assert partner_takes(state, Suit.H, S)
    assert not partner_takes(state, Suit.D, S)
    assert not partner_takes(state, Suit.C, S)


def test_a_void_partner_takes_a_suit_only_with_a_spade_left():
    deal = Deal.from_pbn("N:AKQJT.A.65432.A2 9876.KQJT98..KQJ 5432.765432.KQJ. ..AT987.T9876543")
    state = hand("b5 b1 b2 b1", deal=deal, dealer=W)
    assert partner_takes(state, Suit.C, S)
    assert not partner_takes(state, Suit.C, E)
    assert not partner_takes(state, Suit.H, W)


def test_what_needs_a_partner_is_not_seen_beside_a_bot():
    def bot_in_south(seat: int, token: str) -> Cause:
        return Cause.BOT if seat == 2 else Cause.PERSON

    for trace in SOME[:40]:
        found = seen(trace, cause=bot_in_south)
        north = {each.measure for each in found if each.seat == N}
        assert north <= {Measure.BIDS, Measure.NILS, Measure.PACE}
        assert not [each for each in found if each.seat == S]


def test_the_result_of_one_side_is_the_others_turned_round():
    for trace in SOME:
        values = {each.seat: each for each in of(Measure.RESULTS, seen(trace))}
        assert values[N].value == values[S].value == -values[E].value == -values[W].value
        assert int(values[N].cell) == -int(values[E].cell)


def test_covering_is_seen_of_the_partner_of_a_nil():
    for trace in SOME:
        bids, tricks = trace["bids"], trace["tricks_won"]
        covered = {
            seat: 1000 * (not tricks[(seat + 2) % 4])
            for seat in range(4)
            if bids[seat] and not bids[(seat + 2) % 4]
        }
        assert {each.seat: each.value for each in of(Measure.COVERS, seen(trace))} == covered


def test_pace_is_the_logarithm_of_a_second_more_than_was_taken():
    values = {each.value for each in of(Measure.PACE, seen(TRACES[0]))}
    assert values == {round(1000 * 0.9162907)}  # ln(1 + 1.5)


@pytest.mark.parametrize(("won", "chance", "value"), [(True, 0.7, 300), (False, 0.7, -700)])
def test_a_gain_is_the_result_less_its_chance(won, chance, value):
    seen_ = gain(won=won, chance=chance, seat=N)
    assert (seen_.value, seen_.key) == (value, "gains:7")


def test_cells_add_up_and_take_away_again():
    parts = [cells_of(seen(trace)) for trace in SOME[:6]]
    whole: Cells = {}
    for part in parts:
        whole = add_cells(whole, part)
    assert whole == cells_of(each for trace in SOME[:6] for each in seen(trace))
    for part in parts:
        whole = add_cells(whole, negated(part))
    assert whole == {}


def test_moments_are_those_of_the_textbook():
    moments = sum(map(Moments.of, (2, 4, 4, 4, 5, 5, 7, 9)), Moments())
    assert (moments.mean, moments.variance) == (5, 4)
