"""Parties of two: opening one, inviting, joining, and leaving, which dissolves it."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.services.rows import change
from games.services.tables import new_code
from players.errors import Conflict, NotFound, RuleRefused
from players.limits import hit_named
from players.models import User
from players.selectors.blocks import apart
from ratings import broadcast
from ratings.codes import QueueCode
from ratings.models import DemoPlayer, Party, PartyInvitation, PartyMember
from ratings.selectors.parties import party_of
from ratings.selectors.queue import live_ticket
from ratings.services import queue

OPEN_FOR = timedelta(hours=1)  # a code and an invitation admit so long
MOST_INVITED = 5  # at once, by one party


def open_party(*, user: User, now: datetime) -> Party:
    """A party that waits for its second member; the one the player is in if it waits, too, with
    its code good for another hour.

    Raises NotAllowed for guests and Conflict (IN_PARTY) for who has a partner.
    """
    queue.need_account(user)
    try:
        with transaction.atomic():
            party = _lock_mine(user)
            if party is None:
                party = Party.objects.create(
                    code=new_code(), created_at=now, open_until=now + OPEN_FOR
                )
                PartyMember.objects.create(party=party, player=user, place=0, seen_at=now)
            elif party.members.count() > 1:
                raise Conflict(QueueCode.IN_PARTY, _("You are in a party already."))
            else:
                change(party, open_until=now + OPEN_FOR)
            broadcast.party_changed([user.pk], cause="opened")
            return party
    except IntegrityError:  # another tab was quicker
        raise Conflict(QueueCode.IN_PARTY, _("You are in a party already.")) from None


def invite(*, user: User, username: str, now: datetime) -> Party:
    """Ask a player by name to be one's partner; a party is opened where there is none.

    Raises as `open_party`, and RuleRefused (CANNOT_INVITE) for who cannot be asked: nobody of
    that name, a guest, oneself, somebody kept apart, or a sixth at once. It does not say which.
    """
    hit_named("party_invite", f"user {user.pk}")
    with transaction.atomic():
        party = open_party(user=user, now=now)
        player = User.objects.filter(username__iexact=username, is_active=True).first()
        if player is None or not _may_be_asked(user, player, party):
            raise RuleRefused(
                QueueCode.CANNOT_INVITE, _("This player cannot be invited."), {"player": username}
            )
        PartyInvitation.objects.update_or_create(party=party, player=player, defaults={"at": now})
        broadcast.party_changed([player.pk], cause="invited")
        broadcast.party_changed([user.pk], cause="opened")
        return party


def join_by_code(*, user: User, code: str, address: str, now: datetime) -> Party:
    """Join the party the code admits to; tries are limited by account and by `address`.

    Raises NotFound (WRONG_CODE), NotAllowed for guests, Conflict (IN_PARTY, PARTY_FULL).
    """
    queue.need_account(user)
    hit_named("party_code", f"user {user.pk}")
    hit_named("party_code", f"address {address}")
    found = Party.objects.filter(code=code.strip().upper(), open_until__gt=now)
    party_id = found.values_list("pk", flat=True).first()
    if party_id is None:
        raise NotFound(QueueCode.WRONG_CODE, _("This code admits nowhere."))
    return _join(user, party_id, now=now, refused=NotFound(QueueCode.WRONG_CODE))


def accept(*, user: User, party_id: UUID, now: datetime) -> Party:
    """Join the party one was invited to by name. Raises NotFound (NOT_INVITED) and as
    `join_by_code`."""
    queue.need_account(user)
    invited = PartyInvitation.objects.filter(party=party_id, player=user, party__open_until__gt=now)
    if not invited.exists() and not _is_member(user, party_id):
        raise NotFound(QueueCode.NOT_INVITED, _("This invitation is no longer open."))
    return _join(user, party_id, now=now, refused=NotFound(QueueCode.NOT_INVITED))


def decline(*, user: User, party_id: UUID) -> None:
    """Say no to an invitation; to say it twice is fine."""
    with transaction.atomic():
        gone, _count = PartyInvitation.objects.filter(party=party_id, player=user).delete()
        if gone:
            members = PartyMember.objects.filter(party=party_id)
            broadcast.party_changed(
                [user.pk, *members.values_list("player_id", flat=True)], cause="declined"
            )


def leave(*, user: User, now: datetime) -> None:
    """Leave one's party, which ends it, and the queue if the two wait there together.

    During a ready check that is to decline it. Without a party nothing changes.
    """
    with transaction.atomic():
        party = _lock_mine(user)  # first: whoever queues for the two holds it, too
        waits = live_ticket(user.pk)
        if waits is not None and waits.party_id is not None:
            queue.leave(user=user, now=now)
        if party is None:
            return
        concerned = [
            *party.members.values_list("player_id", flat=True),
            *party.invitations.values_list("player_id", flat=True),
        ]
        party.delete()
        broadcast.party_changed(concerned, cause="dissolved")


def part(*, blocker_id: int, blocked_id: int, now: datetime) -> None:
    """End the party of two of whom one has just blocked the other: as if the blocker left it."""
    both = PartyMember.objects.filter(player__in=(blocker_id, blocked_id))
    if both.values("party").distinct().count() == 1 and both.count() == 2:
        leave(user=User.objects.get(pk=blocker_id), now=now)


def _join(user: User, party_id: UUID, *, now: datetime, refused: NotFound) -> Party:
    try:
        with transaction.atomic():
            party, own = _lock_both(user, party_id)
            if party is None:
                raise refused
            members = list(party.members.values_list("player_id", flat=True))
            if user.pk in members:
                return party
            if len(members) > 1:
                raise Conflict(QueueCode.PARTY_FULL, _("This party is complete."))
            if apart([user.pk, *members]):
                raise refused
            if own is not None and own.members.count() == 1:
                own.delete()  # nobody joined it: it does not keep from joining another
            PartyMember.objects.create(party=party, player=user, place=1, seen_at=now)
            others = list(party.invitations.values_list("player_id", flat=True))
            party.invitations.all().delete()
            broadcast.party_changed([*members, user.pk, *others], cause="joined")
            return party
    except IntegrityError:
        raise Conflict(QueueCode.IN_PARTY, _("You are in a party already.")) from None


def _lock_both(user: User, party_id: UUID) -> tuple[Party | None, Party | None]:
    """The party to join and the one the player is in, where that is another; None where there is
    none. Locked in the order of their keys: two who join each other wait for one another once."""
    own = party_of(user.pk)
    wanted = {party_id} if own is None else {party_id, own.pk}
    locked = Party.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    found = {party.pk: party for party in locked}
    return found.get(party_id), None if own is None or own.pk == party_id else found.get(own.pk)


def _lock_mine(user: User) -> Party | None:
    locked = Party.objects.select_for_update(of=("self",), no_key=True)
    return locked.filter(members__player=user).first()


def _is_member(user: User, party_id: UUID) -> bool:
    return PartyMember.objects.filter(party=party_id, player=user).exists()


def _may_be_asked(user: User, player: User, party: Party) -> bool:
    others = party.invitations.exclude(player=player).count()
    return (
        player.pk != user.pk
        and not player.is_guest
        and others < MOST_INVITED
        and not DemoPlayer.objects.filter(player=player).exists()
        and not apart([user.pk, player.pk])
    )
