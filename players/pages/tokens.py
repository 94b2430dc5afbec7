"""A person's tokens: the list, a new one shown once, an end to one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.errors import NotFound, Refused
from players.forms import TokenForm
from players.models import ApiToken, User
from players.pages.refusals import add_refusal
from players.services.tokens import IssuedToken, create_token, revoke_token


@never_cache
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """The list with the form for a new token; the answer to the form shows the secret, once."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("account_keep")
    form = TokenForm(request.POST or None)
    issued: IssuedToken | None = None
    if request.method == "POST" and form.is_valid():
        try:
            issued = create_token(user=user, **form.cleaned_data)
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            form = TokenForm()
    known = ApiToken.objects.filter(user=user, revoked_at=None).order_by("-id")
    return render(request, "players/tokens.html", {"form": form, "issued": issued, "tokens": known})


@require_POST
@login_required
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """End one token and come back to the list."""
    assert isinstance(request.user, User)
    try:
        revoke_token(user=request.user, token_id=token_id)
    except NotFound as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The token is revoked."))
    return redirect("account_tokens")
