"""What the token of a request lets it do."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from players.actors import Actor
from players.models import Scope

if TYPE_CHECKING:
    from rest_framework.views import APIView


class ScopeAllows(BasePermission):
    """A token may read; to write it needs the view's `write_scope`. Sessions may do both.

    A view whose `write_scope` is None takes no token for writing at all; without one, `play`.
    """

    message = gettext_lazy("This token has no scope for that.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        actor: object = request.auth
        if not isinstance(actor, Actor) or actor.kind == "session":
            return True
        if request.method in SAFE_METHODS:
            return True
        needed: Scope | None = getattr(view, "write_scope", Scope.PLAY)
        return needed is not None and actor.may(needed)
