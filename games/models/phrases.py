"""The quick phrases of the table: what may be said without typing."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phrase(models.TextChoices):
    """Codes are API; each reader sees the text in their own language."""

    HI = "hi", _("Hello!")
    GOOD_LUCK = "gl", _("Good luck!")
    GOOD_COVER = "gc", _("Good cover")
    NICE_SET = "ns", _("Nice set")
    NICE_HAND = "nh", _("Nice hand")
    NICE_TRY = "nt", _("Nice try")
    WELL_PLAYED = "wp", _("Well played")
    GOOD_GAME = "gg", _("Good game")
    THANKS = "ty", _("Thank you")
    NO_PROBLEM = "np", _("No problem")
    SORRY = "sorry", _("Sorry!")
    OOPS = "oops", _("Oops")
    BE_RIGHT_BACK = "brb", _("I’ll be right back")
    BACK = "back", _("I’m back")
    ANOTHER = "again", _("Another game?")
    BYE = "bye", _("Bye!")


# What a player may say while a rated hand is on: nothing about cards, bids or tricks. Each once a
# hand, so that repeating it says nothing either.
DURING_A_RATED_HAND = frozenset({Phrase.HI, Phrase.BE_RIGHT_BACK, Phrase.BACK})
