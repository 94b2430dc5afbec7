"""No request may carry the character NUL: one of our databases stores it, the other fails on it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBadRequest

from config.api_errors import error_response
from config.middleware.paths import is_api

# how each kind of form writes the character
FORMS = {"application/x-www-form-urlencoded": b"%00", "multipart/form-data": b"\x00"}

GetResponse = Callable[[HttpRequest], HttpResponse]


class RefuseNul:
    """400 for NUL in the path, the query, a cookie or a form; other bodies are the parsers' matter."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not self._carries_nul(request):
            return self.get_response(request)
        if is_api(request):
            return error_response(400, "MALFORMED", "The character NUL is not accepted.")
        return HttpResponseBadRequest("The character NUL is not accepted.", "text/plain")

    @staticmethod
    def _carries_nul(request: HttpRequest) -> bool:
        query = request.META.get("QUERY_STRING", "")
        return (
            "\x00" in request.path_info
            or "%00" in query
            or "\x00" in query
            or any("\x00" in value for value in request.COOKIES.values())
            or (request.content_type in FORMS and FORMS[request.content_type] in request.body)
        )
