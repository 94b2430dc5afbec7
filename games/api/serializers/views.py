"""The caller's view of a hand: documented field by field, passed on as the engine made it."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers.tables import SeatField
from games.engine.public import Phase
from players.rest.fields import Moment

SIDE_NAMES = ("NS", "EW")


class PerSide(serializers.ListField):
    """One whole number per side, in the order of the sides."""

    child = serializers.IntegerField()


class PerSeat(serializers.ListField):
    """One whole number per seat, in seat order."""

    child = serializers.IntegerField()


class PerSeatYesNo(serializers.ListField):
    """Yes or no per seat, in seat order."""

    child = serializers.BooleanField()


@extend_schema_field({"type": ["integer", "string"], "examples": [4, "nil", "blind_nil"]})
class BidShown(serializers.JSONField):
    """A number of tricks, `nil`, `blind_nil`, or null for not yet."""


class PlayShown(serializers.Serializer):
    """A card and who played it."""

    seat = SeatField()
    card = serializers.CharField()


class LastTrick(serializers.Serializer):
    """The trick before, and who took it."""

    cards = PlayShown(many=True)
    winner = SeatField()


class ExchangeShown(serializers.Serializer):
    """What the seat passes and was passed; for the two partners only."""

    size = serializers.IntegerField()
    passed = serializers.ListField(child=serializers.CharField(), allow_null=True)
    received = serializers.ListField(child=serializers.CharField(), allow_null=True)


class ScoreLineShown(serializers.Serializer):
    """What made points or bags."""

    side = serializers.ChoiceField(SIDE_NAMES)
    kind = serializers.CharField()
    seat = SeatField(allow_null=True)
    points = serializers.IntegerField()
    bags = serializers.IntegerField()


class ScoreShown(serializers.Serializer):
    """A settled hand."""

    deltas = PerSide()
    scores = PerSide()
    bags = PerSide()
    penalties = PerSide()
    over = serializers.BooleanField(help_text="Whether the game is.")
    winner = serializers.ChoiceField(SIDE_NAMES, allow_null=True)
    lines = ScoreLineShown(many=True)


class SeatViewShown(serializers.Serializer):
    """What a seat may know of a hand; a spectator's has neither seat nor holding."""

    seat = SeatField(allow_null=True)
    hand_no = serializers.IntegerField()
    dealer = SeatField()
    phase = serializers.ChoiceField([(phase.value, phase.name) for phase in Phase])
    to_act = SeatField(allow_null=True)
    scores = PerSide(help_text="Before the hand.")
    bags = PerSide(help_text="Before the hand.")
    bids = serializers.ListField(child=BidShown(allow_null=True))
    looked = PerSeatYesNo()
    may_bid_blind = PerSeatYesNo()
    contracts = PerSide()
    holding = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Null while the cards lie face down.",
    )
    counts = PerSeat(help_text="Cards held.")
    trick = PlayShown(many=True)
    last_trick = LastTrick(allow_null=True)
    plays = PlayShown(many=True)
    tricks = PerSeat()
    broken = serializers.BooleanField()
    exchange = ExchangeShown(allow_null=True)
    score = ScoreShown(allow_null=True)


@extend_schema_field(SeatViewShown(allow_null=True))
class SeatViewField(serializers.JSONField):
    """A view as the engine wrote it."""


class Clock(serializers.Serializer):
    """Whose time runs, and until when; a null deadline is no clock.

    While the seat draws on its bank, `bank_since` says since when, `deadline` when the bank is
    spent, `seconds` what was in it.
    """

    seat = SeatField()
    deadline = Moment(allow_null=True)
    seconds_left = serializers.FloatField(allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)
    bank_since = Moment(allow_null=True)


class ViewShown(serializers.Serializer):
    """What the caller's seat may know of the hand being played, and what it may do."""

    hand = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField(help_text="Index of the next action.")
    view = SeatViewField(allow_null=True)
    legal = serializers.ListField(child=serializers.CharField(), allow_null=True)
    clock = Clock(allow_null=True)
