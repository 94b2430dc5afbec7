"""Annulling a rated game and refunding what was lost to a cheat, so that nobody's numbers keep it.

One of the staff proposes, an admin who is another person confirms; each step may come twice. What
is confirmed leaves the journal as if the rows had never counted, for everybody downstream, and
can be reversed. A correction's row is locked first, then the order of `ratings/services/locks.py`.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from games.selectors.access import hidden
from games.services.rows import change
from players.errors import Conflict, NotAllowed, RuleRefused
from players.models import User
from ratings.codes import RatingCode
from ratings.hooks import count_figures
from ratings.models import CorrectedRow, Correction, JournalRow, Ladder, RatedGame
from ratings.services.locks import take_for_change
from ratings.services.recalculate import put_right
from ratings.services.replay import first_row
from ratings.services.verdicts import verdict_of

Kind, Status = Correction.Kind, Correction.Status


def propose_annulment(*, game_id: UUID, by: User, reason: str, now: datetime) -> Correction:
    """Ask that a rated game no longer counts; the open correction if there is one already.

    Raises NotAllowed (NEEDS_STAFF), RuleRefused (NEEDS_REASON), Conflict (NOTHING_TO_CORRECT) for
    a game that has not been rated.
    """
    _require_staff(by, reason)
    game = RatedGame.objects.filter(pk=game_id).first()
    open_one = Correction.objects.filter(game_id=game_id, status__in=Correction.OPEN)
    if found := open_one.first():
        return found
    if game is None or game.status != RatedGame.Status.RATED:
        raise Conflict(RatingCode.NOTHING_TO_CORRECT, _("This game has not been rated."))
    made = Correction(
        kind=Kind.ANNUL,
        ladder_id=game.ladder_id,
        game=game,
        reason=reason,
        proposed_by=by,
        proposed_at=now,
    )
    return _propose(made, open_one)


def propose_refund(
    *,
    offender: User,
    ladder: Ladder,
    by: User,
    reason: str,
    now: datetime,
    since: datetime | None = None,
) -> Correction:
    """Ask that nobody keeps a loss to `offender` on a players' ladder, from `since` on.

    Raises as `propose_annulment`; NOTHING_TO_CORRECT where nobody has lost to the offender.
    """
    _require_staff(by, reason)
    proposed = Correction.objects.filter(offender=offender, ladder=ladder, status=Status.PROPOSED)
    if found := proposed.first():
        return found
    made = Correction(
        kind=Kind.REFUND,
        ladder=ladder,
        offender=offender,
        since=since,
        reason=reason,
        proposed_by=by,
        proposed_at=now,
    )
    if not covered(made).filter(cause=F("rated_as")).exists():
        raise Conflict(RatingCode.NOTHING_TO_CORRECT, _("Nobody has lost to this player here."))
    return _propose(made, proposed)


def confirm(*, correction_id: int, by: User, now: datetime) -> Correction:
    """Carry out what was proposed; nothing more happens if that has been done.

    Raises NotAllowed (NEEDS_ADMIN, NEEDS_ANOTHER_PERSON), Conflict (ALREADY_CORRECTED) for what
    was withdrawn, Conflict (LADDER_BUSY) while a season rolls over.
    """
    if not by.is_superuser:
        raise NotAllowed(RatingCode.NEEDS_ADMIN, _("An admin has to confirm this."))
    with transaction.atomic():
        correction = _locked(correction_id)
        if correction.status == Status.IN_FORCE:
            return correction
        if correction.status != Status.PROPOSED:
            raise Conflict(RatingCode.ALREADY_CORRECTED, _("This is no longer proposed."))
        if correction.proposed_by_id == by.pk:
            raise NotAllowed(
                RatingCode.NEEDS_ANOTHER_PERSON,
                _("Somebody else than who proposed it has to confirm this."),
            )
        ladders = _taken(correction)
        change(correction, status=Status.IN_FORCE, confirmed_by=by, confirmed_at=now)
        rows = list(covered(correction).values_list("pk", flat=True))
        CorrectedRow.objects.bulk_create(
            (CorrectedRow(correction=correction, row_id=row) for row in rows), batch_size=500
        )
        _carry_out(correction, ladders, rows, RatedGame.Status.ANNULLED, now=now)
        return correction


def end(*, correction_id: int, by: User, reason: str, now: datetime) -> Correction:
    """Withdraw a proposal, or reverse what is in force: its games count again as they did.

    Staff withdraw, an admin reverses. Raises as `confirm`; ended already: nothing happens.
    """
    _require_staff(by, reason)
    with transaction.atomic():
        correction = _locked(correction_id)
        if correction.status not in Correction.OPEN:
            return correction
        in_force = correction.status == Status.IN_FORCE
        if in_force and not by.is_superuser:
            raise NotAllowed(RatingCode.NEEDS_ADMIN, _("An admin has to reverse this."))
        ladders = _taken(correction) if in_force else []
        status = Status.REVERSED if in_force else Status.WITHDRAWN
        change(correction, status=status, ended_by=by, ended_at=now, end_reason=reason)
        rows = list(correction.rows.values_list("row_id", flat=True))
        _carry_out(correction, ladders, rows, RatedGame.Status.RATED, now=now)
        return correction


def covered(correction: Correction) -> QuerySet[JournalRow]:
    """The rows a correction is about, on the players' ladder and its partnership ladder."""
    both = Q(ladder=correction.ladder_id) | Q(ladder__players_ladder=correction.ladder_id)
    rows = JournalRow.objects.filter(both)
    if correction.kind == Kind.ANNUL:
        return rows.filter(game=correction.game_id)
    theirs = JournalRow.objects.filter(ladder=correction.ladder_id, player=correction.offender_id)
    if correction.since is not None:
        theirs = theirs.filter(at__gte=correction.since)
    # also what another correction has taken out by now: that one may be reversed
    lost = rows.filter(rated_as=JournalRow.Cause.PLAYED, won=False)
    against = [theirs.filter(side=side).values("game_id") for side in (0, 1)]
    return lost.filter(Q(side=1, game__in=against[0]) | Q(side=0, game__in=against[1]))


