"""What is true of a table whenever nobody is in the middle of changing it."""

from collections import Counter
from collections.abc import Iterator

from games.models import Game, Hand, Seat, Sitting, Table
from games.selectors.audit import audit


def faults_at(table: Table) -> list[str]:
    """Every sentence about the table that should be true and is not."""
    table = Table.objects.get(pk=table.pk)
    seats = list(table.seats.order_by("index"))
    games = list(Game.objects.filter(table=table, status__in=Game.UNFINISHED))
    return [
        *_faults_of_chairs(table, seats),
        *_faults_of_games(table, games),
        *(fault for game in games for fault in _faults_of_turn(table, seats, game)),
        *(fault for game in games for fault in _faults_of_sittings(seats, game)),
    ]


def faults_of_records() -> list[str]:
    """What `manage.py verify_logs` would say of everything stored."""
    return [f"{fault.where}: {fault.what}" for _, faults in audit() for fault in faults]


def _faults_of_chairs(table: Table, seats: list[Seat]) -> Iterator[str]:
    if [seat.index for seat in seats] != list(range(4)):
        yield "a chair is missing"
    claims = [u for seat in seats for u in (seat.user_id, seat.taken_by_id) if u is not None]
    if max(Counter(claims).values(), default=0) > 1:
        yield "somebody has two chairs"
    people = {seat.user_id for seat in seats} - {None}
    for seat in seats:
        if seat.left_by_id in people:
            yield f"chair {seat.index} is kept for somebody who sits elsewhere"
        if seat.away and seat.user_id is None:
            yield f"nobody is away at chair {seat.index}"
        if seat.user_id is not None and (seat.taken_by_id or seat.left_by_id or seat.bot):
            yield f"chair {seat.index} is a person's and somebody else's"
    if not table.exhibition and table.host_id not in (people or {None}):
        yield "the host is not one of the people"
    if table.status == Table.Status.CLOSED and claims:
        yield "somebody sits at a closed table"
    waits_to_close = not claims and not table.exhibition and table.status != Table.Status.CLOSED
    if (table.close_at is not None) != waits_to_close:
        yield f"closes at {table.close_at} with {len(claims)} people"


def _faults_of_games(table: Table, games: list[Game]) -> Iterator[str]:
    if len(games) != (table.status == Table.Status.PLAYING):
        yield f"{len(games)} games at a table that is {table.status}"
    if Hand.objects.filter(game__table=table, status__in=Hand.LIVE).exclude(
        game__status=Game.Status.PLAYING
    ):
        yield "a hand is live in a game that is not"
    for game in games:
        live = Hand.objects.filter(game=game, status__in=Hand.LIVE).count()
        if live != (game.status == Game.Status.PLAYING):
            yield f"{live} live hands while the game is {game.status}"
        if (game.seeds_due is None) != (game.status == Game.Status.PLAYING):
            yield f"seeds are due at {game.seeds_due} while the game is {game.status}"


def _faults_of_turn(table: Table, seats: list[Seat], game: Game) -> Iterator[str]:
    hand = Hand.objects.filter(game=game, status__in=Hand.LIVE).first()
    paused = hand is not None and hand.status == Hand.Status.PAUSED
    if paused != (table.paused_until is not None):
        yield f"paused until {table.paused_until}, the hand is {hand and hand.status}"
    if hand is None or paused:
        return
    if hand.to_act is None:
        yield "nobody is to act"
        return
    is_person = seats[hand.to_act].is_person
    if hand.person_to_act != is_person:
        yield f"the turn was planned for a {'bot' if is_person else 'person'}"
    clock = table.clock_runs(seats) if is_person else True
    if (hand.deadline is not None) != clock:
        yield f"the deadline is {hand.deadline}; it {'should' if clock else 'should not'} run"


def _faults_of_sittings(seats: list[Seat], game: Game) -> Iterator[str]:
    if not game.deals_used:
        return
    for seat in seats:
        stretches = list(
            Sitting.objects.filter(game=game, index=seat.index).order_by("first_deal", "id")
        )
        now = stretches[-1] if stretches else None
        if now is None or now.last_deal is not None:
            yield f"nobody sits on record at {seat.index}"
        elif (now.user_id, now.bot) != (seat.user_id, "" if seat.user_id else seat.bot):
            yield f"another one sits on record at {seat.index}"
        deals = {
            deal
            for stretch in stretches
            for deal in range(stretch.first_deal, (stretch.last_deal or game.deals_used) + 1)
        }
        if deals != set(range(1, game.deals_used + 1)):
            yield f"the sittings at {seat.index} span deals {sorted(deals)} of {game.deals_used}"
