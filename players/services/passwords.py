"""Passwords: every way to a new one ends here."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from players.errors import RuleRefused
from players.models import User
from players.notify import close_sockets


def check_password(password: str, user: User) -> None:
    """RuleRefused for a password that is easily guessed, with the reasons."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        text = " ".join(error.messages)
        raise RuleRefused("WEAK_PASSWORD", text, {"password": text}) from None


def set_password(*, user: User, password: str) -> None:
    """Give the account a new password, unchecked; its other sessions end and their sockets close.

    Tokens stay: they were made to outlive the password and are revoked by themselves.
    """
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        close_sockets(user.pk)
