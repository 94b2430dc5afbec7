"""What makes the site installable and findable: manifest, service worker, robots, JS messages."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)


@require_safe
@cache_control(private=True, max_age=3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """The web app manifest, in the visitor's language."""
    return JsonResponse(
        {
            "id": "/",
            "name": _("Spadework: Spades"),
            "short_name": "Spadework",
            "description": _("Spades with friends and bots, with deals you can check."),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#0c4230",
            "theme_color": "#0c4230",
            "categories": ["games", "cards"],
            "icons": [
                {
                    "src": static(f"web/icons/{name}"),
                    "sizes": sizes,
                    "type": kind,
                    "purpose": purpose,
                }
                for name, sizes, kind, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, served from the root so that its scope is the whole site."""
    return render(request, "web/sw.js", content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What an installed app shows without a network."""
    return render(request, "web/offline.html")


@require_safe
@cache_control(max_age=86400, public=True)
def robots(_request: HttpRequest) -> HttpResponse:
    """What crawlers leave alone: live tables, accounts, the API."""
    hidden = ("/tables/", "/accounts/", "/api/", "/settings/")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in hidden)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


class Messages(JavaScriptCatalog):
    """The translations of the scripts as an external file, one address per language."""

    packages = ["web"]

    def get(self, request: HttpRequest, *args: Any, language: str, **kwargs: Any) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404
        with override(language):
            response: HttpResponse = super().get(request, *args, **kwargs)
        response.headers["Cache-Control"] = "public, max-age=600"
        return response
