"""What is said at a table: what a client sends and what it is shown."""

from rest_framework import serializers

from games.api.serializers.tables import SeatField
from games.models import Audience, Message, Phrase
from players.rest.fields import Moment, Text


class NewMessage(serializers.Serializer):
    """Either a phrase or a text."""

    phrase = serializers.ChoiceField(Phrase.choices, required=False)
    text = Text(
        required=False,
        max_length=1000,
        trim_whitespace=False,
        help_text="One line of at most 200 characters, at unrated tables only.",
    )


class MessageShown(serializers.Serializer):
    """Something that was said."""

    id = serializers.IntegerField()
    audience = serializers.ChoiceField(Audience.choices)
    seat = SeatField(allow_null=True)
    name = serializers.CharField()
    phrase = serializers.ChoiceField(Phrase.choices, allow_null=True)
    text = serializers.CharField(
        allow_null=True, max_length=Message.LONGEST, help_text="As typed: escape it."
    )
    at = Moment()
