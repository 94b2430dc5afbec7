"""Where the account pages of django-allauth meet our own rules: one rule for page and API."""

import base64
import hashlib
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from cryptography.fernet import Fernet
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language

from players.auth import count_sign_in
from players.errors import Refused, TooMany
from players.limits import hit_named
from players.models import User
from players.network import request_address
from players.notify import close_sockets
from players.services import accounts, passwords
from players.sessions import sign_out


class AccountAdapter(DefaultAccountAdapter):
    """Names, passwords, limits and sockets by our services; the pages are allauth's."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            accounts.check_name(username)
        except Refused as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from None
        return username

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        asked = form.cleaned_data
        try:
            return accounts.open_account(
                username=asked["username"],
                password=asked["password1"],
                email=asked.get("email") or "",
                language=get_language() or "",
            )
        except Refused as refusal:  # the name went to somebody else just now
            raise ValidationError(refusal.message, code=refusal.code) from None

    def post_login(
        self, request: HttpRequest, user: User, *, signup: bool, **details: Any
    ) -> HttpResponse:
        """After signing up without mail the recovery codes come first, then the way goes on."""
        response: HttpResponse = super().post_login(request, user, signup=signup, **details)
        if signup and not accounts.mail_reaches(user):
            onward = urlencode({"next": response["Location"]})
            return HttpResponseRedirect(f"{reverse('account_recovery_codes')}?{onward}")
        return response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            count_sign_in(request, credentials.get("username", ""))
        except TooMany:
            raise self.validation_error("too_many_login_attempts") from None

    def set_password(self, user: User, password: str) -> None:
        passwords.set_password(user=user, password=password)

    def logout(self, request: HttpRequest) -> None:
        sign_out(request)

    def is_safe_url(self, url: str) -> bool:
        """Our own host only: where else a page may send people is nobody's choice."""
        return url_has_allowed_host_and_scheme(
            url, {self.request.get_host()}, require_https=self.request.is_secure()
        )

    def get_client_ip(self, request: HttpRequest) -> str:
        return request_address(request.META)


def count_sign_up(request: HttpRequest) -> None:
    """Count a sign-up by the page; a ValidationError of the form beyond the limit."""
    try:
        hit_named("sign_up", request_address(request.META))
    except TooMany as refusal:
        raise ValidationError(refusal.message, code=refusal.code) from None


class SessionsAdapter(DefaultUserSessionsAdapter):
    """A session ended from the list of sessions closes its sockets."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        ended = list(sessions)
        super().end_sessions(ended)
        for user_id in {session.user_id for session in ended}:
            close_sockets(user_id)


class MFAAdapter(DefaultMFAAdapter):
    """Second factors are kept encrypted under a key of the installation."""

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()


def _box() -> Fernet:
    key = hashlib.sha256(b"second factors\n" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
