"""Who may see tables, games and hands."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Game, Hand, Seat, Table
from games.selectors import access
from games.services.sittings import note_sitters
from players.models import User

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
STRANGER = AnonymousUser()


def player(name: str) -> User:
    return User.objects.create_user(name)


def table(*people: User, public: bool = False) -> Table:
    """A table with `people` from North on and bots in the other seats."""
    made = Table.objects.create(
        name="t",
        preset="classic",
        rules={},
        public=public,
        bid_seconds=30,
        play_seconds=15,
        code=f"code{Table.objects.count()}",
        active_at=NOW,
    )
    for index in range(4):
        user = people[index] if index < len(people) else None
        Seat.objects.create(table=made, index=index, user=user, bot="" if user else "rules")
    return made


def game(at: Table, **fields: object) -> Game:
    return Game.objects.create(
        table=at,
        preset="classic",
        rules={},
        public=at.public,
        scores=[0, 0],
        bags=[0, 0],
        commitment=bytes(32),
        secret=b"",
        status="playing",
        **fields,
    )


def hand(of: Game, deal: int, *, status: str = "finished") -> Hand:
    """Hand `deal` of the game, its sitters written down as when it was dealt."""
    note_sitters(of, list(of.table.seats.all()), deal=deal, shared=False)
    return Hand.objects.create(
        game=of,
        number=deal,
        deal_number=deal,
        dealer=0,
        scores=[0, 0],
        bags=[0, 0],
        status=status,
        phase="over",
        turn_since=NOW,
        started_at=NOW,
        ended_at=NOW if status == "finished" else None,
    )


def sit(at: Table, index: int, user: User | None) -> Seat:
    seat = at.seats.get(index=index)
    seat.user, seat.bot = user, "" if user else "rules"
    seat.save()
    return seat


def test_a_public_table_and_its_hands_are_for_everybody():
    one = game(table(player("alice"), public=True))
    assert access.can_see_table(STRANGER, one.table)
    assert access.can_see_game(STRANGER, one)
    assert access.can_see_hand(STRANGER, hand(one, 1))


def test_a_private_table_exists_only_for_those_seated():
    alice, bob = player("alice"), player("bob")
    one = game(table(alice))
    assert access.can_see_table(alice, one.table)
    assert not access.can_see_table(bob, one.table)
    assert not access.can_see_table(STRANGER, one.table)
    assert not access.can_see_game(bob, one)


def test_a_live_hand_is_read_by_nobody():
    alice = player("alice")
    assert not access.can_see_hand(alice, hand(game(table(alice)), 1, status="playing"))


def test_a_private_hand_is_read_by_those_who_sat_at_it():
    alice, bob = player("alice"), player("bob")
    at = table(alice)
    one = game(at)
    before = hand(one, 1)
    sit(at, 2, bob)
    during = hand(one, 2)
    sit(at, 2, None)
    after = hand(one, 3)
    seen = [access.can_see_hand(bob, each) for each in (before, during, after)]
    assert seen == [False, True, False]
    assert all(access.can_see_hand(alice, each) for each in (before, during, after))


def test_somebody_who_returns_in_the_middle_of_a_hand_sat_at_it():
    alice, bob = player("alice"), player("bob")
    at = table(alice)
    one = game(at)
    played = hand(one, 1)
    sit(at, 1, bob)
    note_sitters(one, list(at.seats.all()), deal=1, shared=True)
    assert access.can_see_hand(bob, played)
    assert [s.bot for s in one.sittings.filter(index=1)] == ["rules", ""]


def test_the_host_may_publish_the_hands_of_a_private_table():
    one = game(table(player("alice")))
    played = hand(one, 1)
    Table.objects.update(hands_published=True)
    assert access.can_see_hand(STRANGER, played)
    assert not access.can_see_table(STRANGER, one.table)


def test_who_has_left_for_good_still_sees_the_ended_game():
    alice, bob = player("alice"), player("bob")
    at = table(alice, bob)
    one = game(at)
    hand(one, 1)
    sit(at, 1, None)
    assert not access.can_see_game(bob, one)
    one.ended_at = NOW
    one.save()
    assert access.can_see_game(bob, one)


def test_who_has_left_and_may_return_sees_the_table():
    alice, bob = player("alice"), player("bob")
    at = table(alice, bob)
    seat = sit(at, 1, None)
    seat.left_by = bob
    seat.save()
    assert access.can_see_table(bob, at)


def test_the_sitters_of_a_deal_are_written_down_once():
    alice = player("alice")
    one = game(table(alice))
    for deal in (1, 1, 2, 3):
        note_sitters(one, list(one.table.seats.all()), deal=deal, shared=False)
    assert one.sittings.count() == 4
