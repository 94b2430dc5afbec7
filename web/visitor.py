"""Who is at the browser, and how a refusal of a service reaches them."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language

from games.engine.errors import RuleError
from players.errors import NotAllowed, NotFound, Refused
from players.limits import hit_named
from players.models import User
from players.network import request_address
from players.services.accounts import make_guest
from players.sessions import sign_in
from web.refusals import TEXTS, refusal_text

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def player_of(request: HttpRequest) -> User:
    """The player who is logged in, or a guest made and logged in now."""
    if isinstance(request.user, User):
        return request.user
    hit_named("guest", request_address(request.META))
    guest = make_guest(language=get_language() or "")
    sign_in(request, guest)
    return guest


def player_named(name: str) -> User | None:
    """The player of this name, however its letters are written; None where there is none."""
    return User.objects.filter(username__iexact=name, is_active=True).first()


def member_of(request: HttpRequest) -> User:
    """The player who is logged in; NotAllowed (ACCOUNT_NEEDED) for a stranger."""
    if isinstance(request.user, User):
        return request.user
    raise NotAllowed("ACCOUNT_NEEDED")


def refusals_shown_at(place: str) -> Callable[[View[P]], View[P]]:
    """Show what a service refused on the page `place`; what is hidden is a page not found."""

    def decorated(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except NotFound as refusal:
                if refusal.code not in TEXTS:
                    raise Http404 from None
                messages.error(request, refusal_text(refusal.code, refusal.message))
            except RuleError as error:
                for field, text in error.fields.items():
                    messages.error(request, f"{field}: {text}")
            except Refused as refusal:
                messages.error(request, refusal_text(refusal.code, refusal.message))
            return redirect(place)

        return guarded

    return decorated


def refusals_become_messages(view: View[P]) -> View[P]:
    """Show what a service refused on the lobby; what is hidden is a page not found."""
    return refusals_shown_at("web:lobby")(view)
