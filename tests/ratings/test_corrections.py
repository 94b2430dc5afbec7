"""What is annulled or refunded leaves a history as if it had not been; and comes back."""

import random
from datetime import timedelta

import pytest

from players.errors import Conflict, NotAllowed, RuleRefused
from players.models import User
from ratings.models import Correction, JournalRow, RatedGame, Rating
from ratings.services.corrections import (
    confirm,
    end,
    propose_annulment,
    propose_refund,
)
from ratings.services.recalculate import compare, recalculate
from tests.ratings.games import NOW, classic, pairs_of, played, players

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator():
    return User.objects.create(username="mona", is_staff=True)


@pytest.fixture
def admin():
    return User.objects.create(username="adam", is_staff=True, is_superuser=True)


def annul(game, moderator, admin):
    proposed = propose_annulment(game_id=game.pk, by=moderator, reason="dealt twice", now=NOW)
    return confirm(correction_id=proposed.pk, by=admin, now=NOW)


def history(prefix, *, without=frozenset(), seed=5, games=14):
    """Games of eight players, the same ones for every prefix, but for those `without`."""
    chance, people, made = random.Random(seed), players(8, prefix), []
    for number in range(games):
        four, winner = chance.sample(people, 4), chance.randrange(2)
        quits = [chance.randrange(4)] if chance.random() < 0.2 else []
        if number not in without:
            at = NOW - timedelta(hours=games - number)
            made.append(played(four, winner=winner, quits=quits, lead=-80, now=at))
    return people, made


def standing(people):
    """All that is stored of these people and their pairs, players numbered from 0."""
    index = {player.pk: number for number, player in enumerate(people)}
    found = {}
    for rating in Rating.objects.select_related("pair"):
        both = (
            [rating.player_id]
            if rating.pair is None
            else [rating.pair.first_id, rating.pair.second_id]
        )
        if both[0] in index and rating.games + bool(rating.last_game_at):
            found[tuple(index[key] for key in both)] = (
                pytest.approx(rating.mu, abs=1e-9),
                pytest.approx(rating.sigma, abs=1e-9),
                rating.wins,
                rating.losses,
                rating.form,
                rating.last_game_at,
                rating.ranked,
            )
    return found


def same(one, other):
    return {key: [getattr(v, "expected", v) for v in value] for key, value in one.items()} == other


def is_sound():
    return [
        difference
        for ladder in (classic(), pairs_of(classic()))
        for difference in compare(ladder, now=NOW).differences
    ] == []


@pytest.mark.parametrize("number", [0, 6])
def test_an_annulled_game_leaves_the_history_it_would_be_without(number, moderator, admin):
    people, made = history("a")
    others, _ = history("b", without={number})
    before = standing(people)
    correction = annul(made[number], moderator, admin)
    assert same(standing(people), {key: list(value) for key, value in standing(others).items()})
    made[number].refresh_from_db()
    assert made[number].status == RatedGame.Status.ANNULLED
    rows = JournalRow.objects.filter(game=made[number])
    assert set(rows.values_list("cause", "result")) == {("annulled", "none")}
    assert rows.count() == 6
    assert is_sound()
    end(correction_id=correction.pk, by=admin, reason="it was sound", now=NOW)
    assert same(standing(people), {key: list(value) for key, value in before.items()})
    assert is_sound()


def test_a_refund_exempts_who_lost_to_the_offender_and_nobody_else(moderator, admin):
    people, made = history("a")
    before = standing(people)
    ladder, cheat = classic(), people[3]
    correction = propose_refund(
        offender=cheat, ladder=ladder, by=moderator, reason="two accounts", now=NOW
    )
    confirm(correction_id=correction.pk, by=admin, now=NOW)
    for game in made:
        rows = list(JournalRow.objects.filter(game=game, ladder=ladder))
        side = next((row.side for row in rows if row.player_id == cheat.pk), None)
        for row in rows:
            victim = side not in (None, row.side) and not row.won and row.rated_as == "played"
            assert (row.cause == "refunded") == victim
            assert not victim or row.skill_after == row.skill_before
    assert JournalRow.objects.filter(cause="refunded", ladder=pairs_of(ladder)).exists()
    assert is_sound()
    end(correction_id=correction.pk, by=admin, reason="appeal upheld", now=NOW)
    assert same(standing(people), {key: list(value) for key, value in before.items()})


def test_what_two_corrections_cover_stays_corrected_while_one_is_in_force(moderator, admin):
    four = players(4)
    game = played(four, winner=1)
    refund = propose_refund(offender=four[1], ladder=classic(), by=moderator, reason="x", now=NOW)
    confirm(correction_id=refund.pk, by=admin, now=NOW)
    annulment = annul(game, moderator, admin)
    row = JournalRow.objects.get(game=game, player=four[0])
    assert row.cause == "annulled"
    end(correction_id=annulment.pk, by=admin, reason="x", now=NOW)
    row.refresh_from_db()
    assert row.cause == "refunded"
    assert is_sound()


