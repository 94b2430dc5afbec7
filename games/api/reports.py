"""Reports about players."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import reports as bodies
from games.models import Report
from games.services import reports as report_services
from games.services.reports import Subject
from players.rest.keyset import Keyset
from players.rest.listing import PageQuery, list_of, listed
from players.rest.reading import PlayersEndpoint, asked, caller, sent

LATEST_MADE: Keyset[Report] = Keyset("created_at")


class ReportList(PlayersEndpoint):
    """The caller's reports."""

    @extend_schema(
        operation_id="reports_list",
        tags=["talk"],
        summary="The reports I have made, the newest first",
        parameters=[PageQuery],
        responses=list_of(bodies.ReportShown),
    )
    def get(self, request: Request) -> Response:
        query = asked(PageQuery, request)
        rows = Report.objects.filter(reporter=caller(request)).select_related("reported")
        return listed(request, rows, LATEST_MADE, query, lambda row: bodies.ReportShown(row).data)

    @extend_schema(
        operation_id="reports_create",
        tags=["talk"],
        summary="Report a player to the staff",
        description=(
            "With a hand or game that both sat at, or a message the caller could read; an "
            "offensive name needs none. The reported player is not told."
        ),
        request=bodies.NewReport,
        responses={201: bodies.ReportShown},
        examples=[
            OpenApiExample(
                "Stalling in a hand",
                value={"username": "bob", "reason": "stalling", "hand": 7},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        told = sent(bodies.NewReport, request)
        about = {name: told.pop(name) for name in ("hand", "game", "message") if name in told}
        made = report_services.report(
            user=caller(request), subject=Subject(**about), now=timezone.now(), **told
        )
        return Response(bodies.ReportShown(made).data, status=status.HTTP_201_CREATED)
