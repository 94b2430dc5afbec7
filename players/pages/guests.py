"""Playing as a guest, and making the account a lasting one."""

from allauth.account.views import SignupView
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from players.errors import Refused
from players.forms import KeepForm, SignupForm
from players.models import User
from players.pages.onward import onward
from players.pages.refusals import add_refusal
from players.services.accounts import keep_guest
from players.sessions import sign_in


class SignUpView(SignupView):
    """allauth's page; what only saving finds out is shown on the form too."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as refusal:
            form.add_error(None, refusal)
            response = self.form_invalid(form)
        return response


def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account for who is nobody yet; a guest keeps the account there is."""
    if isinstance(request.user, User):
        return redirect("account_keep") if request.user.is_guest else redirect(onward(request))
    response: HttpResponse = SignUpView.as_view()(request)
    return response


@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """Name and password for a guest; recovery codes are shown in the answer, once."""
    assert isinstance(request.user, User)
    if not request.user.is_guest:
        return redirect(onward(request))
    form = KeepForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = keep_guest(user=request.user, **form.cleaned_data)
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            sign_in(request, account.user)
            return codes_page(request, account.recovery_codes)
    return render(request, "players/keep.html", {"form": form, "next": onward(request)})


def codes_page(request: HttpRequest, codes: tuple[str, ...]) -> HttpResponse:
    """The recovery codes, or straight on where there are none to keep."""
    if not codes:
        return redirect(onward(request))
    response = render(
        request, "players/recovery_codes.html", {"codes": codes, "next": onward(request)}
    )
    response["Cache-Control"] = "no-store"
    return response
