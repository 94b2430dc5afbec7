"""Account pages, below `/accounts/`, before those of django-allauth."""

from django.urls import URLPattern, path
from django.views.generic import RedirectView

from players.pages import blocks, guests, preferences, recovery, tokens

urlpatterns: list[URLPattern] = [
    path("", preferences.preferences, name="account_preferences"),
    path("signup/", guests.sign_up, name="account_signup"),
    path("keep/", guests.keep, name="account_keep"),
    path("recovery-codes/", recovery.recovery_codes, name="account_recovery_codes"),
    path("recover/", recovery.recover, name="account_recover"),
    path(
        "password/reset/",
        recovery.ForgottenPasswordView.as_view(),
        name="account_reset_password",
    ),
    path("blocks/", blocks.blocks, name="account_blocks"),
    path("blocks/change/", blocks.change, name="account_blocks_change"),
    path("tokens/", tokens.tokens, name="account_tokens"),
    path("tokens/<int:token_id>/revoke/", tokens.revoke, name="account_token_revoke"),
    # only a guest has no password to change: it comes with the name
    path("password/set/", RedirectView.as_view(pattern_name="account_keep")),
]
