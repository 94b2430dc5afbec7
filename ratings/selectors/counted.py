"""Finished games as figures are counted from them."""

from collections.abc import Iterable, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine import RuleSet, Seat, new_hand
from games.engine.log import parse_log
from games.models import Game, Hand, Sitting
from games.selectors.state import deal_of, rules_of
from ratings.engine import Model, Skill, win_probability
from ratings.engine.counted import Contribution, PlayedGame, PlayedHand, contribution_of
from ratings.engine.replayed import replayed
from ratings.models import CountedGame, JournalRow, RatedGame
from ratings.parameters import parameters


def counts(game: Game) -> bool | None:
    """Whether a game belongs in the sums; None while that is not known yet.

    Counted are finished public games with people in them, dealt by chance; rated ones once they
    are rated. What was annulled, before or after it was rated, is not, nor are demo games.
    """
    rated = RatedGame.objects.filter(game=game).values_list("status", flat=True).first()
    annulled = game.status == Game.Status.ANNULLED or rated == RatedGame.Status.ANNULLED
    if annulled or game.demo:
        return False
    if game.status != Game.Status.FINISHED or rated == RatedGame.Status.WAITING:
        return None
    given = game.hands.filter(given_deal__isnull=False)
    people = game.sittings.filter(user__isnull=False)
    return game.public and people.exists() and not given.exists()


def chance_of(game: Game) -> float | None:
    """The chance of the first side, by the ratings the four came with; None if not rated."""
    rated = RatedGame.objects.select_related("ladder").filter(game=game).first()
    if rated is None:
        return None
    rows = JournalRow.objects.filter(game=rated, ladder=rated.ladder, player__isnull=False)
    skills = {row.player_id: Skill(row.mu_before, row.sigma_before) for row in rows}
    seated = {seat.index: skills.get(seat.user_id) for seat in game.game_seats.all()}
    rules = rules_of(game)
    sides = [[seated.get(seat) for seat in side] for side in rules.sides]
    if len(sides) != 2 or any(skill is None for side in sides for skill in side):
        return None
    one, two = (tuple(skill for skill in side if skill is not None) for side in sides)
    return win_probability(parameters(), Model(rated.ladder.model), (one, two))


def contribution(game: Game, *, chance: float | None) -> Contribution:
    """What a finished game adds to the figures of those who played it."""
    rules = rules_of(game)
    sittings = list(game.sittings.all())
    hands = [
        _played(hand, rules, sittings)
        for hand in game.hands.filter(status=Hand.Status.FINISHED).order_by("number")
    ]
    quitters = [seat.user_id for seat in game.game_seats.all() if seat.quit_at is not None]
    return contribution_of(
        PlayedGame(
            rules=rules,
            hands=hands,
            players=_players(game, hands),
            quitters=frozenset(user for user in quitters if user is not None),
            winner=game.winner,
            scores=game.scores,
            chances=None if chance is None else (chance, 1 - chance),
        )
    )


def ladder_of(game: Game) -> int | None:
    """The key of the ladder a game was rated on; None for an unrated game."""
    return RatedGame.objects.filter(game=game).values_list("ladder", flat=True).first()


def uncounted(hands: QuerySet[Hand]) -> QuerySet[Game]:
    """Finished games of these hands that nobody has looked at, and that wait for no rating."""
    waiting = RatedGame.objects.filter(status=RatedGame.Status.WAITING)
    return Game.objects.filter(
        ~Exists(CountedGame.objects.filter(game=OuterRef("pk"))),
        ~Exists(waiting.filter(game=OuterRef("pk"))),
        pk__in=hands.filter(status=Hand.Status.FINISHED).values("game"),
        status=Game.Status.FINISHED,
    )


def out_of_date() -> QuerySet[CountedGame]:
    """Games the sums hold though they were annulled or are demo games, or do not hold though an
    annulment was taken back."""
    never = (
        Q(game__status=Game.Status.ANNULLED)
        | Q(game__rated_game__status=RatedGame.Status.ANNULLED)
        | Q(game__demo=True)
    )
    restored = Q(game__rated_game__status=RatedGame.Status.RATED, game__demo=False)
    return CountedGame.objects.filter(Q(counts=True) & never | Q(counts=False) & restored)


def counted_games_of(player_id: int) -> QuerySet[CountedGame]:
    """The games in the sums that a player sat at or began, oldest first."""
    sat = Sitting.objects.filter(game=OuterRef("game_id"), user=player_id)
    return (
        CountedGame.objects.filter(Exists(sat), counts=True)
        .select_related("game")
        .prefetch_related("game__sittings", "game__game_seats")
        .order_by("game__ended_at", "pk")
    )


def _played(hand: Hand, rules: RuleSet, sittings: Iterable[Sitting]) -> PlayedHand:
    start = new_hand(
        rules,
        deal_of(hand),
        Seat(hand.dealer),
        scores=hand.scores,
        bags=hand.bags,
        hand_no=hand.number,
    )
    holders: dict[Seat, list[int | None]] = {}
    for sitting in sittings:
        lasts = sitting.last_deal is None or sitting.last_deal >= hand.deal_number
        if sitting.first_deal <= hand.deal_number and lasts:
            holders.setdefault(Seat(sitting.index), []).append(sitting.user_id)
    alone = {seat: users[0] for seat, users in holders.items() if len(users) == 1}
    return PlayedHand(replayed(start, parse_log(hand.log)), alone)


def _players(game: Game, hands: Sequence[PlayedHand]) -> dict[Seat, int]:
    """For whom the game as a whole counts: who began it if it is rated, else who held the seat
    through every hand and played at least one of them."""
    if game.rated:
        began = {Seat(seat.index): seat.user_id for seat in game.game_seats.all()}
        return {seat: user for seat, user in began.items() if user is not None}
    found = {}
    for seat in rules_of(game).seats:
        users = {played.holders.get(seat) for played in hands}
        user = users.pop() if len(users) == 1 else None
        if user is not None and any(seat in played.hand.own_seats for played in hands):
            found[seat] = user
    return found
