"""Actions on chosen rows: with a reason, each row by itself, and what came of it."""

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ActionForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from players.errors import Refused
from players.models import User


class ReasonForm(ActionForm):
    """Beside the actions: why."""

    reason = forms.CharField(required=False, max_length=500, label=gettext_lazy("Reason"))


def each(request: HttpRequest, rows: Iterable[Any], do: Callable[[Any, User, str], object]) -> None:
    """`do` to each row what the operator asked, and say how it went."""
    by, reason = request.user, request.POST.get("reason", "")
    assert isinstance(by, User)
    for row in rows:
        try:
            outcome = do(row, by, reason)
        except Refused as refusal:
            messages.error(request, f"{row}: {refusal.message}")
        else:
            messages.success(request, str(outcome))
