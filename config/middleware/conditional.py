"""Reads of the API carry an ETag; who has the answer already is told so in 304."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_vary_headers

from config.middleware.paths import is_api, is_read

GetResponse = Callable[[HttpRequest], HttpResponse]


class ConditionalReads:
    """Django's conditional GET for the API; answers may be kept, but are asked about again."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.conditional = ConditionalGetMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not is_api(request) or not is_read(request):
            return response
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        response.headers.setdefault("Cache-Control", "no-cache")
        if response.streaming or response.status_code != 200:
            return response
        answered = self.conditional.process_response(request, response)
        assert isinstance(answered, HttpResponse)  # not streaming: it is the response, or a 304
        return answered
