"""What account requests may say and what answers show; nothing goes in or out unnamed."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from players.api.fields import NameField, TrueOrFalse
from players.models import ApiToken, Scope, User
from players.services.recovery import unused_codes


class NewAccountSerializer(serializers.Serializer[Any]):
    """A name and a password; mail is optional."""

    username = NameField()
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)
    email = serializers.EmailField(required=False, allow_blank=True, default="")


class AccountSerializer(serializers.Serializer[Any]):
    """A new account; the recovery codes are shown this once, and only where no mail reaches."""

    username = serializers.CharField()
    recovery_codes = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Shown once. Keep them."
    )


class NewGuestSerializer(serializers.Serializer[Any]):
    token = TrueOrFalse(
        default=False, help_text="Also answer with a token of scope `play`, for a program."
    )


class GuestSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    token = serializers.CharField(required=False, help_text="Shown once.")


class MeSerializer(serializers.ModelSerializer[User]):
    """A player's own account."""

    email = serializers.CharField(read_only=True, help_text="Empty: none was given.")
    recovery_codes_left = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = (
            "username",
            "is_guest",
            "email",
            "date_joined",
            "language",
            "four_colour",
            "card_order",
            "sound",
            "recovery_codes_left",
        )
        read_only_fields = fields

    def get_recovery_codes_left(self, user: User) -> int:
        return unused_codes(user=user)


class PreferencesSerializer(serializers.ModelSerializer[User]):
    """What a player may change of their account with a plain request."""

    four_colour = TrueOrFalse(required=False)
    sound = TrueOrFalse(required=False)
    language = serializers.ChoiceField(choices=["", *dict(settings.LANGUAGES)], required=False)

    class Meta:
        model = User
        fields = ("language", "four_colour", "card_order", "sound")


class ProfileSerializer(serializers.ModelSerializer[User]):
    """What everybody may know of a player."""

    class Meta:
        model = User
        fields = ("username", "is_guest", "date_joined")
        read_only_fields = fields


class NewTokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60, help_text="To recognise the token by.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices),
        min_length=1,
        max_length=len(Scope),
        help_text="`read` reads; `play` plays, `bot` plays as a bot, `organise` runs events.",
    )
    expires_in_days = serializers.IntegerField(
        min_value=1, max_value=3650, required=False, allow_null=True, default=None
    )


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    """A token without its secret."""

    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))

    class Meta:
        model = ApiToken
        fields = (
            "id",
            "name",
            "prefix",
            "scopes",
            "created_at",
            "expires_at",
            "last_used_at",
        )
        read_only_fields = fields


class IssuedTokenSerializer(TokenSerializer):
    """A new token with its secret."""

    token = serializers.CharField(read_only=True, help_text="The secret. Shown once.")

    class Meta:
        model = ApiToken
        fields = (*TokenSerializer.Meta.fields, "token")
        read_only_fields = fields


class ErrorDetailSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="For people, in their language.")
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.CharField(), required=False, help_text="What is wrong with which field."
    )


class ErrorSerializer(serializers.Serializer[Any]):
    """The one shape of every error."""

    error = ErrorDetailSerializer()
