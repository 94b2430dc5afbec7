"""Finished games are counted once, for the people who played them, and can be counted anew."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import Seat
from games.models import Game, GameSeat, Hand, Sitting
from games.services import games, outage, tables
from ratings.hooks import COUNT_GAME
from ratings.models import (
    CountedGame,
    Habits,
    HeadToHead,
    PartnerFigures,
    PlayerFigures,
    RatedGame,
)
from ratings.selectors.sums import STORES
from ratings.services.corrections import confirm, end, propose_annulment
from ratings.services.counting import count
from ratings.services.recounting import backfill, missing, put_right, recount, sweep
from ratings.tasks import count_game, rate_game
from tests.games.at_the_table import live_hand, people, person, started, table_of
from tests.games.engine.hands import EVEN
from tests.ratings.finished import (
    SHORT,
    finished_game,
    mark_rated,
    played_out,
    rated_game,
    take_turn,
)

pytestmark = pytest.mark.django_db
LATER = timezone.now()


def counted(game: Game) -> Game:
    assert count(game_id=game.pk, now=LATER)
    return game


def everything() -> dict:
    """All sums, by the kind of row and its key."""
    return {
        (store.model.__name__, *store.key(row)): store.read(row)
        for store in STORES
        for row in store.model.objects.all()
    }


def as_empty(sums: dict) -> dict:
    nothing = {store.model.__name__: store.nothing for store in STORES}
    return {key: value for key, value in sums.items() if value != nothing[key[0]]}


def test_a_game_counts_for_its_four_players_their_partners_and_their_opponents():
    four = people(4)
    game = counted(finished_game(*four))
    rows = {row.player_id: row for row in PlayerFigures.objects.all()}
    assert rows.keys() == {user.pk for user in four}
    assert {row.hands for row in rows.values()} == {game.hands_settled}
    for index, user in enumerate(four):
        row, won = rows[user.pk], game.winner == index % 2
        assert (row.games, row.wins, row.losses) == (1, won, not won)
        assert row.points == game.scores[index % 2]
        assert row.sums["points"] == game.scores[index % 2]  # both began at 0
        assert row.ladder is None
    partners = set(PartnerFigures.objects.values_list("player", "partner"))
    north, east, south, west = (user.pk for user in four)
    assert partners == {(north, south), (south, north), (east, west), (west, east)}
    opponents = {frozenset(pair) for pair in HeadToHead.objects.values_list("first", "second")}
    assert opponents == {frozenset((a, b)) for a in (north, south) for b in (east, west)}
    for row in HeadToHead.objects.all():
        assert row.wins + row.losses == row.games == 1


def test_counting_a_game_again_changes_nothing():
    game = counted(finished_game(*people(4)))
    before = everything()
    assert not count(game_id=game.pk, now=timezone.now())
    assert everything() == before


def test_a_game_that_is_not_over_is_not_counted_and_not_forgotten():
    game = started(table_of(*people(4), options=SHORT))
    assert not count(game_id=game.pk, now=LATER)
    assert not CountedGame.objects.exists()
    played_out(game)
    assert count(game_id=game.pk, now=LATER)


def test_bots_have_no_figures_and_their_partners_no_partner():
    alice = person()
    counted(finished_game(alice))
    assert list(PlayerFigures.objects.values_list("player", flat=True)) == [alice.pk]
    assert not PartnerFigures.objects.exists()
    assert not HeadToHead.objects.exists()
    assert [(row.first_id, row.second_id) for row in Habits.objects.all()] == [(alice.pk, None)]


def test_private_games_leave_no_trace_in_the_figures():
    """S07"""
    game = finished_game(*people(4), public=False)
    count(game_id=game.pk, now=LATER)
    game.table.hands_published = True
    game.table.save(update_fields=["hands_published"])
    assert not count(game_id=game.pk, now=LATER)
    assert everything() == {}


def test_a_game_with_demo_players_leaves_no_trace_in_the_figures():
    game = rated_game(*people(4))
    mark_rated(game)
    Game.objects.filter(pk=game.pk).update(demo=True)
    count(game_id=game.pk, now=LATER)
    assert everything() == {}
    assert (put_right(now=LATER), missing()) == (0, 0)


def test_a_demo_game_that_was_counted_once_is_taken_out():
    game = rated_game(*people(4))
    mark_rated(game)
    counted(game)
    Game.objects.filter(pk=game.pk).update(demo=True)
    assert missing() == 1
    assert put_right(now=LATER) == 1
    assert as_empty(everything()) == {}
    assert missing() == 0


def test_a_given_deal_is_no_measure_of_anybody():
    host = person()
    table = table_of(host)
    outage.beat(now=timezone.now())
    game = games.start_given(user=host, table_id=table.pk, deal=EVEN, dealer=Seat.N)
    played_out(game)
    count(game_id=game.pk, now=LATER)
    assert everything() == {}


def test_a_hand_counts_for_who_sat_there_and_a_game_only_for_who_stayed():
    four = people(4)
    game = started(table_of(*four, options=SHORT))
    played_out(game, hands=1)
    tables.leave_table(user=four[1], table_id=game.table_id)  # a bot goes on
    game = counted(played_out(game))
    rows = {row.player_id: row for row in PlayerFigures.objects.all()}
    assert [(rows[user.pk].hands, rows[user.pk].games) for user in four] == [
        (game.hands_settled, 1),
        (1, 0),
        (game.hands_settled, 1),
        (game.hands_settled, 1),
    ]
    assert not PartnerFigures.objects.filter(player=four[3]).exists()


def test_a_hand_a_bot_took_over_is_nobodys():
    four = people(4)
    game = started(table_of(*four, options=SHORT))
    hand = live_hand(game)
    for _ in range(8):
        take_turn(live_hand(game))
    tables.leave_table(user=four[0], table_id=game.table_id)
    counted(played_out(game))
    assert not PlayerFigures.objects.filter(player=four[0]).exists()
    assert Hand.objects.get(pk=hand.pk).status == Hand.Status.FINISHED


def test_a_rated_game_is_counted_on_its_ladder_once_it_is_rated():
    four = people(4)
    game = rated_game(*four)
    assert not count(game_id=game.pk, now=LATER)
    mark_rated(game, (1700, 1500, 1700, 1500))
    counted(game)
    row = PlayerFigures.objects.get(player=four[0])
    assert row.ladder.slug == "classic"
    gains = {
        habits.first_id: [moments for key, moments in habits.cells.items() if "gains" in key]
        for habits in Habits.objects.filter(second=None)
    }
    assert {len(found) for found in gains.values()} == {1}
    stored = CountedGame.objects.get(pk=game.pk).chance
    assert stored > 0.5
    (n, total, _), *_ = gains[four[0].pk]
    assert (n, total) == (1, round(1000 * ((game.winner == 0) - stored)))


def test_who_quits_a_rated_game_has_lost_it_whatever_the_score():
    four = people(4)
    game = rated_game(*four)
    index = game.winner
    GameSeat.objects.filter(game=game, index=index).update(quit_at=timezone.now())
    mark_rated(game)
    counted(game)
    quitter, partner, opponent = four[index], four[index + 2], four[1 - index]
    rows = {row.player_id: row for row in PlayerFigures.objects.all()}
    assert (rows[quitter.pk].wins, rows[quitter.pk].losses) == (0, 1)
    assert (rows[partner.pk].wins, rows[partner.pk].losses) == (1, 0)
    assert PartnerFigures.objects.get(player=partner, partner=quitter).wins == 0
    met = HeadToHead.objects.get(
        first_id=min(quitter.pk, opponent.pk), second_id=max(quitter.pk, opponent.pk)
    )
    assert (met.games, met.wins, met.losses) == (1, 0, 0)


def test_an_annulled_game_leaves_the_figures_as_if_it_had_not_been():
    four = people(4)
    counted(finished_game(*four))
    before = everything()
    game = rated_game(*four)
    mark_rated(game, (1600, 1500, 1550, 1500))
    counted(game)
    assert everything() != before
    RatedGame.objects.filter(game=game).update(status=RatedGame.Status.ANNULLED)
    RatedGame.objects.get(game=game).journal.all().delete()
    assert missing() == 1
    assert put_right(now=LATER) == 1
    assert as_empty(everything()) == before
    assert put_right(now=LATER) == 0


def test_annulling_a_rated_game_sends_for_its_counting(
    monkeypatch, django_capture_on_commit_callbacks
):
    game, sent = rated_game(*people(4)), []
    rate_game(str(game.pk))
    monkeypatch.setattr(
        "ratings.hooks.current_app.send_task", lambda name, **more: sent.append((name, more))
    )
    moderator, admin = person(is_staff=True), person(is_staff=True, is_superuser=True)
    proposed = propose_annulment(game_id=game.pk, by=moderator, reason="x", now=LATER)
    with django_capture_on_commit_callbacks(execute=True):
        confirm(correction_id=proposed.pk, by=admin, now=LATER)
    assert [(name, more["kwargs"]) for name, more in sent] == [
        (COUNT_GAME, {"game_id": str(game.pk)})
    ]
    count_game(str(game.pk))
    assert as_empty(everything()) == {}
    end(correction_id=proposed.pk, by=admin, reason="x", now=LATER)
    count_game(str(game.pk))
    assert PlayerFigures.objects.filter(games=1).count() == 4


def test_an_annulment_taken_back_puts_the_game_back():
    four = people(4)
    game = rated_game(*four)
    mark_rated(game, (1600, 1500, 1550, 1500))
    counted(game)
    before = everything()
    rated = RatedGame.objects.filter(game=game)
    for status in (RatedGame.Status.ANNULLED, RatedGame.Status.RATED):
        rated.update(status=status)
        assert put_right(now=LATER) == 1
    assert everything() == before
    assert put_right(now=LATER) == 0


def test_the_sweep_counts_what_no_message_told_of_and_looks_at_each_game_once():
    finished_game(*people(4))
    finished_game(*people(4), public=False)
    assert sweep(now=timezone.now() + timedelta(days=3)) == 0
    assert sweep(now=timezone.now()) == 2
    assert sweep(now=timezone.now()) == 0
    assert CountedGame.objects.filter(counts=True).count() == 1


def test_a_game_that_cannot_be_counted_does_not_hold_up_the_others(caplog):
    broken, sound = finished_game(*people(4)), finished_game(*people(4))
    Hand.objects.filter(game=broken).update(log="nonsense")
    assert sweep(now=timezone.now()) == 1
    assert CountedGame.objects.get().pk == sound.pk
    assert list(backfill(now=timezone.now())) == []  # it ends, too


def test_the_end_of_a_game_sends_for_its_counting(monkeypatch, django_capture_on_commit_callbacks):
    sent = []
    monkeypatch.setattr(
        "ratings.hooks.current_app.send_task", lambda name, **more: sent.append((name, more))
    )
    with django_capture_on_commit_callbacks(execute=True):
        game = finished_game(person())
    ours = [more["kwargs"] for name, more in sent if name == COUNT_GAME]
    assert ours == [{"game_id": str(game.pk)}]


def test_the_worker_that_rates_a_game_counts_it_too():
    four = people(4)
    game = rated_game(*four)
    rate_game(str(game.pk))
    assert PlayerFigures.objects.get(player=four[0], ladder__slug="classic").games == 1
    assert CountedGame.objects.get(pk=game.pk).chance == 0.5
    before = everything()
    rate_game(str(game.pk))
    count_game(str(game.pk))
    assert everything() == before
    assert all(recount(player_id=user.pk, fix=False) == [] for user in four)


def test_counting_anew_gives_what_was_counted_game_by_game():
    four = people(4)
    for players in (four, four[::-1], [four[0], four[2], four[1], four[3]], four[:3]):
        counted(finished_game(*players))
    game = rated_game(*four)
    mark_rated(game, (1650, 1500, 1480, 1500))
    counted(game)
    for user in four:
        assert recount(player_id=user.pk, fix=False) == []


def test_counting_anew_finds_and_mends_what_is_wrong():
    four = people(4)
    counted(finished_game(*four))
    right = everything()
    PlayerFigures.objects.filter(player=four[0]).update(wins=9)
    PartnerFigures.objects.filter(player=four[1]).delete()
    HeadToHead.objects.update(points=-1)
    Habits.objects.filter(second=None, first=four[2]).update(cells={"bids:0-first": [1, 2, 3]})
    places = [each.where for user in four for each in recount(player_id=user.pk, fix=False)]
    assert len(places) == 1 + 1 + 4 + 1
    for user in four:
        recount(player_id=user.pk, fix=True)
    assert everything() == right


def test_a_player_whose_account_is_gone_takes_the_figures_along():
    four = people(4)
    game = counted(finished_game(*four))
    four[0].delete()
    assert Sitting.objects.filter(game=game, user=None).exists()
    assert not HeadToHead.objects.filter(first_id=four[0].pk).exists()
    for user in four[1:]:
        assert recount(player_id=user.pk, fix=False) == []


def test_counting_takes_a_constant_number_of_queries(django_assert_max_num_queries):
    four = people(4)
    short, long = finished_game(*four), started(table_of(*four, options={"hand_cap": 5}))
    played_out(long)
    with django_assert_max_num_queries(45):
        counted(short)
    with django_assert_max_num_queries(45):
        counted(long)
