"""Games: how one is shown, what a player sends to it, and its proof."""

from rest_framework import serializers

from games.api.serializers.fields import Moment, Text, WholeNumber
from games.api.serializers.rulesets import PRESET_NAMES
from games.api.serializers.tables import SeatField, TableShown
from games.models import Game

SIDE_NAMES = ("NS", "EW")


class PerSide(serializers.ListField):
    """One whole number per side, in the order of the sides."""

    child = serializers.IntegerField()


class SeedShown(serializers.Serializer):
    """What a seat gave to the deal; the seed is shown once the list is closed."""

    seat = SeatField()
    hash = serializers.CharField(allow_null=True)
    seed = serializers.CharField(allow_null=True)


class ScoreLine(serializers.Serializer):
    """One settled hand on the score sheet."""

    hand = serializers.IntegerField()
    number = serializers.IntegerField()
    bids = serializers.ListField(
        child=serializers.CharField(allow_null=True), help_text="Tokens, per seat."
    )
    tricks = serializers.ListField(child=serializers.IntegerField(), help_text="Per seat.")
    deltas = PerSide()
    scores = PerSide()
    bags = PerSide()
    penalties = PerSide()


class GameShown(serializers.Serializer):
    """A game: its score, its deal proof so far, and the score sheet."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(Game.Status.values)
    preset = serializers.ChoiceField(PRESET_NAMES)
    scores = PerSide()
    bags = PerSide()
    hands = serializers.IntegerField(help_text="Hands settled.")
    target = serializers.IntegerField(allow_null=True)
    winner = serializers.ChoiceField(SIDE_NAMES, allow_null=True)
    end_cause = serializers.CharField(allow_null=True)
    commitment = serializers.CharField(help_text="S_0 of the deal proof, hex.")
    seeds = SeedShown(many=True)
    seeds_due = Moment(allow_null=True)
    score_sheet = ScoreLine(many=True)
    created_at = Moment()
    ended_at = Moment(allow_null=True)


class GameWithTable(GameShown):
    """A game and the table it is played at."""

    table = TableShown()


class GameQuery(serializers.Serializer):
    """What narrows the list of games."""

    table = serializers.UUIDField(required=False)
    preset = serializers.ChoiceField(PRESET_NAMES, required=False)
    status = serializers.ChoiceField(Game.Status.values, required=False)


class ActionSent(serializers.Serializer):
    """An action for the hand at `seq`: the number of actions taken before it."""

    hand = WholeNumber(min_value=1, max_value=2**63 - 1)
    seq = WholeNumber(min_value=0, max_value=10_000)
    action = Text(max_length=40, trim_whitespace=False, help_text="A token, as `b4` or `pSA`.")


class Ack(serializers.Serializer):
    """The action stands at `seq` of the hand."""

    hand = serializers.IntegerField()
    seq = serializers.IntegerField()


class HexField(Text):
    """Bytes in hex, an even number of digits."""

    def to_internal_value(self, data: object) -> bytes:  # type: ignore[override]
        try:
            return bytes.fromhex(super().to_internal_value(data))
        except ValueError:
            self.fail("invalid")


class SeedSent(serializers.Serializer):
    """First the hash of the seed, then the seed: one of the two."""

    hash = HexField(required=False, max_length=64, help_text="SHA256 of the seed, hex.")
    seed = HexField(required=False, max_length=128, help_text="The seed, 16 to 64 bytes in hex.")

    def validate(self, attrs: dict[str, bytes]) -> dict[str, bytes]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Send either hash or seed.")
        return attrs


class Commitment(serializers.Serializer):
    """What was published before any seed and before the first card."""

    game = serializers.UUIDField()
    commitment = serializers.CharField(help_text="S_0, hex.")
    committed_at = Moment()


class Clock(serializers.Serializer):
    """Whose time runs, and until when; a null deadline is no clock."""

    seat = SeatField()
    deadline = Moment(allow_null=True)
    seconds_left = serializers.FloatField(allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)


class ViewShown(serializers.Serializer):
    """What the caller's seat may know of the hand being played, and what it may do."""

    hand = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField(help_text="Index of the next action.")
    view = serializers.JSONField(allow_null=True)
    legal = serializers.ListField(child=serializers.CharField(), allow_null=True)
    clock = Clock(allow_null=True)
