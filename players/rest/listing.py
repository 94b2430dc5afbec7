"""Lists that grow: the query of a page, and its answer."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.rest.fields import CursorField, QueryNumber
from players.rest.keyset import Keyset, Page, Row, count_rows, page

PAGE_SIZE, LARGEST_PAGE = 20, 100


class PageQuery(serializers.Serializer):
    """Which page of a list, and how long it may be."""

    cursor = CursorField(required=False)
    limit = QueryNumber(required=False, min_value=1, max_value=LARGEST_PAGE)


@cache
def list_of(kind: type[serializers.BaseSerializer]) -> serializers.Serializer:
    """The list envelope around `kind`, for the API's document."""
    return inline_serializer(
        name=f"{kind.__name__}List",
        fields={
            "count": serializers.IntegerField(
                allow_null=True, help_text="Null where there are too many to count."
            ),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": kind(many=True),
        },
    )


def listed(
    request: Request,
    rows: QuerySet[Row],
    keyset: Keyset[Row],
    query: Mapping[str, Any],
    render: Callable[[Row], Any],
) -> Response:
    """One page of `rows` in the list envelope."""
    found = page_asked(request, rows, keyset, query)
    return Response(found.body([render(row) for row in found.rows]))


def page_asked(
    request: Request,
    rows: QuerySet[Row],
    keyset: Keyset[Row],
    query: Mapping[str, Any],
    count: Callable[[QuerySet[Row]], int | None] = count_rows,
) -> Page[Row]:
    """The page of `rows` that a query asks for; a ValidationError if its cursor is of another
    list."""
    limit = min(query.get("limit", PAGE_SIZE), LARGEST_PAGE)
    try:
        return page(request, rows, keyset, query.get("cursor"), limit, count)
    except ValueError:
        raise foreign_cursor() from None


def foreign_cursor() -> serializers.ValidationError:
    """The refusal of a cursor that belongs to another list."""
    return serializers.ValidationError({"cursor": [_("This is not a cursor of this list.")]})
