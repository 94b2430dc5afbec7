"""A person's account in one place: preferences and the way to everything else."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from players.forms import PreferencesForm
from players.models import User
from players.services.preferences import change_preferences


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """How the table looks and sounds, with links to password, sessions, tokens."""
    assert isinstance(request.user, User)
    if request.method == "POST":
        form = PreferencesForm(request.POST, instance=User(pk=request.user.pk))
        if form.is_valid():
            change_preferences(user=request.user, changes=form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("account_preferences")
    else:
        form = PreferencesForm(instance=request.user)
    context = {"form": form, "mail_is_sent": settings.EMAIL_CONFIGURED}
    return render(request, "players/preferences.html", context)
