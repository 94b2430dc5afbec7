"""Many rated games, each rated by many at once, on PostgreSQL: exactly one set of rows a game.

    python -m tests.reliability.rated_games --games 500

Works in the database of DATABASE_URL, under a schema of its own that is dropped afterwards. Six
callers in three processes rate every game, each in an order of its own, with every message
delivered twice; a process is killed now and then and started again; a tenth of the messages is
lost for everybody, and the sweep has to find those games.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from uuid import UUID

CALLERS_A_PROCESS, PROCESSES = 2, 3
PEOPLE = 24
LOST = 0.1  # of the messages


def prepare(schema: str) -> None:
    """Django on a schema of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django
    from django.conf import settings

    database = settings.DATABASES["default"]
    if "postgresql" not in database["ENGINE"]:
        sys.exit("set DATABASE_URL to a PostgreSQL database")
    database["OPTIONS"]["options"] += f" -c search_path={schema}"
    django.setup()


def call(games: list[UUID], seed: int) -> int:
    """One caller: every message twice, in an order of its own; how many games it rated."""
    from django.db import OperationalError, connection
    from django.utils import timezone

    from ratings.services.rate_game import rate

    deliveries, rated = [*games, *games], 0
    random.Random(seed).shuffle(deliveries)
    for game in deliveries:
        try:
            rated += rate(game_id=game, now=timezone.now())
        except OperationalError:
            # what a queue does with a message whose task failed is to deliver it again
            deliveries.append(game)
    connection.close()
    return rated


def work(games: list[UUID], seed: int) -> None:
    """A process with its callers."""
    threads = [
        threading.Thread(target=call, args=(games, seed * 10 + number))
        for number in range(CALLERS_A_PROCESS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def make_games(number: int, chance: random.Random) -> list[UUID]:
    """Games among few people, so that most share players; some with quitters."""
    from tests.ratings.games import classic, ended, players

    people, ladder = players(PEOPLE), classic()
    found = []
    for _ in range(number):
        quits = [chance.randrange(4)] if chance.random() < 0.1 else []
        four, winner = chance.sample(people, 4), chance.randrange(2)
        found.append(ended(four, ladder=ladder, winner=winner, quits=quits).pk)
    return found


def spawn(schema: str, games: list[UUID], seed: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.reliability.rated_games", "--work", schema]
    started = subprocess.Popen([*command, "--seed", str(seed)], stdin=subprocess.PIPE)
    assert started.stdin is not None
    started.stdin.write(json.dumps([str(game) for game in games]).encode())
    started.stdin.close()
    return started


def race(schema: str, games: list[UUID], *, kills: int, chance: random.Random) -> int:
    """Let processes rate the games, and kill one now and then; how many were killed."""
    running = [spawn(schema, games, seed) for seed in range(PROCESSES)]
    killed = 0
    while any(process.poll() is None for process in running):
        if killed < kills and _some_are_rated(killed, kills, len(games)):
            victim = chance.randrange(PROCESSES)
            if running[victim].poll() is None:
                running[victim].send_signal(signal.SIGKILL)
                running[victim].wait()
                killed += 1
                running[victim] = spawn(schema, games, 100 + killed)
        time.sleep(0.05)
    return killed


def _some_are_rated(killed: int, kills: int, games: int) -> bool:
    """Whether so many games are done that the next process is to die: kills spread over the run."""
    from ratings.models import RatedGame

    rated = RatedGame.objects.filter(status=RatedGame.Status.RATED).count()
    return rated >= games * (killed + 1) / (kills + 2)


def verdict(games: int) -> dict[str, object]:
    """What stands in the database now."""
    from itertools import pairwise

    from django.utils import timezone

    from ratings.models import JournalRow, Ladder, Rating
    from ratings.services.recalculate import compare

    breaks = 0
    for rating in Rating.objects.all():
        rows = JournalRow.objects.filter(
            ladder=rating.ladder_id, player=rating.player_id, pair=rating.pair_id
        )
        for before, after in pairwise(rows.order_by("pk")):
            breaks += before.skill_after != after.skill_before
    differences = [
        f"{each.where} {each.what}"
        for ladder in Ladder.objects.all()
        for each in compare(ladder, now=timezone.now()).differences
    ]
    return {
        "games": games,
        "player_rows": JournalRow.objects.filter(player__isnull=False).count(),
        "pair_rows": JournalRow.objects.filter(pair__isnull=False).count(),
        "broken_chains": breaks,
        "differences": differences,
    }


def run(games: int, kills: int, seed: int) -> dict[str, object]:
    """The whole race, in a fresh schema."""
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from ratings.services.sweeping import rate_waiting

    schema, chance = _schema(), random.Random(seed)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {schema}")
    try:
        call_command("migrate", verbosity=0)
        made = make_games(games, chance)
        delivered = [game for game in made if chance.random() >= LOST]
        began = time.monotonic()
        killed = race(schema, delivered, kills=kills, chance=chance)
        seconds = time.monotonic() - began
        swept = 0
        while done := rate_waiting(now=timezone.now()):
            swept += done
        lost = games - len(delivered)
        return verdict(games) | {
            "processes_killed": killed,
            "messages_lost": lost,
            "found_by_sweep": swept,
            "seconds": round(seconds, 1),
        }
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {schema} CASCADE")


def _schema() -> str:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('search_path')")
        return str(cursor.fetchone()[0])


def is_exact(found: dict[str, object]) -> bool:
    """Four rows a game and two of pairs, unbroken, as computed anew."""
    games = found["games"]
    assert isinstance(games, int)
    rows = (found["player_rows"], found["pair_rows"]) == (4 * games, 2 * games)
    return rows and not found["broken_chains"] and not found["differences"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    prepare(asked.work or f"race_{os.getpid()}")
    if asked.work:
        work([UUID(key) for key in json.load(sys.stdin)], asked.seed)
        return
    found = run(asked.games, asked.kills, asked.seed)
    print(json.dumps(found))
    if not is_exact(found):
        sys.exit(1)


if __name__ == "__main__":
    main()