@pytest.mark.parametrize("first_to_end", ["annulment", "refund"])
def test_a_refund_covers_a_game_that_was_annulled_when_it_was_confirmed(
    first_to_end, moderator, admin
):
    four = players(4)
    game = played(four, winner=1)
    played(four, winner=1, now=NOW + timedelta(hours=1))
    annulment = annul(game, moderator, admin)
    refund = propose_refund(offender=four[1], ladder=classic(), by=moderator, reason="x", now=NOW)
    confirm(correction_id=refund.pk, by=admin, now=NOW)
    row = JournalRow.objects.get(game=game, player=four[0])
    assert row.cause == "annulled"
    both = {"annulment": annulment, "refund": refund}
    end(correction_id=both.pop(first_to_end).pk, by=admin, reason="x", now=NOW)
    row.refresh_from_db()
    assert row.cause == ("refunded" if first_to_end == "annulment" else "annulled")
    end(correction_id=both.popitem()[1].pk, by=admin, reason="x", now=NOW)
    row.refresh_from_db()
    assert row.cause == "played"
    assert is_sound()


def test_a_loss_to_two_cheats_stays_refunded_while_one_of_them_is_one(moderator, admin):
    four = players(4)
    game = played(four, winner=1)
    refunds = []
    for cheat in (four[1], four[3]):
        refunds.append(
            propose_refund(offender=cheat, ladder=classic(), by=moderator, reason="x", now=NOW)
        )
    for refund in refunds:
        confirm(correction_id=refund.pk, by=admin, now=NOW)
    end(correction_id=refunds[0].pk, by=admin, reason="appeal upheld", now=NOW)
    row = JournalRow.objects.get(game=game, player=four[0])
    assert (row.cause, row.result) == ("refunded", "none")
    assert is_sound()


def test_each_step_may_come_twice(moderator, admin):
    game = played(players(4))
    first = annul(game, moderator, admin)
    numbers = list(Rating.objects.order_by("pk").values())
    assert annul(game, moderator, admin) == first
    assert list(Rating.objects.order_by("pk").values()) == numbers
    for _ in range(2):
        end(correction_id=first.pk, by=admin, reason="x", now=NOW)
    again = annul(game, moderator, admin)
    assert again != first
    assert Correction.objects.filter(status="in_force").count() == 1


def test_who_and_why_and_when_are_kept(moderator, admin):
    correction = annul(played(players(4)), moderator, admin)
    correction.refresh_from_db()
    assert (correction.proposed_by, correction.confirmed_by) == (moderator, admin)
    assert (correction.reason, correction.confirmed_at) == ("dealt twice", NOW)


def test_a_proposal_changes_nothing_and_can_be_withdrawn(moderator, admin):
    game = played(players(4))
    numbers = list(Rating.objects.order_by("pk").values())
    proposed = propose_annulment(game_id=game.pk, by=moderator, reason="x", now=NOW)
    end(correction_id=proposed.pk, by=moderator, reason="a mistake", now=NOW)
    assert list(Rating.objects.order_by("pk").values()) == numbers
    with pytest.raises(Conflict, match="no longer"):
        confirm(correction_id=proposed.pk, by=admin, now=NOW)


def test_the_rules_of_two_persons(moderator, admin):
    game = played(players(4))
    nobody = User.objects.create(username="nemo")
    with pytest.raises(NotAllowed):
        propose_annulment(game_id=game.pk, by=nobody, reason="x", now=NOW)
    with pytest.raises(RuleRefused):
        propose_annulment(game_id=game.pk, by=moderator, reason=" ", now=NOW)
    mine = propose_annulment(game_id=game.pk, by=admin, reason="x", now=NOW)
    with pytest.raises(NotAllowed, match="else"):
        confirm(correction_id=mine.pk, by=admin, now=NOW)
    with pytest.raises(NotAllowed, match="admin"):
        confirm(correction_id=mine.pk, by=moderator, now=NOW)
    assert not JournalRow.objects.filter(cause="annulled").exists()


def test_what_was_not_rated_cannot_be_corrected(moderator):
    with pytest.raises(Conflict):
        propose_refund(offender=moderator, ladder=classic(), by=moderator, reason="x", now=NOW)


def test_recalculating_puts_right_what_was_changed_by_hand():
    history("a")
    assert is_sound()
    row = JournalRow.objects.filter(ladder=classic()).order_by("pk")[4]
    JournalRow.objects.filter(pk=row.pk).update(mu_after=row.mu_after + 1e-6)
    Rating.objects.filter(ladder=classic()).update(wins=99, mu=1.0)
    found = compare(classic(), now=NOW)
    assert any(difference.where == f"journal {row.pk}" for difference in found.differences)
    assert recalculate(ladder=classic(), now=NOW) == 1
    assert is_sound()
