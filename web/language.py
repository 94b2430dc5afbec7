"""The language of a player's account, on a browser that has not chosen one."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from players.models import User


class AccountLanguage:
    """Middleware after authentication: the account's language unless the cookie names one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            user = request.user
            if isinstance(user, User) and user.language:
                translation.activate(user.language)
                request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)
