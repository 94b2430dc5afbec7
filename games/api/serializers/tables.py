"""Tables: what a client sends to open, join and run one, and how one is shown."""

from typing import Any

from rest_framework import serializers

from games.api.serializers.rulesets import PRESET_NAMES, Difference, OptionValue, RuleSetValues
from games.engine.seats import Seat as SeatName
from games.models import Table
from players.rest.fields import Moment, Text, WholeNumber, YesNo
from players.rest.listing import PageQuery

SEAT_NAMES = tuple(seat.name for seat in SeatName)


class SeatField(serializers.ChoiceField):
    """A seat by its letter."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(SEAT_NAMES, **kwargs)


# -- sent by clients ---------------------------------------------------------------------------
class NewTable(serializers.Serializer):
    """A table to open; whoever opens it is its host and sits in its first seat."""

    preset = serializers.ChoiceField(PRESET_NAMES)
    options = serializers.DictField(
        child=OptionValue(allow_null=True),
        required=False,
        help_text="Options that differ from the preset.",
    )
    name = Text(required=False, allow_blank=True, max_length=60)
    public = YesNo(required=False, help_text="Listed, and open to everybody. Default true.")
    accounts_only = YesNo(required=False, help_text="No guests. Default false.")
    fill_with_bots = YesNo(required=False, help_text="Bots take the empty seats. Default true.")
    bot_level = Text(required=False, max_length=20)
    timed = YesNo(
        required=False,
        allow_null=True,
        help_text="Whether turns run out; null: with two or more people.",
    )
    bid_seconds = WholeNumber(required=False, min_value=5, max_value=600)
    play_seconds = WholeNumber(required=False, min_value=3, max_value=600)


class TableCodeSent(serializers.Serializer):
    """The code that admits to a private table."""

    code = Text(max_length=32)


class PlayNow(serializers.Serializer):
    """What to play at once."""

    preset = serializers.ChoiceField(PRESET_NAMES, required=False)


class SeatWanted(serializers.Serializer):
    """The seat to take; without one the server chooses."""

    seat = SeatField(required=False, allow_null=True)


class Start(serializers.Serializer):
    """How to start."""

    fill_with_bots = YesNo(required=False, allow_null=True)


class PauseWish(serializers.Serializer):
    """Whether the caller wants a pause; the game pauses when all people want one."""

    wants = YesNo()


class Kick(serializers.Serializer):
    """The seat to empty before the start."""

    seat = SeatField()


class Published(serializers.Serializer):
    """Whether a private table shows its finished hands to everybody."""

    published = YesNo()


class TableQuery(PageQuery):
    """What narrows the list of tables."""

    preset = serializers.ChoiceField(PRESET_NAMES, required=False)
    status = serializers.ChoiceField(Table.Status.choices, required=False)


class TableCodeShown(serializers.Serializer):
    """The new code; the old one admits nobody any more."""

    code = serializers.CharField()


# -- shown -------------------------------------------------------------------------------------
class TableSeat(serializers.Serializer):
    """One chair."""

    seat = SeatField()
    kind = serializers.ChoiceField(["empty", "person", "bot"])
    name = serializers.CharField(allow_null=True)
    guest = serializers.BooleanField()
    level = serializers.CharField(allow_null=True, help_text="The strategy of the bot here.")
    connected = serializers.BooleanField()
    away = serializers.BooleanField(help_text="A bot plays until the person is back.")
    away_turns = serializers.IntegerField(
        allow_null=True, help_text="Rated games: turns a bot has taken for an away person."
    )
    bank_seconds = serializers.IntegerField(
        allow_null=True, help_text="Rated games: what is left for lost connections."
    )
    taken_by = serializers.CharField(
        allow_null=True, help_text="Who sits down here when the next hand is dealt."
    )
    wants_pause = serializers.BooleanField()
    wants_rematch = serializers.BooleanField()


class TableShown(serializers.Serializer):
    """A card table: rules, clock and seats."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    status = serializers.ChoiceField(Table.Status.choices)
    preset = serializers.ChoiceField(PRESET_NAMES)
    rules = RuleSetValues()
    differences = Difference(many=True)
    public = serializers.BooleanField()
    accounts_only = serializers.BooleanField()
    code = serializers.CharField(
        allow_null=True, help_text="Admits to the table; null for those who do not sit there."
    )
    host = serializers.CharField(allow_null=True)
    exhibition = serializers.BooleanField(help_text="House bots play here without end.")
    rated = serializers.BooleanField(
        help_text="Its one game counts on a ladder: no host, no pause, no rematch."
    )
    timed = serializers.BooleanField(help_text="Whether turns run out.")
    bid_seconds = serializers.IntegerField()
    play_seconds = serializers.IntegerField()
    fill_with_bots = serializers.BooleanField()
    bot_level = serializers.CharField()
    hands_published = serializers.BooleanField()
    you = SeatField(allow_null=True, help_text="The caller's seat.")
    you_wait_for = SeatField(
        allow_null=True, help_text="The seat the caller gets when the next hand is dealt."
    )
    you_left = SeatField(allow_null=True, help_text="The seat the caller may return to.")
    can_start = serializers.BooleanField()
    seats = TableSeat(many=True)
    paused_until = Moment(allow_null=True)
    close_at = Moment(allow_null=True)
    created_at = Moment()
