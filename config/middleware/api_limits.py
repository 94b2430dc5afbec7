"""How many API requests a minute: by player for the known, by address for the rest."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.api_errors import error_response
from config.middleware.paths import is_api
from players.auth import request_actor
from players.limits import Usage, count, too_many_text
from players.network import request_address

GetResponse = Callable[[HttpRequest], HttpResponse]

# what machines ask to know whether we live
UNLIMITED = ("/api/v1/health/", "/api/v1/ready/")


class ApiLimits:
    """Counts each request, says so in `RateLimit-*` headers and answers 429 beyond the limit."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_api(request) or request.path_info in UNLIMITED:
            return self.get_response(request)
        usage = _count(request)
        if usage.exceeded:
            response: HttpResponse = error_response(
                429, "TOO_MANY_REQUESTS", too_many_text(), retry_after=usage.resets_in
            )
        else:
            response = self.get_response(request)
        response["RateLimit-Limit"] = str(usage.limit)
        response["RateLimit-Remaining"] = str(usage.remaining)
        response["RateLimit-Reset"] = str(usage.resets_in)
        return response


def _count(request: HttpRequest) -> Usage:
    actor = request_actor(request)
    if actor is None:
        return count(
            f"api:address:{request_address(request.META)}", *settings.RATE_LIMITS["anonymous"]
        )
    return count(f"api:{actor.kind}:{actor.user_id}", *settings.RATE_LIMITS["known"])
