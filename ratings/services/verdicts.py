"""What a game counts as for each who played it, by the published rule (docs/fair-play.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import GameSeat
from ratings.engine import Verdict
from ratings.models import JournalRow

LAST_GAMES = 20  # partners within these are taken to know each other
EXEMPT_ONCE_IN = 10  # games of the partner
FARTHEST_BEHIND = -50  # points; a side further behind may not be let off by leaving

Cause = JournalRow.Cause


@dataclass(frozen=True, slots=True)
class Outcome:
    """A seat's part in a finished game, and what it counts as."""

    player_id: int
    side: int
    won: bool
    cause: JournalRow.Cause


def verdict_of(cause: str, *, won: bool) -> Verdict:
    """What a row with this cause counts, when its side won or did not."""
    if cause == Cause.QUIT:
        return Verdict.LOSS
    if cause == Cause.PLAYED:
        return Verdict.WIN if won else Verdict.LOSS
    return Verdict.NONE


def outcomes(
    seats: Sequence[GameSeat], side_of: Sequence[int], winner: int, ladder_id: int
) -> list[Outcome]:
    """What the game counts as for the player of each seat, in the order of seats.

    A quitter has lost, whatever the result. For a quitter's partner the game counts neither as won
    nor as lost where `_is_exempt` says so. Everybody else has the true result.
    """
    found = []
    for seat in seats:
        side = side_of[seat.index]
        partner = next(s for s in seats if s is not seat and side_of[s.index] == side)
        won = side == winner
        cause = Cause.PLAYED
        if seat.quit_at is not None:
            cause = Cause.QUIT
        elif partner.quit_at is not None and _is_exempt(seat, partner, ladder_id):
            cause = Cause.PARTNER_QUIT
        assert seat.user_id is not None  # the caller has looked
        found.append(Outcome(seat.user_id, side, won, cause))
    return found


def _is_exempt(seat: GameSeat, quitter: GameSeat, ladder_id: int) -> bool:
    """Whether the game counts nothing for the partner who stayed: close enough when the absence
    began, a partner by chance, and not exempt within the last games."""
    lead = quitter.absence_lead
    if lead is None or lead < FARTHEST_BEHIND:
        return False
    mine, theirs = _last_rows(seat, ladder_id), _last_rows(quitter, ladder_id)
    lately = mine[: EXEMPT_ONCE_IN - 1]
    if any(row.rated_as == Cause.PARTNER_QUIT for row in lately):
        return False
    return not _were_partners([*mine, *theirs], (seat, quitter), ladder_id)


def _last_rows(seat: GameSeat, ladder_id: int) -> list[JournalRow]:
    rows = JournalRow.objects.filter(player=seat.user_id, ladder=ladder_id, game__isnull=False)
    return list(rows.order_by("-id")[:LAST_GAMES])


def _were_partners(
    last: Sequence[JournalRow], seats: tuple[GameSeat, GameSeat], ladder_id: int
) -> bool:
    """Whether the two were on one side in a game of these rows, the last of either."""
    rows = JournalRow.objects.filter(
        game__in={row.game_id for row in last},
        ladder=ladder_id,
        player__in=[seat.user_id for seat in seats],
    ).values_list("game_id", "side")
    sides = list(rows)
    return len(set(sides)) < len(sides)
