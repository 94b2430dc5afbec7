"""Which requests the rules of the API apply to."""

from django.http import HttpRequest

API = "/api/"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(API)


def is_read(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD")
