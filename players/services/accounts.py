"""Accounts: signing up, playing as a guest, and keeping what a guest has begun."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from players import names
from players.errors import Conflict, Malformed, RuleRefused
from players.models import User
from players.services.passwords import check_password
from players.services.recovery import issue_codes

# Crockford's alphabet: no letter that looks like a digit.
GUEST_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GUEST_LENGTHS = (4, 4, 4, 5, 5, 6, 6, 8, 10, 12)


@dataclass(frozen=True, slots=True)
class Account:
    """An account with its recovery codes, shown once; none where mail can reset the password."""

    user: User
    recovery_codes: tuple[str, ...]


def open_account(
    *,
    username: str,
    password: str,
    email: str = "",
    language: str = "",
    joined: datetime | None = None,
) -> User:
    """A new account, there since `joined` (None: now).

    See `check_name` and `passwords.check_password` for what is refused.
    """
    check_name(username)
    check_email(email)
    user = User(username=username, email=email, language=known_language(language))
    user.date_joined = joined or user.date_joined
    check_password(password, user)
    user.set_password(password)
    _save(user)
    return user


def sign_up(*, username: str, password: str, email: str = "", language: str = "") -> Account:
    """A new account with its recovery codes, as a program asks for it; see `open_account`."""
    with transaction.atomic():
        user = open_account(username=username, password=password, email=email, language=language)
        _note_address(user)
        return Account(user, codes_for(user))


def open_unattended(*, username: str, joined: datetime) -> User:
    """An account that nobody can sign in to: a player of a demonstration, there since `joined`."""
    check_name(username)
    user = User(username=username, date_joined=joined)
    user.set_unusable_password()
    _save(user)
    return user


def make_guest(*, language: str = "") -> User:
    """A player without a password, called like `Guest-7QK4`, to play with at once."""
    for length in GUEST_LENGTHS:
        ending = "".join(secrets.choice(GUEST_LETTERS) for _ in range(length))
        user = User(
            username=names.GUEST_PREFIX + ending, is_guest=True, language=known_language(language)
        )
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:  # taken, or looks like one that is: draw again, longer
            continue
        return user
    raise Conflict("NO_GUEST_NAME", _("No free guest name was found. Try again."))


def keep_guest(*, user: User, username: str, password: str, email: str = "") -> Account:
    """Make a guest's account a lasting one: the same player, with a name and a password.

    Conflict for an account that is kept already; names and passwords as in `sign_up`.
    """
    check_name(username)
    check_email(email)
    with transaction.atomic():
        guest = User.objects.select_for_update().get(pk=user.pk)
        if not guest.is_guest:
            raise Conflict("NOT_A_GUEST", _("This account has a name and a password already."))
        guest.username, guest.email, guest.is_guest = username, email, False
        check_password(password, guest)
        guest.set_password(password)
        _save(guest)
        _note_address(guest)
        return Account(guest, codes_for(guest))


def check_name(username: str) -> None:
    """Refuse a name that may not be taken.

    Malformed for other characters than 3 to 20 ASCII letters, digits, `_` and `-`; RuleRefused for
    names of the house; Conflict for a name that somebody has, or that looks like one.
    """
    if not names.is_well_formed(username):
        text = _("Use 3 to 20 letters, digits, _ and -, beginning with a letter or digit.")
        raise Malformed("BAD_NAME", text, {"username": text})
    if names.is_reserved(username):
        text = _("That name is reserved.")
        raise RuleRefused("NAME_RESERVED", text, {"username": text})
    if User.objects.filter(skeleton=names.skeleton(username)).exists():
        raise _name_taken()


def check_email(email: str) -> None:
    """Malformed for what is no e-mail address; none at all is fine."""
    try:
        if email:
            validate_email(email)
    except ValidationError as error:
        text = " ".join(error.messages)
        raise Malformed("INVALID", text, {"email": text}) from None


def known_language(language: str) -> str:
    """The language if the site speaks it, else empty: as the browser asks."""
    return language if language in dict(settings.LANGUAGES) else ""


def mail_reaches(user: User) -> bool:
    """Whether a forgotten password could be reset by mail."""
    return bool(user.email) and settings.EMAIL_CONFIGURED


def codes_for(user: User) -> tuple[str, ...]:
    """Recovery codes for an account that no mail could help; none for one that mail reaches."""
    return () if mail_reaches(user) else issue_codes(user=user)


def _note_address(user: User) -> None:
    """Let the account pages know the address, not verified yet."""
    if user.email:
        EmailAddress.objects.create(user=user, email=user.email.lower(), primary=True)


def _save(user: User) -> None:
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody took the name, or one that looks like it, just now
        raise _name_taken() from None


def _name_taken() -> Conflict:
    text = _("That name, or one that looks like it, is taken.")
    return Conflict("NAME_TAKEN", text, {"username": text})
