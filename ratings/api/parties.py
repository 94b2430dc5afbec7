"""Parties of two: mine, inviting, joining by code or invitation, leaving."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from players.network import request_address
from players.permissions import ScopeAllows
from players.rest.reading import caller, sent, shown
from ratings.api import queue_bodies as bodies
from ratings.api.queue import TAGS, RatedPlay
from ratings.selectors.parties import party_facts, recent_partners
from ratings.services import parties


def _parties(request: Request) -> Response:
    """The party and the invitations as they are to the caller now."""
    user = caller(request)
    facts = party_facts(user) | {"recent_partners": recent_partners(user)}
    return shown(bodies.PartiesShown, facts)


class PartyEndpoint(RatedPlay):
    """Of no concern to others."""

    permission_classes = [IsAuthenticated, ScopeAllows]


class Parties(PartyEndpoint):
    """One's own party."""

    @extend_schema(
        operation_id="parties_retrieve",
        tags=TAGS,
        summary="My party, my invitations, my recent partners",
        responses=bodies.PartiesShown,
    )
    def get(self, request: Request) -> Response:
        return _parties(request)

    @extend_schema(
        operation_id="parties_create",
        tags=TAGS,
        summary="Open a party, or invite somebody to it",
        description="Its code admits one other account for an hour; a party has two members.",
        request=bodies.PartyWish,
        responses=bodies.PartiesShown,
        examples=[OpenApiExample("By name", value={"player": "bruno"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        name = sent(bodies.PartyWish, request).get("player")
        now = timezone.now()
        if name is None:
            parties.open_party(user=caller(request), now=now)
        else:
            parties.invite(user=caller(request), username=name, now=now)
        return _parties(request)

    @extend_schema(
        operation_id="parties_leave",
        tags=TAGS,
        summary="Leave my party, which ends it",
        description="The two also leave the queue if they wait there together.",
        responses=bodies.PartiesShown,
    )
    def delete(self, request: Request) -> Response:
        parties.leave(user=caller(request), now=timezone.now())
        return _parties(request)


class PartyJoin(PartyEndpoint):
    """Joining by link."""

    @extend_schema(
        operation_id="parties_join",
        tags=TAGS,
        summary="Join the party that a code admits to",
        request=bodies.PartyCodeSent,
        responses=bodies.PartiesShown,
        examples=[OpenApiExample("A code", value={"code": "K7QMX4TRB2"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        code = sent(bodies.PartyCodeSent, request)["code"]
        parties.join_by_code(
            user=caller(request),
            code=code,
            address=request_address(request.META),
            now=timezone.now(),
        )
        return _parties(request)


class PartyInvitations(PartyEndpoint):
    """Answering an invitation by name."""

    @extend_schema(
        operation_id="parties_answer",
        tags=TAGS,
        summary="Accept or decline an invitation",
        request=bodies.InvitationAnswer,
        responses=bodies.PartiesShown,
        examples=[
            OpenApiExample(
                "Accept",
                value={"party": "6f1c2f8e-3f0a-4c3f-9a55-0d7a4f0e9b11", "accept": True},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        wish = sent(bodies.InvitationAnswer, request)
        user = caller(request)
        if wish["accept"]:
            parties.accept(user=user, party_id=wish["party"], now=timezone.now())
        else:
            parties.decline(user=user, party_id=wish["party"])
        return _parties(request)
