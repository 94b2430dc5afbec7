"""A program's socket at a rated table: it sees what its player sees, and does nothing there."""

import hashlib
from datetime import timedelta
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.models import GameSeat
from games.services.rated import start_rated_game
from games.services.seeds import close_due_seeds
from tests.games.at_the_table import live_hand, people
from tests.games.consumers.test_table_socket import frame, sit_down

pytestmark = pytest.mark.django_db(transaction=True)

SEED = b"0123456789abcdef"
HASH = hashlib.sha256(SEED).hexdigest()


@pytest.fixture
def players():
    return people()


@pytest.fixture
def game(players):
    return start_rated_game(preset="classic", players=players, clock=(30, 20))


async def refused(program, **sent):
    await program.send_json(sent)
    answer = await frame(program, "ack", "error")
    assert answer.get("code") == "RATED_BROWSER_ONLY"


async def test_a_program_gives_no_seed_to_a_rated_game(game, players):
    program, first = await sit_down(players[0], game.table)
    assert first["game"]["status"] == "hashing"
    await refused(program, type="seed", hash=HASH)
    await refused(program, type="seed", seed=SEED.hex())
    assert not await GameSeat.objects.filter(seed_hash__isnull=False).aexists()
    await program.disconnect()


async def test_a_program_takes_no_action_at_a_rated_seat(game, players):
    close = partial(close_due_seeds, now=timezone.now() + timedelta(minutes=1))
    assert await sync_to_async(close)() == 1
    hand = await sync_to_async(live_hand)(game)
    program, first = await sit_down(players[hand.to_act], game.table)
    assert "b3" in first["legal"]
    await refused(program, type="action", hand=hand.pk, seq=0, action="b3")
    await refused(program, type="back")
    assert (await sync_to_async(live_hand)(game)).seq == 0
    await program.disconnect()
