"""The API, version 1: it only ever gains fields."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularJSONAPIView

from config.docs import DocsView
from config.health import HealthView, ReadyView

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", HealthView.as_view(), name="api-health"),
    path("ready/", ReadyView.as_view(), name="api-ready"),
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("docs/", DocsView.as_view(), name="api-docs"),
    path("", include("players.urls")),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
]
