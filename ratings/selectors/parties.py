"""Parties as their members see them, invitations, and whom one might invite."""

from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from games.models import Game, GameSeat
from players.models import User
from players.moments import iso
from ratings.models import Party, PartyInvitation, PartyMember

MOST_PARTNERS = 10
GAMES_LOOKED_AT = 50


def party_facts(user: User, *, now: datetime | None = None) -> dict[str, Any]:
    """The player's party and the invitations that wait for an answer."""
    now = now or timezone.now()
    party = party_of(user.pk)
    return {
        "party": None if party is None else _party(party, user, now=now),
        "invitations": [
            {"party": str(invitation.party_id), "host": invitation.host, "until": iso(until)}
            for invitation in _invitations(user, now=now)
            for until in (invitation.party.open_until,)
        ],
    }


def party_of(user_id: int) -> Party | None:
    """The party the player is in."""
    return Party.objects.filter(members__player=user_id).first()


def partner_in(party: Party, user_id: int) -> PartyMember | None:
    """The other member; None while the party waits for one."""
    return party.members.exclude(player=user_id).select_related("player").first()


def recent_partners(user: User) -> list[str]:
    """Accounts that were the player's partner in the last finished games, the latest first."""
    mine = (
        GameSeat.objects.filter(user=user, game__status=Game.Status.FINISHED)
        .order_by("-game__ended_at")
        .values_list("game_id", "index")[:GAMES_LOOKED_AT]
    )
    opposite = {game: (index + 2) % 4 for game, index in mine}
    others = (
        GameSeat.objects.filter(game__in=opposite, user__is_guest=False, user__is_active=True)
        .exclude(user=user)
        .annotate(at=Max("game__ended_at"))
        .order_by("-at")
        .values_list("game_id", "index", "user__username")
    )
    names = [name for game, index, name in others if opposite[game] == index]
    return list(dict.fromkeys(names))[:MOST_PARTNERS]


def _party(party: Party, user: User, *, now: datetime) -> dict[str, Any]:
    partner = partner_in(party, user.pk)
    waits = partner is None
    invited = PartyInvitation.objects.filter(party=party).values_list("player__username", flat=True)
    return {
        "id": str(party.pk),
        "partner": partner.player.username if partner else None,
        "code": party.code if waits and party.open_until > now else None,
        "open_until": iso(party.open_until) if waits else None,
        "invited": list(invited) if waits else [],
    }


def _invitations(user: User, *, now: datetime) -> Any:
    return (
        PartyInvitation.objects.filter(player=user, party__open_until__gt=now)
        .filter(party__members__place=0)
        .select_related("party")
        .annotate(host=Max("party__members__player__username"))
        .order_by("-id")
    )
