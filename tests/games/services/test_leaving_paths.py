"""No path through leaving avoids a rated loss: whatever a player does, in whatever order."""

import random
from contextlib import suppress

import pytest

from games.models import Game
from games.services import tables
from players.errors import Refused
from players.models import Offence
from tests.games.rated_table import RatedTable

pytestmark = pytest.mark.django_db

PATHS = 24


class Evader:
    """South, who tries this and that."""

    def __init__(self, table: RatedTable, dice: random.Random) -> None:
        self.table, self.dice, self.idle, self.quit = table, dice, False, False
        table.acts = lambda seat: seat.user_id in table.here and not (seat.index == 2 and self.idle)

    def step(self) -> None:
        table, south = self.table, self.table.south
        match self.dice.choice(["go", "come", "idle", "work", "leave", "return", "wait", "play"]):
            case "go":
                table.go(south)
            case "come":
                table.come(south)
            case "idle" | "work" as mood:
                self.idle = mood == "idle"
            case "leave" if self.dice.random() < 0.2 and table.seat().user_id:
                tables.leave_table(user=south, table_id=table.table_id)
            case "return" if south.pk in table.here:
                with suppress(Refused):
                    tables.return_to_table(user=south, table_id=table.table_id)
            case "wait":
                table.let_pass(self.dice.choice([3, 15, 60]))
            case _:
                seq = table.hand.seq + self.dice.randint(1, 6)
                table.play_until(lambda hand, _seats: hand.seq >= seq)


def test_whoever_has_quit_has_lost_and_every_game_is_counted(time_machine, settings) -> None:
    table = RatedTable(time_machine, settings)
    quitters = 0
    for seed in range(PATHS):
        with table.branch():
            evader = Evader(table, random.Random(seed))
            had_quit = None
            while table.hand.status == "playing":
                evader.step()
                record = table.record()
                # what was recorded first stays, whatever is done afterwards
                assert had_quit is None or record.quit_at == had_quit, seed
                had_quit = record.quit_at
                assert Game.objects.get(pk=table.game.pk).status != Game.Status.ANNULLED, seed
            game, record = Game.objects.get(pk=table.game.pk), table.record()
            # the result stands and is theirs: they are on record as the seat's player
            assert (game.status, record.user_id) == (Game.Status.FINISHED, table.south.pk), seed
            assert bool(record.quit_at) == Offence.objects.filter(user=table.south).exists(), seed
            kept = sum(entry.seat == 2 and entry.cause == "bot" for entry in table.log())
            assert record.quit_at or kept < 6, f"path {seed}: a bot played {kept} turns for nothing"
            quitters += record.quit_at is not None
        del table.acts
    assert 0 < quitters < PATHS  # both are among the paths
