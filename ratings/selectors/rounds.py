"""What a round of the queue is decided on: who waits for a ladder, how strong, and who met whom."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from django.db.models import Count, Q

from games.models import GameSeat
from ratings.engine.matchmaking import History, Waiting
from ratings.models import DemoPlayer, Ladder, Rating, Ticket
from ratings.parameters import parameters
from ratings.selectors.queue import has_gone, waited
from ratings.selectors.waits import open_ladders

# who is put to the front counts as waiting for so many seconds more than the longest waiter
FRONT_LEAD = 60
LATELY = timedelta(hours=12)  # who met in a rated game since then rather meets others


@dataclass(frozen=True, slots=True)
class Rows:
    """A ladder's waiting tickets, as a round sees them."""

    waiting: tuple[Waiting, ...]
    demo_players: frozenset[int]


def ladders_in_demand() -> list[Ladder]:
    """Ladders that somebody waits for, the one with the fewest first: who waits for several is
    needed most where few wait."""
    people = Count("tickets__players", filter=Q(tickets__status=Ticket.Status.WAITING))
    return list(
        open_ladders().annotate(people=people).filter(people__gt=0).order_by("people", "id")
    )


def waiting_for(ladder: Ladder, *, now: datetime) -> Rows:
    """The tickets that wait for the ladder and whose players are all there."""
    tickets = (
        Ticket.objects.filter(status=Ticket.Status.WAITING, ladders=ladder)
        .filter(~has_gone(now=now))
        .prefetch_related("players")
        .order_by("pk")
    )
    found = [(ticket, [place.player_id for place in ticket.players.all()]) for ticket in tickets]
    found = [(ticket, players) for ticket, players in found if players]
    ratings = _ratings(ladder, [player for _, players in found for player in players])
    longest = max((waited(ticket, now=now) for ticket, _ in found), default=0)
    rows = []
    for ticket, players in found:
        seconds = waited(ticket, now=now)
        rows.append(
            Waiting(
                ticket=ticket.pk,
                players=tuple(players),
                ratings=tuple(ratings[player] for player in players),
                waited=seconds,
                priority=longest + FRONT_LEAD if ticket.front else seconds,
            )
        )
    demo = DemoPlayer.objects.all() if ladder.demo else DemoPlayer.objects.none()
    return Rows(tuple(rows), frozenset(demo.values_list("player_id", flat=True)))


def history_of(
    players: Collection[int], apart: Iterable[frozenset[int]], *, now: datetime
) -> History:
    """Who of the players met whom in a rated game lately, and who is to be kept apart."""
    seats = (
        GameSeat.objects.filter(game__rated=True, game__created_at__gte=now - LATELY)
        .filter(user__in=players)
        .values_list("game_id", "index", "user_id")
    )
    games: dict[object, list[tuple[int, int]]] = {}
    for game, index, player in seats:
        games.setdefault(game, []).append((index, player))
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for seated in games.values():
        for (i, one), (j, two) in combinations(seated, 2):
            met = partners if (i - j) % 2 == 0 else opponents
            met[frozenset((one, two))] += 1
    return History(partners, opponents, frozenset(apart))


def _ratings(ladder: Ladder, players: Sequence[int]) -> dict[int, int]:
    start = round(parameters().mu)
    known = Rating.objects.filter(ladder=ladder, player__in=players).values_list("player_id", "mu")
    return dict.fromkeys(players, start) | {player: round(mu) for player, mu in known}
