"""What was said at a table; kept for a while only (games/services/talk.py)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.hand import Hand
from games.models.phrases import Phrase
from games.models.table import Table


class Audience(models.TextChoices):
    """Who reads a message."""

    TABLE = "table"  # who sits there
    WATCHERS = "watchers"  # who looks on


class Message(models.Model):
    """One phrase, or one line of text."""

    LONGEST = 200

    class Moment(models.TextChoices):
        """What the table was at when it was said."""

        FREE = "free"  # no rated hand was on
        RATED_HAND = "rated_hand"
        BETWEEN_HANDS = "between_hands"  # of a rated game, before anybody could act

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="messages")
    hand = models.ForeignKey(
        Hand, null=True, on_delete=models.SET_NULL, related_name="messages", help_text="that was on"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages"
    )
    audience = models.CharField(max_length=10, choices=Audience.choices)
    seat = models.PositiveSmallIntegerField(null=True, help_text="where the author sat")
    phrase = models.CharField(max_length=10, choices=Phrase.choices, blank=True)
    text = models.CharField(max_length=LONGEST, blank=True)
    moment = models.CharField(max_length=15, choices=Moment.choices, default=Moment.FREE)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(Q(phrase="") & ~Q(text="")) | (~Q(phrase="") & Q(text="")),
                name="message_is_a_phrase_or_a_text",
            ),
            models.CheckConstraint(
                condition=Q(moment="free") | Q(text=""), name="rated_hand_hears_phrases_only"
            ),
            models.UniqueConstraint(
                fields=["author", "hand", "phrase"],
                condition=Q(moment="rated_hand"),
                name="phrase_is_said_once_in_a_rated_hand",
            ),
            models.UniqueConstraint(
                fields=["author", "hand"],
                condition=Q(moment="between_hands"),
                name="one_phrase_is_said_between_two_rated_hands",
            ),
        ]
        indexes = [
            models.Index(fields=["table", "audience", "-at"], name="message_of_table"),
            models.Index(fields=["at"], name="message_age"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"
