"""The queue's door: coming in alone or as a party, going out, and who is still there."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from games.services.outage import pulse_is_fresh
from games.services.sweeping import count_done
from players.errors import Conflict, NotAllowed, RuleRefused
from players.models import Block, User
from players.moments import iso
from players.selectors.blocks import apart
from players.selectors.conduct import banned_until
from ratings import broadcast
from ratings.codes import QueueCode
from ratings.models import (
    DemoPlayer,
    Ladder,
    Party,
    PartyMember,
    ReadyCheck,
    Ticket,
    TicketPlayer,
)
from ratings.selectors.parties import partner_in, party_of
from ratings.selectors.queue import LEASE, has_gone, live_ticket, rated_game_of
from ratings.services import ready_checks
from ratings.services.tickets import end, lock_live, players_of

NOTED_EVERY = timedelta(seconds=4)  # signs of life nearer together are one


def join(
    *, user: User, ladders: Sequence[str], as_party: bool | None = None, now: datetime
) -> Ticket:
    """Wait for a rated game on any of the `ladders`, alone or with the partner of one's party.

    By default with the partner of a full party. Asking again keeps the ticket and its wait and
    sets the ladders anew. Raises NotAllowed for guests, RuleRefused (NO_LADDER_CHOSEN,
    NO_SUCH_LADDER, DEMO_LADDER)
    and Conflict (LADDER_CLOSED, QUEUE_BANNED, IN_RATED_GAME, QUEUED_OTHERWISE, READY_CHECK_ON,
    NO_PARTY, PARTNER_AWAY, PARTNER_BUSY, PARTNER_BANNED).
    """
    need_account(user)
    with transaction.atomic():
        party, partner = _company(user, as_party)
        wanted = _ladders(user, ladders, partner)
        ticket, check = lock_live(user.pk)
        if ticket is not None:
            return _ask_again(ticket, check, wanted, as_party)
        _fit_to_play(user, now=now)
        if party is not None and partner is not None:
            _hold(party)
            _partner_can_play(partner, now=now)
        players = [user.pk] if partner is None else [user.pk, partner.player_id]
        try:
            with transaction.atomic():
                ticket = _open(players, party, wanted, now=now)
        except IntegrityError:  # another tab, or the partner, was quicker
            found = live_ticket(user.pk)
            if found is None:
                raise Conflict(QueueCode.PARTNER_BUSY) from None
            return found
        broadcast.queue_changed(players, cause="joined")
        return ticket


def need_account(user: User) -> None:
    """Raise NotAllowed (ACCOUNT_NEEDED) for a guest."""
    if user.is_guest:
        raise NotAllowed(QueueCode.ACCOUNT_NEEDED, _("Rated games need an account."))


def leave(*, user: User, now: datetime) -> None:
    """Stop waiting, for the whole party; during a ready check that is to decline it.

    Leaving without waiting is fine: nothing changes.
    """
    with transaction.atomic():
        ticket, check = lock_live(user.pk)
        if check is not None and ready_checks.run_out(check, now=now):
            ticket, check = lock_live(user.pk)  # the sweep was late; whoever was ready waits
        if ticket is None:
            return
        if check is not None:
            ready_checks.fail(check, missing={user.pk}, now=now)
            return
        players = players_of([ticket])
        end(ticket, Ticket.Status.LEFT, now=now)
        broadcast.queue_changed(players, cause="left")


def seen(*, user_ids: Iterable[int], now: datetime) -> None:
    """These players are there: their site is open, or they have just asked."""
    ids = list(user_ids)
    for model in (TicketPlayer, PartyMember):
        noted = model.objects.filter(player__in=ids, seen_at__lt=now - NOTED_EVERY)
        # most of them wait for nothing: a question takes no lock, a write does
        if rows := list(noted.order_by("pk").values_list("pk", flat=True)):
            model.objects.filter(pk__in=rows).update(seen_at=now)


def close_the_unfit(*, now: datetime) -> int:
    """End the waits of those who are gone, were suspended, wait for closed ladders only, or wait
    with a partner whom they are kept apart from."""
    if not pulse_is_fresh(now):
        return 0
    open_ones = Ladder.objects.filter(tickets=OuterRef("pk"), is_open=True)
    blocked = Block.objects.filter(
        blocker__queue_places__ticket=OuterRef("pk"), blocked__queue_places__ticket=OuterRef("pk")
    )
    unfit = Ticket.objects.filter(status=Ticket.Status.WAITING).filter(
        has_gone(now=now) | ~Exists(open_ones) | Exists(blocked)
    )
    return count_done("ticket", unfit.values_list("pk", flat=True), partial(_close_unfit, now=now))


def _close_unfit(ticket_id: int, *, now: datetime) -> bool:
    with transaction.atomic():
        waiting = Ticket.objects.select_for_update(no_key=True)
        ticket = waiting.filter(pk=ticket_id, status=Ticket.Status.WAITING).first()
        if ticket is None:
            return False
        status = _why_unfit(ticket, now=now)
        if status is None:
            return False
        players = players_of([ticket])
        end(ticket, status, now=now)
        broadcast.queue_changed(players, cause=status.value)
        return True


def _why_unfit(ticket: Ticket, *, now: datetime) -> Ticket.Status | None:
    if ticket.players.filter(player__is_active=False).exists():
        return Ticket.Status.CLOSED
    if not ticket.ladders.filter(is_open=True).exists() or apart(players_of([ticket])):
        return Ticket.Status.CLOSED
    if ticket.players.filter(seen_at__lt=now - LEASE).exists():
        return Ticket.Status.LAPSED
    return None


def _company(user: User, as_party: bool | None) -> tuple[Party | None, PartyMember | None]:
    """The party to queue with and its other member; both None for one who queues alone."""
    party = None if as_party is False else party_of(user.pk)
    partner = None if party is None else partner_in(party, user.pk)
    if partner is not None and apart([user.pk, partner.player_id]):
        partner = None  # a block ends the party; the news of it was lost
    if partner is None and as_party:
        raise _no_party()
    return (party, partner) if partner else (None, None)


def _hold(party: Party) -> None:
    """Keep the party from ending while its two begin to wait; the caller holds no other lock."""
    if not Party.objects.select_for_update(no_key=True).filter(pk=party.pk):
        raise _no_party()


def _no_party() -> Conflict:
    return Conflict(QueueCode.NO_PARTY, _("You have no party of two."))


def _ladders(user: User, slugs: Sequence[str], partner: PartyMember | None) -> list[Ladder]:
    if not slugs:
        raise RuleRefused(QueueCode.NO_LADDER_CHOSEN)
    known = {
        ladder.slug: ladder
        for ladder in Ladder.objects.filter(slug__in=slugs, kind=Ladder.Kind.PLAYERS)
    }
    for slug in slugs:
        if slug not in known:
            raise RuleRefused(QueueCode.NO_SUCH_LADDER, fields={"ladders": slug})
        if not known[slug].is_open:
            raise Conflict(QueueCode.LADDER_CLOSED, fields={"ladders": slug})
    ladders = [known[slug] for slug in dict.fromkeys(slugs)]
    is_demo = DemoPlayer.objects.filter(player=user).exists()
    for ladder in ladders:
        if (is_demo and not ladder.demo) or (ladder.demo and partner):
            raise RuleRefused(
                QueueCode.DEMO_LADDER,
                _("A demo ladder is for one person and demo players."),
                {"ladders": ladder.slug},
            )
    return ladders


def _ask_again(
    ticket: Ticket,
    check: ReadyCheck | None,
    wanted: list[Ladder],
    as_party: bool | None,
) -> Ticket:
    """The ticket there is, for the ladders wanted now; alone stays alone and two stay two."""
    if as_party is not None and as_party != (ticket.party_id is not None):
        raise Conflict(QueueCode.QUEUED_OTHERWISE, _("Leave the queue first."))
    if set(ticket.ladders.all()) == set(wanted):
        return ticket
    if check is not None:
        raise Conflict(QueueCode.READY_CHECK_ON, _("Answer the ready check first."))
    ticket.ladders.set(wanted)
    broadcast.queue_changed(players_of([ticket]), cause="joined")
    return ticket


def _fit_to_play(user: User, *, now: datetime) -> None:
    if rated_game_of(user.pk):
        raise Conflict(QueueCode.IN_RATED_GAME, _("You are in a rated game."))
    if until := banned_until(user.pk, now=now):
        raise Conflict(QueueCode.QUEUE_BANNED, _("You may not queue yet."), {"until": iso(until)})


def _partner_can_play(partner: PartyMember, *, now: datetime) -> None:
    if not partner.player.is_active or partner.seen_at < now - LEASE:
        raise Conflict(QueueCode.PARTNER_AWAY, _("Your partner is not here."))
    if live_ticket(partner.player_id) or rated_game_of(partner.player_id):
        raise Conflict(QueueCode.PARTNER_BUSY, _("Your partner waits or plays without you."))
    if until := banned_until(partner.player_id, now=now):
        raise Conflict(
            QueueCode.PARTNER_BANNED, _("Your partner may not queue yet."), {"until": iso(until)}
        )


def _open(
    players: list[int], party: Party | None, ladders: list[Ladder], *, now: datetime
) -> Ticket:
    ticket = Ticket.objects.create(party=party, since=now)
    ticket.ladders.set(ladders)
    TicketPlayer.objects.bulk_create(
        TicketPlayer(ticket=ticket, player_id=player, seen_at=now) for player in sorted(players)
    )
    return ticket
