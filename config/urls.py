"""Every path of the site; each app names its own."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import HealthView, ReadyView

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", HealthView.as_view(schema=None), name="health"),
    path("ready/", ReadyView.as_view(schema=None), name="ready"),
    path("api/v1/", include("config.api_urls")),
    path("operators/", admin.site.urls),
    path("accounts/", include("players.pages.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("web.urls")),
]

handler400 = "config.api_errors.bad_request"
handler403 = "config.api_errors.permission_denied"
handler404 = "config.api_errors.page_not_found"
handler500 = "config.api_errors.server_error"
