"""Lists that do not grow without end come in numbered pages."""

from rest_framework.pagination import PageNumberPagination


class NumberedPages(PageNumberPagination):
    """{"count", "next", "previous", "results"}; `?page=` and `?limit=` up to 100."""

    page_size = 20
    page_size_query_param = "limit"
    max_page_size = 100
