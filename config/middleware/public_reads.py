"""Pages of any origin may read the public API, without credentials."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.middleware.paths import SAFE, is_api

GetResponse = Callable[[HttpRequest], HttpResponse]

EXPOSED = "ETag, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset"


class PublicReads:
    """Answers preflights and marks reads as readable from anywhere.

    `*` never comes with credentials: a browser gives a foreign page nothing that was asked for
    with a cookie, and the preflight allows no Authorization.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            response = HttpResponse(status=204)
            response["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
            response["Access-Control-Allow-Headers"] = "Accept, Content-Type, If-None-Match"
            response["Access-Control-Max-Age"] = "86400"
        else:
            response = self.get_response(request)
        if request.method in SAFE:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = EXPOSED
        return response
