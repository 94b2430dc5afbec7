"""Ranks and pages of a ladder with a thousand, a hundred thousand and a million ranked players.

    DATABASE_URL=postgres://… REDIS_URL=redis://… python -m benchmarks.standings

Works under a schema and keys of its own, which are dropped afterwards. Beside each figure stand its
anchors, taken turn by turn in the same run: for a rank an indexed count(*) and Redis' ZREVRANK, for
a page of 50 a bare Django view of the same page and a Django REST list by limit and offset. One line
of JSON: medians in milliseconds, and ratios of them (`…_faster`: how many times the anchor's speed).
"""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

PAGE = 50


def prepare() -> str:
    """Django on a schema of its own; its name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django
    from django.conf import settings

    database = settings.DATABASES["default"]
    if "postgresql" not in database["ENGINE"] or not settings.REDIS_URL:
        sys.exit("set DATABASE_URL to a PostgreSQL database and REDIS_URL")
    schema = f"standings_{os.getpid()}"
    database["OPTIONS"]["options"] = f"-c statement_timeout=600000 -c search_path={schema}"
    django.setup()
    return schema


def fill(sizes: list[int]) -> list[Any]:
    """A ladder of each size: mu normal about 1500, everybody ranked."""
    from django.db import connection

    from ratings.models import Ladder
    from ratings.services.ranks import recount

    ladders = []
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO players_user (username, password, is_superuser, email, is_guest, is_active,"
            " is_staff, date_joined, language, four_colour, card_order, sound)"
            " SELECT 'p' || n, '', false, '', false, true, false, now(), '', false,"
            " 'spades_first', true FROM generate_series(1, %s) n",
            [max(sizes)],
        )
        for size in sizes:
            ladder = Ladder.objects.create(slug=f"of-{size}", kind="bots", preset=f"of{size}")
            cursor.execute(
                "INSERT INTO ratings_rating (ladder_id, player_id, mu, sigma, games, wins, losses,"
                " form, last_game_at, ranked) SELECT %s, id, 1500 + 250 *"
                " sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()), 80, 30, 16, 14,"
                " 'WLWWLWLWLW', now(), true FROM players_user ORDER BY id LIMIT %s",
                [ladder.pk, size],
            )
            recount(ladder.pk)
            ladders.append(ladder)
        cursor.execute("VACUUM ANALYZE")
    return ladders


def turns(rounds: int, calls: dict[str, Callable[[int], object]]) -> dict[str, float]:
    """The median of each call in milliseconds, one after the other in every round."""
    spent: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds + 3):
        for name, call in calls.items():
            began = time.perf_counter()
            call(number)
            if number >= 3:  # caches and plans are warm by then
                spent[name].append(1000 * (time.perf_counter() - began))
    return {name: round(statistics.median(each), 4) for name, each in spent.items()}


def ranks(ladder: Any, size: int, rounds: int, chance: random.Random) -> dict[str, float]:
    """Ours, count(*) and ZREVRANK for players picked at random; all must agree."""
    from django.conf import settings
    from django.db import connection
    from redis import Redis

    from ratings.models import Rating
    from ratings.selectors.ranks import Place, ranks_of

    redis, key = Redis.from_url(settings.REDIS_URL), f"benchmark:standings:{os.getpid()}"
    rows = Rating.objects.filter(ladder=ladder).values_list("pk", "mu")
    mus = dict(rows.iterator(chunk_size=50_000))
    names = list(mus)
    for start in range(0, size, 20_000):
        redis.zadd(key, {str(pk): mus[pk] for pk in names[start : start + 20_000]})
    picked = [chance.choice(names) for _ in range(rounds + 3)]

    def ours(number: int) -> int:
        pk = picked[number]
        return ranks_of([Place(ladder.pk, mus[pk], pk)])[0]

    def count(number: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) + 1 FROM ratings_rating"
                " WHERE ladder_id = %s AND ranked AND mu > %s",
                [ladder.pk, mus[picked[number]]],
            )
            return int(cursor.fetchone()[0])

    def zrevrank(number: int) -> int:
        found = redis.zrevrank(key, str(picked[number]))
        return int(found) + 1  # type: ignore[arg-type]

    try:
        for number in range(10):
            assert ours(number) == count(number) == zrevrank(number)
        return turns(rounds, {"rank": ours, "count": count, "zrevrank": zrevrank})
    finally:
        redis.delete(key)


def pages(ladder: Any, size: int, rounds: int, chance: random.Random) -> dict[str, float]:
    """Our view, a bare one, and a list by limit and offset, each at the same random depth."""
    from django.http import HttpRequest, JsonResponse
    from django.test import RequestFactory
    from rest_framework.generics import ListAPIView
    from rest_framework.pagination import LimitOffsetPagination
    from rest_framework.serializers import CharField, ModelSerializer

    from players.rest.keyset import Cursor
    from ratings.api.ladders import BEST, Standings, StandingsAround
    from ratings.models import Rating
    from ratings.selectors.ladders import find_ladder
    from ratings.selectors.ranks import ranked_in
    from ratings.selectors.standings import Wanted, line, ranks_on_page, standings_of

    class Line(ModelSerializer):
        player = CharField(source="player.username")

        class Meta:
            model = Rating
            fields = (
                "player", "mu", "sigma", "games", "wins", "losses", "form", "last_game_at", "ranked",
            )  # fmt: skip

    class Offset(ListAPIView):
        queryset = (
            Rating.objects.filter(ladder=ladder, ranked=True)
            .select_related("player")
            .order_by("-mu", "-pk")
        )
        serializer_class, pagination_class = Line, LimitOffsetPagination
        authentication_classes: list[Any] = []
        permission_classes: list[Any] = []

    def bare(request: HttpRequest) -> JsonResponse:
        cursor = Cursor.parse(request.GET["cursor"])
        found, wanted = find_ladder(ladder.slug), Wanted()
        rows = list(BEST.after(standings_of(found, wanted, now=None), cursor)[:PAGE])  # type: ignore[arg-type]
        places = ranks_on_page(found, wanted, rows)
        lines = [line(found, row, rank) for row, rank in zip(rows, places, strict=True)]
        return JsonResponse({"count": ranked_in(found.pk), "results": lines})

    places, factory = [], RequestFactory()
    for _ in range(rounds + 3):
        depth = chance.randrange(max(1, size - PAGE))
        rows = Rating.objects.filter(ladder=ladder).order_by("-mu", "-pk")
        places.append((depth, rows.values_list("mu", "pk", "player__username")[depth]))
    ours_view, offset_view, around_view = (
        Standings.as_view(),
        Offset.as_view(),
        StandingsAround.as_view(),
    )

    def at(number: int) -> dict[str, Any]:
        _, (mu, pk, _) = places[number]
        return {"cursor": str(Cursor(mu, str(pk))), "limit": PAGE}

    def ours(number: int) -> bytes:
        answer = ours_view(factory.get("/", at(number)), ladder=ladder.slug)
        assert answer.status_code == 200
        return bytes(answer.render().content)

    def plain(number: int) -> bytes:
        return bare(factory.get("/", at(number))).content

    def offset(number: int) -> bytes:
        asked = {"limit": PAGE, "offset": places[number][0]}
        return bytes(offset_view(factory.get("/", asked)).render().content)

    def around(number: int) -> bytes:
        name = places[number][1][2]
        answer = around_view(factory.get("/"), ladder=ladder.slug, username=name)
        assert answer.status_code == 200
        return bytes(answer.render().content)

    own = json.loads(ours(0))["results"]
    assert own == json.loads(plain(0))["results"]
    quick = turns(rounds, {"page": ours, "bare": plain, "around": around})
    slow = turns(max(3, rounds // 20), {"page": ours, "offset": offset})
    return quick | {
        "offset": slow["offset"],
        "offset_faster": round(slow["offset"] / slow["page"], 1),
    }


def measure(sizes: list[int], rounds: int, seed: int) -> list[dict[str, Any]]:
    found = []
    for ladder, size in zip(fill(sizes), sizes, strict=True):
        chance = random.Random(seed)
        times = ranks(ladder, size, rounds, chance) | pages(ladder, size, rounds, chance)
        ratios = {
            "count_faster": round(times["count"] / times["rank"], 1),
            "of_zrevrank": round(times["rank"] / times["zrevrank"], 2),
            "of_bare": round(times["bare"] / times["page"], 2),
        }
        found.append({"rows": size} | times | ratios)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    schema = prepare()
    from django.core.management import call_command
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {schema}")
    try:
        call_command("migrate", verbosity=0)
        print(json.dumps({"standings": measure(asked.sizes, asked.rounds, asked.seed)}))
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {schema} CASCADE")


if __name__ == "__main__":
    main()
