"""A service's refusal as a form shows it."""

from django.forms import BaseForm

from players.errors import Refused


def add_refusal(form: BaseForm, refusal: Refused) -> None:
    """Show the refusal at the fields it is about, or above the form."""
    for field, text in (refusal.fields or {"": refusal.message}).items():
        form.add_error(field if field in form.fields else None, text)
