"""Lists that do not grow without end come in numbered pages."""

import re

from django.utils.translation import gettext as _
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from players.errors import Malformed


class NumberedPages(PageNumberPagination):
    """{"count", "next", "previous", "results"}; `?page=` and `?limit=` up to 100."""

    page_size = 20
    page_size_query_param = "limit"
    max_page_size = 100

    def get_page_size(self, request: Request) -> int | None:
        limit = request.query_params.get("limit")
        if limit is not None and not re.fullmatch(r"[1-9][0-9]{0,8}", limit, re.ASCII):
            text = _("A whole number from 1 to 100.")
            raise Malformed("INVALID", text, {"limit": text})
        return super().get_page_size(request)
