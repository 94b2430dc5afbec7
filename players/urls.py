"""The players' part of the API, below `/api/v1/`."""

from django.urls import URLPattern, path, re_path

from players.api import schema as schema  # describes signing in to the OpenAPI document
from players.api.accounts import GuestView, KeepView, MeView, PlayersView, ProfileView
from players.api.blocks import BlocksView, BlockView, MutesView, MuteView
from players.api.conduct import ConductView
from players.api.sanctions import SanctionsView
from players.api.tokens import TokensView, TokenView

NAME = r"(?P<username>[A-Za-z0-9][A-Za-z0-9_-]{2,19})"

urlpatterns: list[URLPattern] = [
    path("players/", PlayersView.as_view(), name="api-players"),
    path("players/guest/", GuestView.as_view(), name="api-guest"),
    path("players/me/", MeView.as_view(), name="api-me"),
    path("players/me/conduct/", ConductView.as_view(), name="api-conduct"),
    path("players/me/keep/", KeepView.as_view(), name="api-keep"),
    path("players/me/sanctions/", SanctionsView.as_view(), name="api-sanctions"),
    path("players/me/mutes/", MutesView.as_view(), name="api-mutes"),
    re_path(rf"^players/me/mutes/{NAME}/$", MuteView.as_view(), name="api-mute"),
    path("players/me/blocks/", BlocksView.as_view(), name="api-blocks"),
    re_path(rf"^players/me/blocks/{NAME}/$", BlockView.as_view(), name="api-block"),
    re_path(
        rf"^players/{NAME}/$",
        ProfileView.as_view(),
        name="api-player",
    ),
    path("tokens/", TokensView.as_view(), name="api-tokens"),
    path("tokens/<int:token_id>/", TokenView.as_view(), name="api-token"),
]
