"""Signing a browser in and out."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import login, logout
from django.http import HttpRequest

from players.models import User
from players.notify import close_sockets

BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(request: HttpRequest, user: User) -> None:
    """Begin a session of `user`, who has shown who they are or is a new guest.

    A lasting account can see, and end, its sessions in the list; a guest has this one alone.
    """
    login(request, user, backend=BACKEND)
    if not user.is_guest:
        UserSession.objects.create_from_request(request)


def sign_out(request: HttpRequest) -> None:
    """End the session; sockets opened by it close."""
    user = request.user
    logout(request)
    if isinstance(user, User):
        close_sockets(user.pk)
