"""The players' seeds: after the commitment, hashes before seeds, and then the first deal."""

import hashlib

import pytest
from django.db import connection
from django.utils import timezone

from games.engine.proof import commitment
from games.models import Game, Hand, Notice
from games.selectors.state import deal_secret, drawn_deal
from games.services import games, seeds, tables
from players.errors import Conflict, Malformed, NotAllowed, NotFound, RuleRefused
from tests.games.at_the_table import live_hand, people, person, table_of

pytestmark = pytest.mark.django_db

SEED = bytes(range(16))


def digest(seed: bytes) -> bytes:
    return hashlib.sha256(seed).digest()


@pytest.fixture
def players():
    return people()


@pytest.fixture
def game(players) -> Game:
    return games.start_game(user=players[0], table_id=table_of(*players).pk)


def let_the_step_pass(game: Game) -> None:
    game.refresh_from_db()
    seeds.close_due_seeds(now=game.seeds_due)
    game.refresh_from_db()


def test_the_commitment_is_the_end_of_the_chain_and_comes_before_any_seed(game):
    assert bytes(game.commitment) == commitment(deal_secret(game, 1))
    assert game.status == Game.Status.HASHING
    assert live_hand(game) is None


def test_a_commitment_of_bots_alone_comes_before_their_empty_seeds_too():
    table = tables.create_table(user=None, exhibition=True)
    game = games.start_exhibition(table_id=table.pk)
    assert game.created_at <= game.seeds_closed_at


def test_when_every_hash_is_in_the_seeds_are_asked_for_and_then_the_cards_are_dealt(game, players):
    for number, player in enumerate(players):
        seeds.submit_seed_hash(user=player, game_id=game.pk, digest=digest(SEED + bytes([number])))
    game.refresh_from_db()
    assert game.status == Game.Status.REVEALING
    for number, player in enumerate(players):
        seeds.submit_seed(user=player, game_id=game.pk, seed=SEED + bytes([number]))
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    hand = live_hand(game)
    assert hand.dealer == drawn_deal(game, 1, None)[0]
    closed = Notice.objects.get(kind="seeds_closed").data["seeds"]
    assert [row["seed"] for row in closed] == [(SEED + bytes([n])).hex() for n in range(4)]


def test_the_deal_depends_on_every_seed(game, players):
    for player in players:
        seeds.submit_seed_hash(user=player, game_id=game.pk, digest=digest(SEED))
    for player in players:
        seeds.submit_seed(user=player, game_id=game.pk, seed=SEED)
    game.refresh_from_db()
    deal = drawn_deal(game, 1, None)
    game.game_seats.filter(index=3).update(seed=SEED[::-1])
    assert drawn_deal(game, 1, None) != deal


def test_who_sends_nothing_counts_as_empty(game, players):
    seeds.submit_seed_hash(user=players[0], game_id=game.pk, digest=digest(SEED))
    seeds.submit_seed_hash(user=players[1], game_id=game.pk, digest=digest(SEED))
    let_the_step_pass(game)
    assert game.status == Game.Status.REVEALING
    seeds.submit_seed(user=players[0], game_id=game.pk, seed=SEED)
    let_the_step_pass(game)
    assert game.status == Game.Status.PLAYING
    given = [seat.seed and bytes(seat.seed) for seat in game.game_seats.order_by("index")]
    assert given == [SEED, None, None, None]


def test_a_seed_that_does_not_match_its_hash_is_refused(game, players):
    seeds.submit_seed_hash(user=players[0], game_id=game.pk, digest=digest(SEED))
    let_the_step_pass(game)
    with pytest.raises(RuleRefused) as refused:
        seeds.submit_seed(user=players[0], game_id=game.pk, seed=SEED[::-1])
    assert refused.value.code == "SEED_MISMATCH"
    assert Hand.objects.count() == 0


def test_a_hash_cannot_be_changed_nor_given_late(game, players):
    seeds.submit_seed_hash(user=players[0], game_id=game.pk, digest=digest(SEED))
    seeds.submit_seed_hash(user=players[0], game_id=game.pk, digest=digest(SEED))  # a resend
    with pytest.raises(Conflict):
        seeds.submit_seed_hash(user=players[0], game_id=game.pk, digest=digest(b"x" * 16))
    let_the_step_pass(game)
    with pytest.raises(Conflict):
        seeds.submit_seed_hash(user=players[1], game_id=game.pk, digest=digest(SEED))
    with pytest.raises(Conflict):
        seeds.submit_seed(user=players[1], game_id=game.pk, seed=SEED)


@pytest.mark.parametrize("seed", [b"", b"x" * 15, b"x" * 65])
def test_a_seed_has_16_to_64_bytes(game, players, seed):
    with pytest.raises(Malformed):
        seeds.submit_seed(user=players[0], game_id=game.pk, seed=seed)


def test_only_who_began_the_game_gives_a_seed(game):
    with pytest.raises(NotAllowed):
        seeds.submit_seed_hash(user=person(), game_id=game.pk, digest=digest(SEED))


def test_a_step_that_is_not_due_stays_open(game):
    assert seeds.close_due_seeds(now=timezone.now()) == 0


def test_secrets_and_live_deals_are_not_stored_in_the_clear(game):
    top = game.secret
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM games_game")
        (stored,) = cursor.fetchone()
    assert top not in bytes(stored)
    let_the_step_pass(game)
    assert live_hand(game).deal is None


def test_a_stranger_is_not_told_that_a_private_game_gathers_seeds():
    host, stranger = people(2)
    table = table_of(host, public=False)
    game = games.start_game(user=host, table_id=table.pk)
    with pytest.raises(NotFound):
        seeds.submit_seed_hash(user=stranger, game_id=game.pk, digest=b"h" * 32)
