"""What everybody may read of a player's figures: rates, partners, and two players head to head."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Sitting
from games.selectors.games import winners_of
from players.models import User
from ratings.engine.counted import PlayerSums, Results
from ratings.engine.figures import Rate
from ratings.models import HeadToHead, Ladder, PartnerFigures, PlayerFigures
from ratings.selectors.sums import PLAYERS, results_in

UNRATED = "unrated"
RECENT_GAMES = 10
EVERYTHING = Q()


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's figures, as docs/figures.md defines them.

    Means are None where there is nothing to take them of. Seconds, tricks and points are per
    hand, bid, card or game, as the name says.
    """

    games: int
    won: Rate
    points_per_game: float | None
    points_against_per_game: float | None
    hands: int
    points_per_hand: float | None
    points_against_per_hand: float | None
    number_bids: int
    tricks_per_bid: float | None
    tricks_taken_per_bid: float | None
    exact_bids: Rate
    tricks_missed_by: float | None
    contracts_made: Rate
    sets: Rate
    opponents_set: Rate
    bags_per_hand: float | None
    nils_bid: Rate
    nils_made: Rate
    blind_nils_made: Rate
    covers_made: Rate
    nils_broken: Rate
    leads_won: Rate
    spade_leads: Rate
    seconds_per_bid: float | None
    seconds_per_card: float | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that two players both sat at."""

    game: UUID
    ended_at: datetime | None
    preset: str
    rated: bool
    won_by: tuple[str, ...]  # the people of the side that won


@dataclass(frozen=True, slots=True)
class Record:
    """Games and how they ended for the first player named; points are means of final scores."""

    games: int
    wins: int
    losses: int
    won: Rate
    points_per_game: float | None
    points_against_per_game: float | None


@dataclass(frozen=True, slots=True)
class PartnerLine:
    """A player's record with one partner."""

    partner: str
    record: Record


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players: as opponents and as partners, seen from the first, and their last games."""

    player: str
    other: str
    opponents: Record
    partners: Record
    recent: Sequence[Meeting]


def scope_named(name: str | None) -> Q | None:
    """The rows of one ladder, of unrated games, or all; None if no ladder has that name."""
    if name is None:
        return EVERYTHING
    if name == UNRATED:
        return Q(ladder__isnull=True)
    ladder = Ladder.objects.filter(slug=name).values_list("pk", flat=True).first()
    return None if ladder is None else Q(ladder=ladder)


def statistics(player: User, scope: Q = EVERYTHING) -> Statistics:
    """A player's figures over the games of a scope: all of them, or as `scope_named` says."""
    rows = PlayerFigures.objects.filter(scope, player=player)
    return told(reduce(lambda sum_, row: sum_ + PLAYERS.read(row), rows, PlayerSums()))


def told(sums: PlayerSums) -> Statistics:
    """Sums as rates and means."""
    results, hands = sums.results, sums.figures
    rate = Rate.of_counts
    return Statistics(
        games=results.games,
        won=rate(results.wins, results.games),
        points_per_game=_mean(results.points, results.games),
        points_against_per_game=_mean(results.points_against, results.games),
        hands=hands.hands,
        points_per_hand=_mean(hands.points, hands.hands),
        points_against_per_hand=_mean(hands.points_against, hands.hands),
        number_bids=hands.number_bids,
        tricks_per_bid=_mean(hands.tricks_bid, hands.number_bids),
        tricks_taken_per_bid=_mean(hands.tricks_taken, hands.number_bids),
        exact_bids=rate(hands.exact_bids, hands.number_bids),
        tricks_missed_by=_mean(hands.tricks_missed_by, hands.number_bids),
        contracts_made=rate(hands.contracts_made, hands.contracts),
        sets=rate(hands.contracts - hands.contracts_made, hands.contracts),
        opponents_set=rate(hands.contracts_set, hands.contracts_faced),
        bags_per_hand=_mean(hands.bags, hands.hands),
        nils_bid=rate(hands.nils + hands.blind_nils, hands.hands),
        nils_made=rate(hands.nils_made, hands.nils),
        blind_nils_made=rate(hands.blind_nils_made, hands.blind_nils),
        covers_made=rate(hands.covers_made, hands.covers),
        nils_broken=rate(hands.nils_broken, hands.nils_faced),
        leads_won=rate(hands.leads_won, hands.leads),
        spade_leads=rate(hands.spade_leads, hands.leads),
        seconds_per_bid=_seconds(hands.bid_ms, hands.timed_bids),
        seconds_per_card=_seconds(hands.card_ms, hands.timed_cards),
    )


def partners_of(player: User) -> QuerySet[PartnerFigures]:
    """A player's partners, those with the most games first; `partner_line` tells a row."""
    return (
        PartnerFigures.objects.filter(player=player, games__gt=0)
        .select_related("partner")
        .order_by("-games", "partner")
    )


def partner_line(row: PartnerFigures) -> PartnerLine:
    """A row of `partners_of` in plain values."""
    return PartnerLine(row.partner.username, recorded(results_in(row)))


def head_to_head(player: User, other: User) -> Versus:
    """Two different players, seen from the first."""
    low, high = sorted((player, other), key=lambda user: user.pk)
    against = HeadToHead.objects.filter(first=low, second=high).first()
    together = PartnerFigures.objects.filter(player=player, partner=other).first()
    results = Results() if against is None else results_in(against)
    games = list(_games_of_both(player, other)[:RECENT_GAMES])
    winners = winners_of(games)
    return Versus(
        player=player.username,
        other=other.username,
        opponents=recorded(results if player == low else _turned(results)),
        partners=recorded(Results() if together is None else results_in(together)),
        recent=[
            Meeting(
                game.pk,
                game.ended_at,
                game.preset,
                game.rated,
                tuple(winners.get(game.pk, {}).values()),
            )
            for game in games
        ],
    )


def recorded(results: Results) -> Record:
    """Sums of results as a record."""
    return Record(
        games=results.games,
        wins=results.wins,
        losses=results.losses,
        won=Rate.of_counts(results.wins, results.games),
        points_per_game=_mean(results.points, results.games),
        points_against_per_game=_mean(results.points_against, results.games),
    )


def _games_of_both(player: User, other: User) -> QuerySet[Game]:
    return (
        Game.objects.filter(_sat(player), _sat(other), counted__counts=True)
        .only("pk", "ended_at", "preset", "rated", "rules", "winner")
        .order_by("-ended_at", "-pk")
    )


def _sat(player: User) -> Exists:
    return Exists(Sitting.objects.filter(game=OuterRef("pk"), user=player))


def _turned(results: Results) -> Results:
    """The same games seen from the other side."""
    return Results(
        results.games, results.losses, results.wins, results.points_against, results.points
    )


def _mean(total: int, of: int) -> float | None:
    return round(total / of, 3) if of else None


def _seconds(ms: int, of: int) -> float | None:
    return round(ms / of / 1000, 2) if of else None
