"""What one finished game adds to everybody's figures.

Every key begins with the player who keeps the sum, so that the figures of one player can be
recomputed from that player's games alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from games.engine import RuleSet, Seat
from ratings.engine.figures import HandFigures, figures_of
from ratings.engine.habits import (
    OF_PAIRS,
    Cells,
    Observation,
    add_cells,
    cells_of,
    gain,
    negated,
)
from ratings.engine.replayed import ReplayedHand
from ratings.engine.watching import observations_of

PlayerId: TypeAlias = int
Pairing: TypeAlias = tuple[PlayerId, PlayerId]
Subject: TypeAlias = tuple[PlayerId, PlayerId | None]
"""A player alone, or a pair, the lower key first."""


@dataclass(frozen=True, slots=True)
class Results:
    """Games, and how they ended for one of two sides; points are the final scores."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    points: int = 0
    points_against: int = 0

    def __add__(self, other: "Results") -> "Results":
        return Results(
            self.games + other.games,
            self.wins + other.wins,
            self.losses + other.losses,
            self.points + other.points,
            self.points_against + other.points_against,
        )

    def __neg__(self) -> "Results":
        return Results(-self.games, -self.wins, -self.losses, -self.points, -self.points_against)


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """A player's games and own hands."""

    results: Results = field(default_factory=Results)
    figures: HandFigures = field(default_factory=HandFigures)

    def __add__(self, other: "PlayerSums") -> "PlayerSums":
        return PlayerSums(self.results + other.results, self.figures + other.figures)

    def __neg__(self) -> "PlayerSums":
        return PlayerSums(-self.results, -self.figures)


@dataclass(frozen=True, slots=True)
class Kept:
    """The habits of a player or pair, and from how many hands they were seen."""

    hands: int = 0
    cells: Cells = field(default_factory=dict)

    def __add__(self, other: "Kept") -> "Kept":
        return Kept(self.hands + other.hands, add_cells(self.cells, other.cells))

    def __neg__(self) -> "Kept":
        return Kept(-self.hands, negated(self.cells))


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand and who alone held each seat through it; None where nobody did."""

    hand: ReplayedHand
    holders: Mapping[Seat, PlayerId | None]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game.

    `players` are those for whom the game as a whole counts, `quitters` those of them who left it
    for good: to them it is lost whatever the score. `chances` are those of each side to win, by
    the ratings before it; None where there were none.
    """

    rules: RuleSet
    hands: Sequence[PlayedHand]
    players: Mapping[Seat, PlayerId]
    quitters: frozenset[PlayerId]
    winner: int | None
    scores: Sequence[int]
    chances: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a game adds, by who keeps it."""

    players: Mapping[PlayerId, PlayerSums]
    partners: Mapping[Pairing, Results]
    opponents: Mapping[Pairing, Results]
    habits: Mapping[Subject, Kept]

    @property
    def everybody(self) -> frozenset[PlayerId]:
        """All players it says something of."""
        return frozenset(self.players)

    def negated(self) -> "Contribution":
        """What takes it away again when it is added."""
        return Contribution(
            {key: -part for key, part in self.players.items()},
            {key: -part for key, part in self.partners.items()},
            {key: -part for key, part in self.opponents.items()},
            {key: -part for key, part in self.habits.items()},
        )


def contribution_of(game: PlayedGame) -> Contribution:
    """What a finished game adds to the figures of those who played it."""
    # A game without a winner is not won or lost by anybody: its hands count, it does not.
    seats = {} if game.winner is None else game.players
    return Contribution(
        players=_players(game, seats),
        partners=_partners(game, seats),
        opponents=_opponents(game, seats),
        habits=_habits(game, seats),
    )


def _players(game: PlayedGame, seats: Mapping[Seat, PlayerId]) -> dict[PlayerId, PlayerSums]:
    sums = {player: PlayerSums(_result(game, seat, player)) for seat, player in seats.items()}
    for played in game.hands:
        for seat, of_hand in figures_of(played.hand).items():
            player = played.holders.get(seat)
            if player is not None:
                sums[player] = sums.get(player, PlayerSums()) + PlayerSums(figures=of_hand)
    return sums


def _result(game: PlayedGame, seat: Seat, *players: PlayerId) -> Results:
    """The game as seen from a seat: lost to `players` if one of them quit it."""
    side = game.rules.side_of(seat)
    won = game.winner == side and game.quitters.isdisjoint(players)
    best = max(score for other, score in enumerate(game.scores) if other != side)
    return Results(1, int(won), int(not won), game.scores[side], best)


def _partners(game: PlayedGame, seats: Mapping[Seat, PlayerId]) -> dict[Pairing, Results]:
    found = {}
    for seat, player in seats.items():
        partner = _other(game, seat, seats)
        if partner is not None:
            found[player, partner] = _result(game, seat, player, partner)
    return found


def _opponents(game: PlayedGame, seats: Mapping[Seat, PlayerId]) -> dict[Pairing, Results]:
    found = {}
    for seat, player in seats.items():
        for other_seat, other in seats.items():
            if player < other and game.rules.side_of(seat) != game.rules.side_of(other_seat):
                own, theirs = _result(game, seat, player), _result(game, other_seat, other)
                found[player, other] = replace(own, losses=theirs.wins)
    return found


def _other(game: PlayedGame, seat: Seat, seats: Mapping[Seat, PlayerId]) -> PlayerId | None:
    partner = game.rules.partner(seat)
    return None if partner is None else seats.get(partner)


def _habits(game: PlayedGame, seats: Mapping[Seat, PlayerId]) -> dict[Subject, Kept]:
    kept: dict[Subject, Kept] = {}
    for played in game.hands:
        own = {
            seat: player
            for seat in played.hand.own_seats
            if (player := played.holders.get(seat)) is not None
        }
        _keep(kept, game, own, observations_of(played.hand), hands=1)
    _keep(kept, game, seats, _gains(game, seats), hands=0)
    return kept


def _gains(game: PlayedGame, seats: Mapping[Seat, PlayerId]) -> list[Observation]:
    """Of both partners who stayed: what they won beyond their chance."""
    if game.chances is None:
        return []
    seen = []
    for seat, player in seats.items():
        partner, side = _other(game, seat, seats), game.rules.side_of(seat)
        if partner is not None and game.quitters.isdisjoint((player, partner)):
            seen.append(gain(won=game.winner == side, chance=game.chances[side], seat=seat))
    return seen


def _keep(
    kept: dict[Subject, Kept],
    game: PlayedGame,
    seats: Mapping[Seat, PlayerId],
    seen: Sequence[Observation],
    *,
    hands: int,
) -> None:
    """Give each observation to its player, and to the pair where both partners are known."""
    for seat, player in seats.items():
        own = [each for each in seen if each.seat == seat]
        _add(kept, (player, None), Kept(hands, cells_of(own)))
        partner = _other(game, seat, seats)
        if partner is not None:
            shared = cells_of(each for each in own if each.measure in OF_PAIRS)
            # each hand of a pair is met twice, once from each seat
            once = hands if player < partner else 0
            _add(kept, (min(player, partner), max(player, partner)), Kept(once, shared))


def _add(kept: dict[Subject, Kept], subject: Subject, part: Kept) -> None:
    kept[subject] = kept.get(subject, Kept()) + part
