"""Recovery codes: shown once, made anew, used."""

from typing import Any

from allauth.account.views import PasswordResetView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from players.auth import count_sign_in
from players.errors import Refused
from players.forms import PasswordForm, RecoverForm
from players.models import User
from players.network import request_address
from players.pages.guests import codes_page
from players.pages.onward import onward
from players.pages.refusals import add_refusal
from players.services.accounts import mail_reaches
from players.services.recovery import issue_codes, never_had_codes, reset_password, unused_codes


@never_cache
@login_required
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """The first codes of an account that has had none; then only new ones, for the password."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("account_keep")
    if request.method != "POST" and not mail_reaches(user) and never_had_codes(user=user):
        return codes_page(request, issue_codes(user=user))
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            count_sign_in(request, user.username)
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            if user.check_password(form.cleaned_data["password"]):
                return codes_page(request, issue_codes(user=user))
            form.add_error("password", _("This is not your password."))
    context = {"form": form, "left": unused_codes(user=user), "next": onward(request)}
    return render(request, "players/new_recovery_codes.html", context)


@never_cache
def recover(request: HttpRequest) -> HttpResponse:
    """A new password for a recovery code."""
    form = RecoverForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reset_password(**form.cleaned_data, address=request_address(request.META))
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("Your password is changed. Log in with it."))
            return redirect("account_login")
    return render(request, "players/recover.html", {"form": form})


class ForgottenPasswordView(PasswordResetView):
    """The ways to a new password: by recovery code and, where mail is sent, by mail."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"mail_is_sent": settings.EMAIL_CONFIGURED}
