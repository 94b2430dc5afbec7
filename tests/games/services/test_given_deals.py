"""Hands whose cards were given: the same play and the same secrecy, and nothing proven."""

import json

import pytest
from django.db import connection

from games.engine import Deal
from games.engine.errors import DealError
from games.engine.record import verify_record
from games.engine.seats import Seat as SeatName
from games.models import Game, Hand
from games.selectors.hands import record_of
from games.selectors.proofs import proof_of
from games.selectors.snapshots import snapshot
from games.services import games
from players.errors import Conflict, NotAllowed
from tests.games.at_the_table import live_hand, people, play_on, table_of
from tests.games.invariants import faults_at, faults_of_records

pytestmark = pytest.mark.django_db

ONE_SUIT_EACH = Deal.from_pbn(
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
)


@pytest.fixture
def lesson():
    table = table_of(*people(2))
    game = games.start_given(
        user=table.host, table_id=table.pk, deal=ONE_SUIT_EACH, dealer=SeatName.N
    )
    return table, game


def test_the_given_cards_are_dealt_and_bidding_begins_at_the_dealers_left(lesson):
    table, game = lesson
    hand = live_hand(game)
    assert (hand.dealer, hand.to_act) == (SeatName.N, SeatName.E)
    view = snapshot(table_id=table.pk, user=table.host).view
    assert {str(card)[0] for card in view.holding} == {"S"}
    assert faults_at(table) == []


def test_until_it_has_ended_a_given_deal_is_kept_encrypted(lesson):
    hand = live_hand(lesson[1])
    with connection.cursor() as cursor:
        cursor.execute("SELECT given_deal, deal FROM games_hand WHERE id = %s", [hand.pk])
        stored, shown = cursor.fetchone()
    plain = json.dumps(ONE_SUIT_EACH.to_dict()).encode()
    for part in (b'"hands"', b'"SA", "SK"'):  # two letters alone stand in many a cipher by chance
        assert part in plain
        assert part not in bytes(stored)
    assert shown is None


def test_a_game_with_a_given_deal_is_that_one_hand_and_proves_nothing(lesson):
    table, game = lesson
    for _ in play_on(game):
        pass
    game.refresh_from_db()
    assert (game.status, game.hands_settled) == (Game.Status.FINISHED, 1)
    record = record_of(Hand.objects.get(game=game))
    assert (record["source"], record["proof"]) == ({"kind": "given"}, None)
    assert verify_record(record).ok
    assert proof_of(game)["deals"] == []
    assert faults_at(table) == []
    assert faults_of_records() == []


def test_the_game_after_it_is_dealt_from_its_own_chain_again(lesson):
    table, game = lesson
    for _ in play_on(game):
        pass
    for seat in table.seats.filter(user__isnull=False):
        games.rematch(user=seat.user, table_id=table.pk)
    assert Game.objects.filter(table=table, status=Game.Status.HASHING).exists()


def test_only_the_host_gives_a_deal_and_only_between_games(lesson):
    table, _ = lesson
    a, b = people(2)
    other = table_of(a, b)
    deal = {"deal": ONE_SUIT_EACH, "dealer": SeatName.N}
    with pytest.raises(NotAllowed):
        games.start_given(user=b, table_id=other.pk, **deal)
    with pytest.raises(Conflict):
        games.start_given(user=table.host, table_id=table.pk, **deal)


def test_cards_that_are_no_deal_of_the_rules_begin_nothing():
    host = people(1)[0]
    table = table_of(host)
    short = Deal.from_dict({"hands": [["SA"], ["SK"], ["SQ"], ["SJ"]], "kitty": [], "stock": []})
    with pytest.raises(DealError):
        games.start_given(user=host, table_id=table.pk, deal=short, dealer=SeatName.N)
    table.refresh_from_db()
    assert table.status == "open"
    assert not Game.objects.exists()
