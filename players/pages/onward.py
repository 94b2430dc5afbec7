"""Where a person goes after a page that stands in the way."""

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def onward(request: HttpRequest) -> str:
    """The page in `next`, if it is one of ours; Home otherwise."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    ):
        return wanted
    return resolve_url("/")
