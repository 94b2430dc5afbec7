"""The forms of the account pages; what may be entered is decided by the services."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from players import names
from players.adapters import count_sign_up
from players.models import Scope, User


class LoginForm(AllauthLoginForm):
    """Logging in by name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignupForm(AllauthSignupForm):
    """Signing up on the site, counted like signing up by the API."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        self.fields["username"].help_text = _(
            "3 to 20 letters, digits, _ and -. This is how others see you."
        )

    def try_save(self, request: Any) -> Any:
        count_sign_up(request)
        return super().try_save(request)


class KeepForm(forms.Form):
    """A name and a password for who has played as a guest."""

    username = forms.CharField(
        label=_("Name"),
        max_length=names.MAX_LENGTH,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
        help_text=_("3 to 20 letters, digits, _ and -. This is how others see you."),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class RecoverForm(forms.Form):
    """A recovery code instead of the password that was forgotten."""

    username = forms.CharField(
        label=_("Name"),
        max_length=names.MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One of the codes you were shown, such as 7QK4-M2TX-9RWA-VE3H."),
    )
    password = forms.CharField(
        label=_("New password"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class PasswordForm(forms.Form):
    """The password once more, before something that matters."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class TokenForm(forms.Form):
    """A new token for a program."""

    name = forms.CharField(label=_("What it is for"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (Scope.READ, _("Read what you may read")),
            (Scope.PLAY, _("Play in your name")),
            (Scope.BOT, _("Play as a bot")),
            (Scope.ORGANISE, _("Organise events in your name")),
        ],
        initial=[Scope.READ, Scope.PLAY],
    )
    expires_in_days = forms.IntegerField(
        label=_("Days until it expires"),
        min_value=1,
        max_value=3650,
        required=False,
        help_text=_("Empty: until you revoke it."),
    )


class PreferencesForm(forms.ModelForm):
    """How the table looks and sounds."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser asks")), *settings.LANGUAGES],
    )

    class Meta:
        model = User
        fields = ("language", "four_colour", "card_order", "sound")
        labels = {
            "four_colour": _("Each suit in its own colour"),
            "card_order": _("Order of your cards"),
            "sound": _("A sound when it is your turn"),
        }
        help_texts = {"four_colour": "", "sound": ""}