def _propose(made: Correction, same: QuerySet[Correction]) -> Correction:
    """Write a proposal down; whoever was first has made it."""
    try:
        with transaction.atomic():
            return Correction.objects.bulk_create([made])[0]
    except IntegrityError:
        return same.get()


def _locked(correction_id: int) -> Correction:
    rows = Correction.objects.select_for_update(no_key=True)
    found = rows.filter(pk=correction_id).first()
    if found is None:
        raise hidden()
    return found


def _taken(correction: Correction) -> list[Ladder]:
    """The correction's ladders to ourselves, their game first."""
    if correction.game_id is not None:
        RatedGame.objects.select_for_update(no_key=True).get(pk=correction.game_id)
    return take_for_change(correction.ladder_id)


def _carry_out(
    correction: Correction,
    ladders: Iterable[Ladder],
    rows: list[int],
    status: RatedGame.Status,
    *,
    now: datetime,
) -> None:
    """Give the rows the cause they have now, and compute what follows from it."""
    if correction.game_id is not None and ladders:
        RatedGame.objects.filter(pk=correction.game_id).update(status=status)
        transaction.on_commit(partial(count_figures, game_id=str(correction.game_id)))
    for ladder in ladders:
        mine = list(JournalRow.objects.filter(pk__in=rows, ladder=ladder).order_by("pk"))
        if mine:
            _set_causes(mine)
            touched = {row.pair_id or row.player_id or 0 for row in mine}
            start = first_row(ladder, {row.game_id for row in mine})
            put_right(ladder, start=start, touched=touched, now=now)


def _set_causes(rows: list[JournalRow]) -> None:
    """What each row counts as, by the corrections in force."""
    in_force = CorrectedRow.objects.filter(row__in=rows, correction__status=Status.IN_FORCE)
    kinds = {(row, kind) for row, kind in in_force.values_list("row_id", "correction__kind")}
    for row in rows:
        row.cause = row.rated_as
        if (row.pk, Kind.REFUND) in kinds:
            row.cause = JournalRow.Cause.REFUNDED
        if (row.pk, Kind.ANNUL) in kinds:
            row.cause = JournalRow.Cause.ANNULLED
        row.result = verdict_of(row.cause, won=bool(row.won)).value
        if row.result == JournalRow.Result.NONE:  # the constraint holds at once, not at the end
            row.mu_after, row.sigma_after = row.mu_before, row.sigma_before
    columns = ("cause", "result", "mu_after", "sigma_after")
    JournalRow.objects.bulk_update(rows, columns, batch_size=500)


def _require_staff(by: User, reason: str) -> None:
    if not by.is_staff:
        raise NotAllowed(RatingCode.NEEDS_STAFF, _("Only staff may do this."))
    if not reason.strip():
        raise RuleRefused(RatingCode.NEEDS_REASON, _("Say why."), {"reason": _("Say why.")})
