"""People in the queue: short ways to say what a test begins with."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from games.models import Heartbeat
from games.services import outage
from players.models import User
from ratings.models import Ladder, Rating, ReadyCheck, Ticket
from ratings.services import parties, queue, ready_checks, rounds
from tests.games.at_the_table import people

PRESETS = {"classic": "classic", "quick": "quick250", "old": "house500", "classic-demo": "classic"}


def ladder(slug: str = "classic", **fields: object) -> Ladder:
    """An open players' ladder of that name, made where it is missing."""
    values = {"kind": Ladder.Kind.PLAYERS, "preset": PRESETS[slug], "is_open": True} | fields
    found, _ = Ladder.objects.update_or_create(slug=slug, defaults=values)
    return found


def serving(now: datetime | None = None) -> datetime:
    """Let the pulse be fresh at `now`, as while somebody serves; returns `now`."""
    now = now or timezone.now()
    Heartbeat.objects.update_or_create(pk=Heartbeat.THE_ONE, defaults={"at": now})
    assert outage.pulse_is_fresh(now)
    return now


def rated(user: User, mu: int, slug: str = "classic") -> User:
    """The user with that rating on the ladder."""
    Rating.objects.create(ladder=ladder(slug), player=user, mu=mu, sigma=100)
    return user


def wait(*users: User, now: datetime, ladders: Iterable[str] = ("classic",)) -> list[Ticket]:
    """The users queue alone."""
    return [queue.join(user=user, ladders=list(ladders), now=now) for user in users]


def party_of(one: User, two: User, *, now: datetime) -> None:
    """The two form a party by its code."""
    code = parties.open_party(user=one, now=now).code
    parties.join_by_code(user=two, code=code, address="192.0.2.1", now=now)


def called(now: datetime, users: list[User] | None = None) -> tuple[ReadyCheck, list[User]]:
    """Four people whom a round has called to a table at `now`."""
    ladder()
    four = users or people(4)
    wait(*four, now=now)
    assert rounds.run_round(now=serving(now)) == 1
    return ReadyCheck.objects.latest("created_at"), four


def all_ready(check: ReadyCheck, four: Iterable[User], *, now: datetime) -> ReadyCheck:
    """Each of the four says that they are ready."""
    for user in four:
        ready_checks.answer(user=user, check_id=check.pk, ready=True, now=now)
    check.refresh_from_db()
    return check
